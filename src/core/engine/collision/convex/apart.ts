import type { int } from '../../../math/int.ts';
import { copy3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { distanceAlong } from './gjk/gjk.ts';
import { gjkSeparation, gjkState, ITERATION, SEPARATED } from './gjk/workspace.ts';
import { forgetVertices } from './shape.ts';

/*  Directions in which convex geoms were apart. Geoms move little in a step, so such a direction mostly separates them in the next
 *  one too: one support of each tells what GJK needs several for. It has no influence on what is found, only on the time. */

/** Other geoms that one geom remembers directions for. */
const SLOTS = 4;

/** Geoms that are apart by more than this do not touch, whatever the rounding. */
const SURELY = 1e-6;

/** Whether the shapes, which stand for these geoms, are still apart in the direction that is remembered for them. */
export function areStillApart(m: Model, d: Data, g1: int, g2: int): boolean {
  const { work_apart_geom, work_apart_axis } = d;
  const at = pairSlot(g1, g2);
  if (work_apart_geom[at] !== g2 + 1) return false;
  if (distanceAlong(m, work_apart_axis, 3 * at) > SURELY) return true;
  work_apart_geom[at] = 0;
  // as if nobody had looked: of vertices that are equally far, GJK takes the one it meets first
  forgetVertices();
  return false;
}

/** Remembers the direction in which GJK has found these geoms to be apart, unless the first one was it. */
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
