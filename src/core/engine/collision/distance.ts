import type { int } from '../../math/int.ts';
import { addScl3, copy3, zero3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { ccd } from './convex/ccd.ts';
import { gjkState, gjkWitness1, gjkWitness2, NWITNESS } from './convex/gjk/workspace.ts';
import { setShape } from './convex/shape.ts';
import { clearHullCache } from './convex/support/smallHull.ts';
import { collidePair, distanceByGjk, typesCollide } from './dispatch.ts';
import { CON, CON_NORMAL, CON_POS } from './precontact.ts';
import { precontact } from './workspace.ts';

/** Signed distance of two geoms, at most `distmax`. Writes to work_fromto the segment from geom 1 to geom 2 between
 *  their nearest points, or zeros if they are farther apart.
 *  reads  m: geom_* mesh_* hfield_*   d: geom_xpos geom_xmat
 *  writes d: work_fromto */
export function geomDistance(m: Model, d: Data, geom1: int, geom2: int, distmax: number): number {
  const { geom_type } = m;
  const { work_fromto } = d;
  zero3(work_fromto, 0);
  zero3(work_fromto, 3);
  clearHullCache();
  const flip = geom_type[geom1] > geom_type[geom2];
  const g1 = flip ? geom2 : geom1;
  const g2 = flip ? geom1 : geom2;
  if (!typesCollide(geom_type[g1], geom_type[g2])) return distmax;
  if (distanceByGjk(geom_type[g1], geom_type[g2])) return distanceOfShapes(m, d, geom1, geom2, distmax);

  // nearest of the contacts with distmax as margin
  const n = collidePair(m, d, g1, g2, distmax, precontact);
  let dist = distmax;
  let nearest = -1;
  for (let k = 0; k < n; k++) {
    if (precontact[k * CON] < dist) {
      dist = precontact[k * CON];
      nearest = k;
    }
  }
  if (nearest >= 0) {
    const c = nearest * CON;
    const half = flip ? -0.5 * dist : 0.5 * dist;
    addScl3(work_fromto, 0, precontact, c + CON_POS, precontact, c + CON_NORMAL, -half);
    addScl3(work_fromto, 3, precontact, c + CON_POS, precontact, c + CON_NORMAL, half);
  }
  return dist;
}

/** Distance of two convex geoms by GJK, and by EPA if they overlap. */
function distanceOfShapes(m: Model, d: Data, g1: int, g2: int, distmax: number): number {
  const { work_fromto } = d;
  setShape(m, d, 0, g1, 0);
  setShape(m, d, 1, g2, 0);
  const dist = ccd(m, d, 1, distmax);
  if (gjkState[NWITNESS] > 0) {
    copy3(work_fromto, 0, gjkWitness1, 0);
    copy3(work_fromto, 3, gjkWitness2, 0);
  }
  return Math.min(dist, distmax);
}
