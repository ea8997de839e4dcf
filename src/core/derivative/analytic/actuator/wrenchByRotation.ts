import { mergeChain } from '../../../engine/tree/chain.ts';
import type { int } from '../../../math/int.ts';
import { mulMatVec3 } from '../../../math/mat3.ts';
import { crossForce, crossMotion, dot6 } from '../../../math/spatial.ts';
import { addTo3, copy3, cross3, sub3, zero3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { FIRST, markSides, SECOND } from '../constraint/wrench.ts';
import { Mat, matOffset } from '../layout.ts';
import { sameGroup } from '../tree/groups.ts';

/*  Derivative with respect to rotation of the moment of a wrench (torque, force). The wrench acts on the body of a site at the site, its
 *  opposite on that of a reference site; it is fixed in the frame of one of them and rotates with it. */

const frameWrench = new Float64Array(6);
// the wrench about the origin of the axes on each side
const originWrench = new Float64Array(12);
const points = new Float64Array(6);
const arms = new Float64Array(6);
const tmp = new Float64Array(6);
const change = new Float64Array(6);

/** Set the wrench for `wrenchByRotation`: a gear (force, torque) in the frame of a site. */
export function siteWrench(d: Data, site: int, gear: Float64Array, g: int): void {
  mulMatVec3(frameWrench, 0, d.site_xmat, 9 * site, gear, g + 3);
  mulMatVec3(frameWrench, 3, d.site_xmat, 9 * site, gear, g);
}

/** T = derivative of the moment over the dofs of work_chain; returns their number. `ref` is -1 for none. Dofs that move
 *  both sites rotate everything together and have no moment. */
export function wrenchByRotation(m: Model, d: Data, w: Float64Array, site: int, ref: int, inRef: boolean): int {
  const { site_bodyid } = m;
  const { work_chain } = d;
  const b1 = site_bodyid[site];
  const b2 = ref < 0 ? 0 : site_bodyid[ref];
  const n = mergeChain(m, work_chain, b1, b2, ref >= 0);
  markSides(m, d, b1, b2, n);
  setSide(m, d, site, 0);
  if (ref >= 0) setSide(m, d, ref, 1);
  const T = matOffset(m, Mat.TENDON);
  const carrier = inRef ? SECOND : FIRST;
  for (let r = 0; r < n; r++) {
    for (let c = 0; c < n; c++) w[T + r * n + c] = momentDerivative(m, d, r, c, carrier);
  }
  return n;
}

function setSide(m: Model, d: Data, site: int, side: int): void {
  const s = 3 * side;
  copy3(points, s, d.site_xpos, 3 * site);
  sub3(arms, s, points, s, d.subtree_com, 3 * m.body_rootid[m.site_bodyid[site]]);
  cross3(originWrench, 6 * side, arms, s, frameWrench, 3);
  addTo3(originWrench, 6 * side, frameWrench, 0);
  copy3(originWrench, 6 * side + 3, frameWrench, 3);
}

/** d(S_i . W) / dq_j, for the r-th and c-th dofs i and j. A dof before i on its side rotates S_i, a dof of the carrier
 *  rotates W, a dof of the same side moves its point. */
function momentDerivative(m: Model, d: Data, r: int, c: int, carrier: int): number {
  const { cdof, work_chain, work_chain2 } = d;
  const i = work_chain[r];
  const j = work_chain[c];
  const side = work_chain2[r];
  const s = side === FIRST ? 0 : 1;
  const sign: number = side === FIRST ? 1 : -1;
  let sum: number = 0;
  if (work_chain2[c] === side) {
    if (j <= i || sameGroup(m, i, j)) {
      crossMotion(tmp, 0, cdof, 6 * j, cdof, 6 * i);
      sum += dot6(tmp, 0, originWrench, 6 * s);
    }
    if (carrier === side) crossForce(change, 0, cdof, 6 * j, originWrench, 6 * s);
    else wrenchByPointMotion(d, j, s);
  } else if (carrier !== side) {
    wrenchByFrameRotation(d, j, s);
  } else {
    return 0;
  }
  return sign * (sum + dot6(cdof, 6 * i, change, 0));
}

/** change = the wrench as its point moves with dof j: (dp x F, 0) */
function wrenchByPointMotion(d: Data, j: int, s: int): void {
  const { cdof } = d;
  cross3(tmp, 0, cdof, 6 * j, arms, 3 * s);
  addTo3(tmp, 0, cdof, 6 * j + 3);
  cross3(change, 0, tmp, 0, frameWrench, 3);
  zero3(change, 3);
}

/** change = the wrench as its frame, on the other side, rotates with dof j; about the point of this side */
function wrenchByFrameRotation(d: Data, j: int, s: int): void {
  const { cdof } = d;
  cross3(change, 3, cdof, 6 * j, frameWrench, 3);
  cross3(change, 0, arms, 3 * s, change, 3);
  cross3(tmp, 0, cdof, 6 * j, frameWrench, 0);
  addTo3(change, 0, tmp, 0);
}
