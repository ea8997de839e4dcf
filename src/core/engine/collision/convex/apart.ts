import type { int } from '../../../math/int.ts';
import { copy3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { distanceAlong } from './gjk/gjk.ts';
import { gjkSeparation, gjkState, ITERATION, SEPARATED } from './gjk/workspace.ts';
import { forgetVertices } from './shape.ts';

/*  Cache of separating directions of convex geoms. Geoms move little per step, so such a direction usually separates
 *  them in the next step too: one support per shape replaces several in GJK. The cache affects only the time, not the
 *  result. */

/** Cache entries per geom: other geoms with a cached direction. */
const SLOTS = 4;

/** Geoms with a larger gap than this do not touch, whatever the rounding. */
const SURELY = 1e-6;

/** True if the shapes, made from these geoms, are still separated along their cached direction. */
export function areStillApart(m: Model, d: Data, g1: int, g2: int): boolean {
  const { work_apart_geom, work_apart_axis } = d;
  const at = pairSlot(g1, g2);
  if (work_apart_geom[at] !== g2 + 1) return false;
  if (distanceAlong(m, work_apart_axis, 3 * at) > SURELY) return true;
  work_apart_geom[at] = 0;
  // discard the supports: among equally far vertices GJK takes the one it finds first
  forgetVertices();
  return false;
}

/** Caches the direction that GJK found to separate these geoms, unless that was its initial direction. */
export function rememberApart(d: Data, g1: int, g2: int): void {
  const { work_apart_geom, work_apart_axis } = d;
  if (gjkState[SEPARATED] === 0 || gjkState[ITERATION] === 0) return;
  const at = pairSlot(g1, g2);
  work_apart_geom[at] = g2 + 1;
  copy3(work_apart_axis, 3 * at, gjkSeparation, 0);
}

function pairSlot(g1: int, g2: int): int {
  return SLOTS * g1 + (g2 & (SLOTS - 1));
}
