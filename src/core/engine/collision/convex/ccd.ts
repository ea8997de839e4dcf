import type { int } from '../../../math/int.ts';
import { addToScl3, normalize3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { multicontact } from './faces/multicontact.ts';
import { epa } from './gjk/epa.ts';
import { FAR, gjk } from './gjk/gjk.ts';
import { startPolytope } from './gjk/polytope.ts';
import { gjkState, gjkWitness1, gjkWitness2, gjkWitnessDist, NSIMPLEX, NWITNESS, SEPARATED } from './gjk/workspace.ts';
import { shapeCenter } from './shape.ts';
import { KIND, Kind, MARGIN, SHAPE, SHAPE_INT, SIZE, shape, shapeInt } from './workspace.ts';

const direction = new Float64Array(3);

/** Distance of the two shapes, negative if they overlap: the minimum over the witness pairs that it writes, up to
 *  `maxContacts` of them for flat features. Distances above `cutoff` are not computed; cutoff 0 is for contacts
 *  only. */
export function ccd(m: Model, d: Data, maxContacts: int, cutoff: number): number {
  const tolerance = m.opt.ccd_tolerance;
  const iterations = m.opt.ccd_iterations;
  startAtCenters();
  if (isRound(0) || isRound(1)) {
    roundDistance(m, tolerance, iterations, cutoff);
    // the cores are separated: nothing else is needed
    if (gjkWitnessDist[0] > tolerance) {
      inflate(coreRadius(0), coreRadius(1));
      if (gjkWitnessDist[0] > cutoff) gjkWitnessDist[0] = FAR;
      return gjkWitnessDist[0];
    }
    startAtCenters();
  }
  gjk(m, tolerance, iterations, cutoff);
  if (gjkWitnessDist[0] <= tolerance && gjkState[NSIMPLEX] > 1 && gjkState[SEPARATED] === 0) {
    gjkWitnessDist[0] = 0;
    if (startPolytope(m)) {
      const face = epa(m, tolerance, iterations);
      if (maxContacts > 1 && face >= 0) multicontact(m, d, face, maxContacts);
    }
  }
  let minDist = gjkWitnessDist[0];
  for (let k = 1; k < gjkState[NWITNESS]; k++) minDist = Math.min(minDist, gjkWitnessDist[k]);
  return minDist;
}

function startAtCenters(): void {
  shapeCenter(0, gjkWitness1, 0);
  shapeCenter(1, gjkWitness2, 0);
}

export function isRound(k: int): boolean {
  const kind = shapeInt[k * SHAPE_INT + KIND];
  return kind === Kind.SPHERE || kind === Kind.CAPSULE;
}

/** Radius of a round shape with its half of the margin. */
export function coreRadius(k: int): number {
  return isRound(k) ? shape[k * SHAPE + SIZE] + 0.5 * shape[k * SHAPE + MARGIN] : 0;
}

/** GJK with spheres shrunk to points and capsules to segments. */
function roundDistance(m: Model, tolerance: number, iterations: int, cutoff: number): void {
  const kind0 = shapeInt[KIND];
  const kind1 = shapeInt[SHAPE_INT + KIND];
  const margin0 = shape[MARGIN];
  const margin1 = shape[SHAPE + MARGIN];
  const reach = cutoff + (coreRadius(0) + coreRadius(1));
  shrink(0);
  shrink(1);
  gjk(m, tolerance, iterations, reach);
  shapeInt[KIND] = kind0;
  shapeInt[SHAPE_INT + KIND] = kind1;
  shape[MARGIN] = margin0;
  shape[SHAPE + MARGIN] = margin1;
}

export function shrink(k: int): void {
  if (!isRound(k)) return;
  const i = k * SHAPE_INT + KIND;
  shapeInt[i] = shapeInt[i] === Kind.SPHERE ? Kind.POINT : Kind.LINE;
  shape[k * SHAPE + MARGIN] = 0;
}

/** Moves the witness points of the cores to the surfaces. */
function inflate(radius0: number, radius1: number): void {
  sub3(direction, 0, gjkWitness2, 0, gjkWitness1, 0);
  normalize3(direction, 0);
  if (radius0 !== 0) addToScl3(gjkWitness1, 0, direction, 0, radius0);
  if (radius1 !== 0) addToScl3(gjkWitness2, 0, direction, 0, -radius1);
  gjkWitnessDist[0] -= radius0 + radius1;
}
