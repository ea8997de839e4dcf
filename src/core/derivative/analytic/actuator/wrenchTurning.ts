import { mergeChain } from '../../../engine/tree/chain.ts';
import type { int } from '../../../math/int.ts';
import { mulMatVec3 } from '../../../math/mat3.ts';
import { crossForce, crossMotion, dot6 } from '../../../math/spatial.ts';
import { addTo3, copy3, cross3, sub3, zero3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { FIRST, markSides, SECOND } from '../constraint/wrench.ts';
import { Mat, matAt } from '../layout.ts';
import { sameGroup } from '../tree/groups.ts';

/*  The moment of a wrench (torque, force) that pushes the body of a site at the site, and that of a reference site the other
 *  way. It is fixed in the frame of one of them, and turns with it. */

const fixed = new Float64Array(6);
// the wrench about the origin of the axes on each side
const about = new Float64Array(12);
const points = new Float64Array(6);
const arms = new Float64Array(6);
const moved = new Float64Array(6);
const change = new Float64Array(6);

/** The wrench: a gear (force, torque) in the frame of a site. */
export function siteWrench(d: Data, site: int, gear: Float64Array, g: int): void {
  mulMatVec3(fixed, 0, d.site_xmat, 9 * site, gear, g + 3);
  mulMatVec3(fixed, 3, d.site_xmat, 9 * site, gear, g);
}

/** T = how the moment changes, over the dofs of work_chain; returns their number. `ref` is -1 for none. Dofs that move both sites
 *  turn everything at once, and have no moment. */
export function wrenchTurning(m: Model, d: Data, w: Float64Array, site: int, ref: int, inRef: boolean): int {
  const { site_bodyid } = m;
  const { work_chain } = d;
  const b1 = site_bodyid[site];
  const b2 = ref < 0 ? 0 : site_bodyid[ref];
  const n = mergeChain(m, work_chain, b1, b2, ref >= 0);
  markSides(m, d, b1, b2, n);
  setSide(m, d, site, 0);
  if (ref >= 0) setSide(m, d, ref, 1);
  const T = matAt(m, Mat.TENDON);
  const carrier = inRef ? SECOND : FIRST;
  for (let r = 0; r < n; r++) {
    for (let c = 0; c < n; c++) w[T + r * n + c] = turning(m, d, r, c, carrier);
  }
  return n;
}

function setSide(m: Model, d: Data, site: int, side: int): void {
  const s = 3 * side;
  copy3(points, s, d.site_xpos, 3 * site);
  sub3(arms, s, points, s, d.subtree_com, 3 * m.body_rootid[m.site_bodyid[site]]);
  cross3(about, 6 * side, arms, s, fixed, 3);
  addTo3(about, 6 * side, fixed, 0);
  copy3(about, 6 * side + 3, fixed, 3);
}

/** How S_i . W changes with dof j, i and j being the r-th and c-th dof: S_i turns with a dof before it on its own side, W with
 *  one of the carrier, and its point with one of its own side. */
function turning(m: Model, d: Data, r: int, c: int, carrier: int): number {
  const { cdof, work_chain, work_chain2 } = d;
  const i = work_chain[r];
  const j = work_chain[c];
  const side = work_chain2[r];
  const s = side === FIRST ? 0 : 1;
  const sign: number = side === FIRST ? 1 : -1;
  let sum: number = 0;
  if (work_chain2[c] === side) {
    if (j <= i || sameGroup(m, i, j)) {
      crossMotion(moved, 0, cdof, 6 * j, cdof, 6 * i);
      sum += dot6(moved, 0, about, 6 * s);
    }
    if (carrier === side) crossForce(change, 0, cdof, 6 * j, about, 6 * s);
    else movedPoint(d, j, s);
  } else if (carrier !== side) {
    turnedWrench(d, j, s);
  } else {
    return 0;
  }
  return sign * (sum + dot6(cdof, 6 * i, change, 0));
}

/** change = the wrench as its point moves with dof j: (dp x F, 0) */
function movedPoint(d: Data, j: int, s: int): void {
  const { cdof } = d;
  cross3(moved, 0, cdof, 6 * j, arms, 3 * s);
  addTo3(moved, 0, cdof, 6 * j + 3);
  cross3(change, 0, moved, 0, fixed, 3);
  zero3(change, 3);
}

/** change = the wrench as its frame turns with dof j, on the other side, about the point of this one */
function turnedWrench(d: Data, j: int, s: int): void {
  const { cdof } = d;
  cross3(change, 3, cdof, 6 * j, fixed, 3);
  cross3(change, 0, arms, 3 * s, change, 3);
  cross3(moved, 0, cdof, 6 * j, fixed, 0);
  addTo3(change, 0, moved, 0);
}
