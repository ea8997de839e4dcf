/** `mj_` functions that query a state: Jacobians, inertia, motion, forces, rays. */

import { mulJacTVec, mulJacVec } from '../../core/engine/constraint/mulJac.ts';
import { updateAllRows } from '../../core/engine/constraint/update.ts';
import { jacPointAxis } from '../../core/engine/tree/jacobian.ts';
import { addM as addSparseM } from '../../core/engine/tree/solveM.ts';
import { rne } from '../../core/engine/velocity/rne.ts';
import { solveLTransposed } from '../../core/math/linear/ltdl.ts';
import type { Data } from '../../core/model/data.ts';
import { GeomType, type ObjType, type SameFrame } from '../../core/model/enums.ts';
import { checkFits, expectData } from '../../core/model/fit.ts';
import type { Model } from '../../core/model/model.ts';
import { expectBody, expectIndex } from '../../core/query/expect.ts';
import * as query from '../../core/query/index.ts';
import { def, named } from '../base/signature.ts';
import { rayFlex } from './rayFlex.ts';

type JacobianOf = (
  m: Model,
  d: Data,
  jacp: Float64Array | undefined,
  jacr: Float64Array | undefined,
  id: number,
) => void;

const jacobian = (fn: JacobianOf) => def('m d jacp>?=3*nv jacr>?=3*nv id', fn);

const jacobians = named({
  mj_jac: def('m d jacp>?=3*nv jacr>?=3*nv point<=3 body', query.jac),
  mj_jacBody: jacobian(query.jacBody),
  mj_jacBodyCom: jacobian(query.jacBodyCom),
  mj_jacGeom: jacobian(query.jacGeom),
  mj_jacSite: jacobian(query.jacSite),
  mj_jacSubtreeCom: def('m d jacp>=3*nv body', query.jacSubtreeCom),
  mj_jacPointAxis: def('m d jacPoint>?=3*nv jacAxis>?=3*nv point<=3 axis<=3 body', (m, d, p, a, point, axis, body) => {
    expectBody(m, body);
    const spare = () => new Float64Array(3 * m.nv);
    const b = checkFits('mj_jacPointAxis', m, d);
    jacPointAxis(m, b, p ?? spare(), a ?? spare(), point, axis, body);
  }),
  mj_jacDot: def('m d jacp>?=3*nv jacr>?=3*nv point<=3 body', query.jacDot),
  mj_angmomMat: def('m d mat>=3*nv body', (m, d, mat, body) => {
    query.angmomMat(m, d, mat, body);
  }),
  mj_mulJacVec: def('m d res>=nefc vec<=nv', (m, d, res, vec) =>
    mulJacVec(m, checkFits('mj_mulJacVec', m, d), res, 0, vec, 0),
  ),
  mj_mulJacTVec: def('m d res>=nv vec<=nefc', (m, d, res, vec) => {
    res.fill(0);
    mulJacTVec(m, checkFits('mj_mulJacTVec', m, d), res, 0, vec, 0);
  }),
});

const inertia = named({
  mj_fullM: def('m d dst>=nv*nv', (m, d, dst) => {
    query.fullM(m, d, dst);
  }),
  mj_addM: def('m d dst> rownnz<i?=nv rowadr<i?=nv colind<i?=nM', addM),
  mj_mulM: def('m d res>=nv vec<=nv', (m, d, res, vec) => query.mulM(m, d, res, res === vec ? vec.slice() : vec)),
  mj_mulM2: def('m d res>=nv vec<=nv', (m, d, res, vec) => query.mulM2(m, d, res, res === vec ? vec.slice() : vec)),
  mj_solveM: def('m d x> y<=x', (m, d, x, y) => query.solveM(m, d, x, y, vectorCount('mj_solveM', x, m.nv))),
  mj_solveM2: def('m d x> y<=x sqrtInvD<=nv', solveM2),
  mj_rne: def('m d flg_acc:b result>=nv', (m, d, acc, result) => {
    rne(m, checkFits('mj_rne', m, d), acc, result, 0);
  }),
});

/** dst += M: sparse with the given pattern, or the lower triangle of a dense matrix. */
function addM(
  m: Model,
  d: Data,
  dst: Float64Array,
  rownnz?: Int32Array,
  rowadr?: Int32Array,
  colind?: Int32Array,
): void {
  const sparse = rownnz && rowadr && colind;
  const size = sparse ? m.nM : m.nv * m.nv;
  if (dst.length !== size) throw new RangeError(`[mj_addM] dst must have size ${size}, got ${dst.length}`);
  if (sparse) addSparseM(m, checkFits('mj_addM', m, d), dst, rownnz, rowadr, colind);
  else query.addM(m, d, dst);
}

/** x = D^-1/2 L^-T y, with square roots given by the caller. */
function solveM2(m: Model, d: Data, x: Float64Array, y: Float64Array, sqrtInvD: Float64Array): void {
  const b = checkFits('mj_solveM2', m, d);
  const n = vectorCount('mj_solveM2', x, m.nv);
  x.set(y);
  solveLTransposed(x, 0, n, m.nv, b.qLD, m.M_rownnz, m.M_rowadr, m.M_colind);
  for (let k = 0; k < n * m.nv; k++) x[k] *= sqrtInvD[k % m.nv];
}

/** Number of vectors of n elements in an array. */
function vectorCount(name: string, x: Float64Array, n: number): number {
  if (n > 0 && x.length % n !== 0) {
    throw new RangeError(
      `[${name}] x must be divisible by ${n}, got quot=${Math.floor(x.length / n)} rem=${x.length % n}`,
    );
  }
  return n > 0 ? x.length / n : 0;
}

const motion = named({
  mj_applyFT: def('m d force<?=3 torque<?=3 point<=3 body qfrc_target>=nv', query.applyFT),
  mj_objectVelocity: def('m d objtype objid res>+6 flg_local:b', (m, d, type, id, res, local) => {
    query.objectVelocity(m, d, type as ObjType, id, res, local);
  }),
  mj_objectAcceleration: def('m d objtype objid res>+6 flg_local:b', (m, d, type, id, res, local) => {
    query.objectAcceleration(m, d, type as ObjType, id, res, local);
  }),
  mj_contactForce: def('m d id result>+6', (m, d, id, result) => {
    query.contactForce(m, d, id, result.subarray(0, 6));
  }),
  mj_local2Global: def('d xpos>+3 xmat>+9 pos<+3 quat<+4 body sameframe', (d, xpos, xmat, pos, quat, body, sameframe) =>
    query.local2Global(d, xpos, xmat, pos, quat, body, sameframe as SameFrame),
  ),
  mj_integratePos: def('m qpos>=nq qvel<=nv dt', query.integratePos),
  mj_differentiatePos: def('m qvel>=nv dt qpos1<=nq qpos2<=nq', query.differentiatePos),
  mj_normalizeQuat: def('m qpos>=nq', query.normalizeQuat),
  mj_getTotalmass: def('m', query.getTotalmass),
  mj_constraintUpdate: def('m d jar<=nefc cost>?=1 flg_coneHessian:b', constraintUpdate),
});

/** Forces and states of all rows for given residuals, as in mj_constraintUpdate. */
function constraintUpdate(
  m: Model,
  data: Data,
  jar: Float64Array,
  cost: Float64Array | undefined,
  cone: boolean,
): void {
  const d = checkFits('mj_constraintUpdate', m, data);
  const sum = updateAllRows(d, jar, cone);
  d.qfrc_constraint.fill(0);
  mulJacTVec(m, d, d.qfrc_constraint, 0, d.efc_force, 0);
  if (cost) cost[0] = sum;
}

const rays = named({
  mj_ray: def(
    'm d pnt<+3 vec<+3 geomgroup<? flg_static:b bodyexclude geomid>i? normal>?+3',
    (m, d, pnt, vec, geomgroup, flgStatic, bodyexclude, geomid, normal) => {
      const hit = query.ray(m, d, pnt, vec, { geomgroup, flgStatic, bodyexclude });
      if (geomid) geomid[0] = hit.geomid;
      normal?.set(hit.normal);
      return hit.dist;
    },
  ),
  mj_multiRay: def(
    'm d pnt<+3 vec<=3*nray geomgroup<? flg_static:b bodyexclude geomid>i?=nray dist>=nray normal>? nray cutoff',
    (m, d, pnt, vec, geomgroup, flgStatic, bodyexclude, geomid, dist, normal, _nray, cutoff) => {
      query.multiRay(m, d, pnt, vec, { geomid, dist, normal }, { geomgroup, flgStatic, bodyexclude }, cutoff);
    },
  ),
  mj_rayMesh: def('m d geomid pnt<+3 vec<+3 normal>?+3', (m, d, id, pnt, vec, normal) =>
    rayOfType(m, d, id, GeomType.MESH, pnt, vec, normal),
  ),
  mj_rayHfield: def('m d geomid pnt<+3 vec<+3 normal>?+3', (m, d, id, pnt, vec, normal) =>
    rayOfType(m, d, id, GeomType.HFIELD, pnt, vec, normal),
  ),
  mj_rayFlex: def(
    'm d flex_layer flg_vert:b flg_edge:b flg_face:b flg_skin:b flexid pnt<+3 vec<+3 vertid>i? normal>?+3',
    (m, d, layer, vert, edge, face, skin, flexid, pnt, vec, vertid, normal) => {
      expectData('mj_rayFlex', d);
      expectIndex('flex', flexid, m.nflex);
      const hit = rayFlex(m, d, flexid, pnt, vec, { layer, vert, edge, face, skin });
      if (vertid && hit.dist >= 0) vertid[0] = hit.vertid;
      normal?.set(hit.normal);
      return hit.dist;
    },
  ),
  mj_geomDistance: def('m d geom1 geom2 distmax fromto>?=6', query.geomDistance),
});

/** A ray against one geom, which must have this type. */
function rayOfType(
  m: Model,
  d: Data,
  id: number,
  type: GeomType,
  pnt: Float64Array,
  vec: Float64Array,
  normal?: Float64Array,
): number {
  expectIndex('geom', id, m.ngeom);
  if (m.geom_type[id] !== type) throw new RangeError(`geom ${id}: expected type ${type}, found ${m.geom_type[id]}`);
  const hit = query.rayGeom(m, d, id, pnt, vec);
  normal?.set(hit.normal);
  return hit.dist;
}

export const queryFunctions = { ...jacobians, ...inertia, ...motion, ...rays };
