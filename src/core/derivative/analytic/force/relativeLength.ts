import { lastDof } from '../../../engine/tree/chain.ts';
import type { int } from '../../../math/int.ts';
import { addToScl3, cross3, dot3, sub3, zero3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { Dof, dofOffset, Mat, matOffset } from '../layout.ts';
import { sameGroup } from '../tree/groups.ts';
import { lengthBodies, lengthGradient, lengthHessian, lengthPoints } from './lengthWorkspace.ts';
import { bendAround } from './wrapping.ts';

/*  A length L(x0, x1) of one or two points in the frame of a body, with gradient g and Hessian H in world axes
 *  (lengthWorkspace.ts). With u_i the velocities of the points relative to the frame by dof i,
 *    J_i = g . u_i        dJ_i / dq_j = u_i . H u_j + g . (change of u_i with dof j, seen in the frame)
 *  Used for tendons around a geom and for slider-cranks. */

const FRAME = 4;

// scratch, per dof: u_i and H u_i
const RELATIVE_VEL = Dof.COMPOSITE_MOMENTUM;
const RELATIVE_BEND = Dof.COMPOSITE_CORIOLIS;

/** T += scale dJ/dq over the n dofs list[first..], T of n columns at Mat.TENDON, for one or two points. `around`: H is
 *  that of `bendAround`, otherwise `lengthHessian`.
 *  reads  workspace   scratch w: Dof.JAC COMPOSITE_MOMENTUM COMPOSITE_CORIOLIS   d: work_chain2 */
export function addRelativeLength(
  m: Model,
  d: Data,
  w: Float64Array,
  list: Int32Array,
  first: int,
  n: int,
  points: int,
  scale: number,
  around: boolean,
): void {
  const { work_chain2 } = d;
  const T = matOffset(m, Mat.TENDON);
  const u = dofOffset(m, RELATIVE_VEL);
  const hu = dofOffset(m, RELATIVE_BEND);
  markMovers(m, d, list, first, n, points);
  for (let c = 0; c < n; c++) {
    if (work_chain2[c] === 0) continue;
    pointSpeeds(m, d, w, list[first + c], c, points);
    if (around) bendAround(w, hu + 6 * c, w, u + 6 * c);
    else bendByMatrix(w, hu + 6 * c, w, u + 6 * c, 3 * points);
  }
  for (let r = 0; r < n; r++) {
    if (work_chain2[r] === 0) continue;
    for (let c = 0; c < n; c++) {
      if (work_chain2[c] === 0) continue;
      let sum: number = 0;
      for (let k = 0; k < 3 * points; k++) sum += w[u + 6 * r + k] * w[hu + 6 * c + k];
      for (let k = 0; k < points; k++) sum += velocityByRotation(m, d, w, list[first + r], r, list[first + c], c, k);
      w[T + r * n + c] += scale * sum;
    }
  }
}

/** res = H u, over the first n elements of u */
function bendByMatrix(res: Float64Array, r: int, u: Float64Array, i: int, n: int): void {
  for (let row = 0; row < n; row++) {
    let sum: number = 0;
    for (let k = 0; k < n; k++) sum += lengthHessian[6 * row + k] * u[i + k];
    res[r + row] = sum;
  }
}

/** work_chain2: bits of the points (1, 2) and the frame (4) that each dof moves; 0 if it moves all, which changes nothing */
function markMovers(m: Model, d: Data, list: Int32Array, first: int, n: int, points: int): void {
  const { dof_parentid } = m;
  const { work_chain2 } = d;
  for (let c = 0; c < n; c++) work_chain2[c] = 0;
  for (let k = 0; k < 3; k++) {
    if (k < 2 && k >= points) continue;
    let c = n - 1;
    for (let dof = lastDof(m, lengthBodies[k]); dof >= 0; dof = dof_parentid[dof]) {
      while (c > 0 && list[first + c] > dof) c--;
      if (c >= 0 && list[first + c] === dof) work_chain2[c] |= 1 << k;
    }
  }
  const all = FRAME + (points === 2 ? 3 : 1);
  for (let c = 0; c < n; c++) if (work_chain2[c] === all) work_chain2[c] = 0;
}

const arm = new Float64Array(3);
const speed = new Float64Array(3);

/** Dof.JAC of the c-th dof: velocity of its bodies at each point; RELATIVE_VEL: velocity of each point relative to the
 *  frame. */
function pointSpeeds(m: Model, d: Data, w: Float64Array, dof: int, c: int, points: int): void {
  const { cdof, subtree_com, work_chain2 } = d;
  const root = 3 * m.body_rootid[m.dof_bodyid[dof]];
  const u = dofOffset(m, RELATIVE_VEL) + 6 * c;
  const v = dofOffset(m, Dof.JAC) + 6 * c;
  for (let k = 0; k < points; k++) {
    sub3(arm, 0, lengthPoints, 3 * k, subtree_com, root);
    cross3(speed, 0, cdof, 6 * dof, arm, 0);
    for (let r = 0; r < 3; r++) w[v + 3 * k + r] = speed[r] + cdof[6 * dof + 3 + r];
    zero3(w, u + 3 * k);
    addToScl3(w, u + 3 * k, w, v + 3 * k, relativeSign(work_chain2[c], k));
  }
}

/** 1 if a dof moves only the point, -1 if only the frame, 0 if both or none. */
function relativeSign(moves: int, k: int): number {
  const point = (moves & (1 << k)) !== 0;
  const frame = (moves & FRAME) !== 0;
  if (point === frame) return 0;
  return point ? 1 : -1;
}

/** g . (change of u_i with dof j in the frame) for point k; i and j are the r-th and c-th dofs. The upper of two dofs of
 *  the point rotates the velocity by the lower one; for two dofs of the frame it is the reverse. */
function velocityByRotation(m: Model, d: Data, w: Float64Array, i: int, r: int, j: int, c: int, k: int): number {
  const { cdof, work_chain2 } = d;
  const si = relativeSign(work_chain2[r], k);
  const sj = relativeSign(work_chain2[c], k);
  if (si === 0 || sj === 0) return 0;
  const v = dofOffset(m, Dof.JAC) + 3 * k;
  const jFirst = j <= i || sameGroup(m, i, j);
  let rotatingDof = j;
  let movedColumn = r;
  let sign: number = 1;
  if (si !== sj) {
    // one moves the point, the other rotates the frame
    rotatingDof = si > 0 ? j : i;
    movedColumn = si > 0 ? r : c;
    sign = -1;
  } else if (jFirst === si < 0) {
    rotatingDof = i;
    movedColumn = c;
  }
  cross3(speed, 0, cdof, 6 * rotatingDof, w, v + 6 * movedColumn);
  return sign * dot3(lengthGradient, 3 * k, speed, 0);
}
