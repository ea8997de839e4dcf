/** The functions of the drop-in API that read or write vectors given by the caller. */

import { jacPointAxis } from '../engine/position/jacobian.ts';
import { rne } from '../engine/velocity/rne.ts';
import { mulMatVec3 } from '../math/mat3.ts';
import {
  axisAngle2Quat,
  mat2Quat,
  mulQuat,
  negQuat,
  normalize4,
  quat2Mat,
  quat2Vel,
  rotVecQuat,
  subQuat,
} from '../math/quat.ts';
import { cross3, dot3, norm3, normalize3 } from '../math/vec3.ts';
import type { Data } from '../model/data.ts';
import type { ObjType, SameFrame } from '../model/enums.ts';
import { fitting } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { expectBody, expectLength } from '../query/expect.ts';
import { geomDistance } from '../query/geomDistance.ts';
import * as query from '../query/index.ts';
import { ray } from '../query/ray.ts';
import { inDoubles, type Out, outDoubles } from './buffers.ts';
import type { MjData } from './data.ts';
import { inner } from './handle.ts';
import type { MjModel } from './model.ts';

type Vector = ArrayLike<number>;
type JacobianOf = (m: Model, d: Data, jacp?: Float64Array, jacr?: Float64Array, id?: number) => void;

/** Let `fill` write to an out-parameter. */
function into(out: Out, fill: (array: Float64Array) => void): void {
  const target = outDoubles(out);
  if (!target) return;
  fill(target.array);
  target.finish();
}

/** Let `fill` write to two out-parameters, either of which may be missing. */
function intoBoth(one: Out, other: Out, fill: (a?: Float64Array, b?: Float64Array) => void): void {
  const a = outDoubles(one);
  const b = outDoubles(other);
  fill(a?.array, b?.array);
  a?.finish();
  b?.finish();
}

function jacobian(fn: JacobianOf) {
  return (m: MjModel, d: MjData, jacp: Out, jacr: Out, id: number): void =>
    intoBoth(jacp, jacr, (p, r) => fn(inner(m), inner(d), p, r, id));
}

export const queryFunctions = {
  // Jacobians
  mj_jac: (m: MjModel, d: MjData, jacp: Out, jacr: Out, point: Vector, body: number) =>
    intoBoth(jacp, jacr, (p, r) => query.jac(inner(m), inner(d), p, r, inDoubles(point), body)),
  mj_jacBody: jacobian(query.jacBody),
  mj_jacBodyCom: jacobian(query.jacBodyCom),
  mj_jacGeom: jacobian(query.jacGeom),
  mj_jacSite: jacobian(query.jacSite),
  mj_jacSubtreeCom: (m: MjModel, d: MjData, jacp: Out, body: number) =>
    into(jacp, (p) => query.jacSubtreeCom(inner(m), inner(d), p, body)),
  mj_jacPointAxis: (m: MjModel, d: MjData, jacPoint: Out, jacAxis: Out, point: Vector, axis: Vector, body: number) =>
    intoBoth(jacPoint, jacAxis, (p, a) => {
      expectBody(inner(m), body);
      const spare = () => new Float64Array(3 * inner(m).nv);
      const b = fitting('mj_jacPointAxis', inner(m), inner(d));
      jacPointAxis(inner(m), b, p ?? spare(), 0, a ?? spare(), 0, inDoubles(point), 0, inDoubles(axis), 0, body);
    }),
  mj_jacDot: (m: MjModel, d: MjData, jacp: Out, jacr: Out, point: Vector, body: number) =>
    intoBoth(jacp, jacr, (p, r) => query.jacDot(inner(m), inner(d), p, r, inDoubles(point), body)),
  mj_angmomMat: (m: MjModel, d: MjData, mat: Out, body: number) =>
    into(mat, (a) => query.angmomMat(inner(m), inner(d), a, body)),

  // inertia
  mj_fullM: (m: MjModel, d: MjData, dst: Out) => into(dst, (a) => query.fullM(inner(m), inner(d), a)),
  mj_mulM: (m: MjModel, d: MjData, res: Out, vec: Vector) =>
    into(res, (a) => query.mulM(inner(m), inner(d), a, inDoubles(vec))),
  mj_solveM: (m: MjModel, d: MjData, x: Out, y: Vector) =>
    into(x, (a) => query.solveM(inner(m), inner(d), a, inDoubles(y), a.length / Math.max(1, inner(m).nv))),
  mj_rne: (m: MjModel, d: MjData, withAcc: number, res: Out) =>
    into(res, (a) => {
      const b = fitting('mj_rne', inner(m), inner(d));
      rne(inner(m), b, withAcc !== 0, expectLength('result', a, inner(m).nv), 0);
    }),

  // motion and forces
  mj_applyFT: (m: MjModel, d: MjData, force: Vector, torque: Vector, point: Vector, body: number, qfrc: Out) =>
    into(qfrc, (a) =>
      query.applyFT(inner(m), inner(d), inDoubles(force), inDoubles(torque), inDoubles(point), body, a),
    ),
  mj_objectVelocity: (m: MjModel, d: MjData, type: number, id: number, res: Out, local: number) =>
    into(res, (a) => query.objectVelocity(inner(m), inner(d), type as ObjType, id, a, local !== 0)),
  mj_objectAcceleration: (m: MjModel, d: MjData, type: number, id: number, res: Out, local: number) =>
    into(res, (a) => query.objectAcceleration(inner(m), inner(d), type as ObjType, id, a, local !== 0)),
  mj_contactForce: (m: MjModel, d: MjData, id: number, res: Out) =>
    into(res, (a) => query.contactForce(inner(m), inner(d), id, a)),
  mj_local2Global: (d: MjData, xpos: Out, xmat: Out, pos: Vector, quat: Vector, body: number, sameframe: number) =>
    intoBoth(xpos, xmat, (p = new Float64Array(3), a = new Float64Array(9)) =>
      query.local2Global(inner(d), p, a, inDoubles(pos), inDoubles(quat), body, sameframe as SameFrame),
    ),
  mj_integratePos: (m: MjModel, qpos: Out, qvel: Vector, dt: number) =>
    into(qpos, (a) => query.integratePos(inner(m), a, inDoubles(qvel), dt)),
  mj_differentiatePos: (m: MjModel, qvel: Out, dt: number, qpos1: Vector, qpos2: Vector) =>
    into(qvel, (a) => query.differentiatePos(inner(m), a, dt, inDoubles(qpos1), inDoubles(qpos2))),
  mj_getTotalmass: (m: MjModel) => query.getTotalmass(inner(m)),

  // rays and distances
  mj_ray: (
    m: MjModel,
    d: MjData,
    pnt: Vector,
    vec: Vector,
    geomgroup: Vector | null,
    flgStatic: boolean | number,
    bodyexclude: number,
    geomid: Out,
    normal?: Out,
  ) => {
    const hit = ray(inner(m), inner(d), pnt, vec, { geomgroup, flgStatic: Boolean(flgStatic), bodyexclude });
    into(geomid, (a) => {
      a[0] = hit.geomid;
    });
    into(normal, (a) => a.set(hit.normal));
    return hit.dist;
  },
  mj_geomDistance: (m: MjModel, d: MjData, geom1: number, geom2: number, distmax: number, fromto?: Out) => {
    const segment = new Float64Array(6);
    const dist = geomDistance(inner(m), inner(d), geom1, geom2, distmax, segment);
    into(fromto, (a) => a.set(segment));
    return dist;
  },

  // vectors and quaternions
  mju_rotVecQuat: (res: Out, vec: Vector, quat: Vector) =>
    into(res, (a) => rotVecQuat(a, 0, inDoubles(vec), 0, inDoubles(quat), 0)),
  mju_mulQuat: (res: Out, a: Vector, b: Vector) => into(res, (r) => mulQuat(r, 0, inDoubles(a), 0, inDoubles(b), 0)),
  mju_negQuat: (res: Out, quat: Vector) => into(res, (r) => negQuat(r, 0, inDoubles(quat), 0)),
  mju_quat2Mat: (res: Out, quat: Vector) => into(res, (r) => quat2Mat(r, 0, inDoubles(quat), 0)),
  mju_mat2Quat: (res: Out, mat: Vector) => into(res, (r) => mat2Quat(r, 0, inDoubles(mat), 0)),
  mju_axisAngle2Quat: (res: Out, axis: Vector, angle: number) =>
    into(res, (r) => axisAngle2Quat(r, 0, inDoubles(axis), 0, angle)),
  mju_quat2Vel: (res: Out, quat: Vector, dt: number) => into(res, (r) => quat2Vel(r, 0, inDoubles(quat), 0, dt)),
  mju_subQuat: (res: Out, a: Vector, b: Vector) => into(res, (r) => subQuat(r, 0, inDoubles(a), 0, inDoubles(b), 0)),
  mju_mulMatVec3: (res: Out, mat: Vector, vec: Vector) =>
    into(res, (r) => mulMatVec3(r, 0, inDoubles(mat), 0, inDoubles(vec), 0)),
  mju_cross: (res: Out, a: Vector, b: Vector) => into(res, (r) => cross3(r, 0, inDoubles(a), 0, inDoubles(b), 0)),
  mju_dot3: (a: Vector, b: Vector) => dot3(inDoubles(a), 0, inDoubles(b), 0),
  mju_norm3: (a: Vector) => norm3(inDoubles(a), 0),
  mju_normalize3: (vec: Out) => {
    let length = 0;
    into(vec, (a) => {
      length = normalize3(a, 0);
    });
    return length;
  },
  mju_normalize4: (quat: Out) => {
    let length = 0;
    into(quat, (a) => {
      length = normalize4(a, 0);
    });
    return length;
  },
};
