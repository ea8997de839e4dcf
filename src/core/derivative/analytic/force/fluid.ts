import { hasEllipsoid } from '../../../engine/passive/fluid/fluid.ts';
import { boxForce } from '../../../engine/passive/fluid/fluidBox.ts';
import { ellipsoidForce } from '../../../engine/passive/fluid/fluidEllipsoid.ts';
import { boxForceDerivatives } from '../../../engine/smoothVel/fluidBoxVel.ts';
import { ellipsoidForceDerivatives } from '../../../engine/smoothVel/fluidEllipsoidVel.ts';
import { frameJacobian } from '../../../engine/tree/frameJacobian.ts';
import type { int } from '../../../math/int.ts';
import { mulMatTVec3, mulMatVec3 } from '../../../math/mat3.ts';
import { crossForce, crossMotion, dot6, shiftMotion } from '../../../math/spatial.ts';
import { addTo3, cross3, sub3 } from '../../../math/vec3.ts';
import { MINVAL, NFLUID } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { Disable } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { Dof, dofOffset, drDqOffset, drDvOffset, stateSize } from '../layout.ts';
import { sameGroup } from '../tree/groups.ts';

/*  A fluid exerts a wrench R f(u) on a body, with R a frame of the body and u its velocity in that frame, relative to the
 *  wind. As dof j moves, the wrench rotates with the body, and u changes by R^T (delta_j + (0, w_j x wind)),
 *  delta_j = v0 x S_j: motion that the body carries does not change in its own frame. By velocity, u changes by R^T S_j. */

const derivatives = new Float64Array(36);
const force = new Float64Array(6);
const wrench = new Float64Array(6);
const change = new Float64Array(6);
const part = new Float64Array(6);
const local = new Float64Array(6);

/** Fluid forces, on bodies as boxes or on geoms as ellipsoids
 *  adds to w: RQ RV   reads w: Dof.VEL_BEFORE   scratch d: work_fluid_J work_fluid_dof */
export function fluid(m: Model, d: Data, w: Float64Array): void {
  const { nbody, body_mass, body_geomadr, body_geomnum, geom_fluid } = m;
  const passive = Disable.SPRING | Disable.DAMPER;
  if (m.opt.viscosity === 0 && m.opt.density === 0) return;
  if ((m.opt.disableflags & passive) === passive) return;
  for (let b = 0; b < nbody; b++) {
    if (body_mass[b] < MINVAL) continue;
    if (!hasEllipsoid(m, b)) {
      boxForceDerivatives(m, d, b, derivatives);
      boxForce(m, d, b, force);
      addFrame(m, d, w, b, d.xipos, 3 * b, d.ximat, 9 * b);
      continue;
    }
    const end = body_geomadr[b] + body_geomnum[b];
    for (let g = body_geomadr[b]; g < end; g++) {
      if (geom_fluid[NFLUID * g] === 0) continue;
      ellipsoidForceDerivatives(m, d, g, derivatives);
      ellipsoidForce(m, d, g, force);
      addFrame(m, d, w, b, d.geom_xpos, 3 * g, d.geom_xmat, 9 * g);
    }
  }
}

/** RQ, RV -= derivatives of the wrench `force`, with `derivatives` with respect to velocity, in the frame (pos, mat) of body b */
function addFrame(
  m: Model,
  d: Data,
  w: Float64Array,
  b: int,
  pos: Float64Array,
  p: int,
  mat: Float64Array,
  a: int,
): void {
  const { body_rootid } = m;
  const nx = stateSize(m);
  const { subtree_com, work_fluid_dof, work_fluid_J } = d;
  const n = frameJacobian(m, d, b, pos, p, mat, a);
  const RQ = drDqOffset(m);
  const RV = drDvOffset(m);
  for (let c = 0; c < n; c++) {
    const j = work_fluid_dof[c];
    positionChange(m, d, w, j, 3 * body_rootid[b], pos, p, mat, a);
    for (let r = 0; r < 6; r++) part[r] = work_fluid_J[r * n + c];
    mulMat6(local, derivatives, part);
    for (let k = 0; k < n; k++) {
      let q: number = 0;
      let v: number = 0;
      for (let r = 0; r < 6; r++) {
        q += work_fluid_J[r * n + k] * change[r];
        v += work_fluid_J[r * n + k] * local[r];
      }
      w[RQ + work_fluid_dof[k] * nx + j] -= q;
      w[RV + work_fluid_dof[k] * nx + j] -= v;
    }
  }
  mulMatVec3(wrench, 0, mat, a, force, 0);
  mulMatVec3(wrench, 3, mat, a, force, 3);
  sub3(part, 0, pos, p, subtree_com, 3 * body_rootid[b]);
  cross3(part, 0, part, 0, wrench, 3);
  addTo3(wrench, 0, part, 0);
  addWrenchByRotation(m, d, w, n);
}

/** change = derivative of the force with respect to the position of dof j, in its frame */
function positionChange(
  m: Model,
  d: Data,
  w: Float64Array,
  j: int,
  root: int,
  pos: Float64Array,
  p: int,
  mat: Float64Array,
  a: int,
): void {
  const { cdof, subtree_com } = d;
  crossMotion(part, 0, w, dofOffset(m, Dof.VEL_BEFORE) + 6 * j, cdof, 6 * j);
  shiftMotion(change, 0, part, 0, pos, p, subtree_com, root);
  cross3(part, 0, cdof, 6 * j, m.opt.wind, 0);
  addTo3(change, 3, part, 0);
  mulMatTVec3(part, 0, mat, a, change, 0);
  mulMatTVec3(part, 3, mat, a, change, 3);
  mulMat6(change, derivatives, part);
}

/** res = A v for a 6 x 6 matrix; res must not be v */
function mulMat6(res: Float64Array, A: Float64Array, v: Float64Array): void {
  for (let r = 0; r < 6; r++) {
    let sum: number = 0;
    for (let c = 0; c < 6; c++) sum += A[6 * r + c] * v[c];
    res[r] = sum;
  }
}

/** RQ -= S_i . (S_j x* wrench) for each dof j and those before its group */
function addWrenchByRotation(m: Model, d: Data, w: Float64Array, n: int): void {
  const { dof_parentid } = m;
  const nx = stateSize(m);
  const { cdof, work_fluid_dof } = d;
  const RQ = drDqOffset(m);
  for (let c = 0; c < n; c++) {
    const j = work_fluid_dof[c];
    crossForce(change, 0, cdof, 6 * j, wrench, 0);
    for (let i = dof_parentid[j]; i >= 0; i = dof_parentid[i]) {
      if (!sameGroup(m, i, j)) w[RQ + i * nx + j] -= dot6(cdof, 6 * i, change, 0);
    }
  }
}
