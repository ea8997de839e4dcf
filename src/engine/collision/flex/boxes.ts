import type { int } from '../../../math/int.ts';

/*  Boxes along the axes of the world: centre and half sizes. */

/** True if a ball about p does not reach a box. */
export function sphereApart(p: Float64Array, i: int, radius: number, box: Float64Array, b: int): boolean {
  for (let k = 0; k < 3; k++) {
    if (p[i + k] + radius < box[b + k] - box[b + 3 + k]) return true;
    if (p[i + k] - radius > box[b + k] + box[b + 3 + k]) return true;
  }
  return false;
}

/** True if two boxes are farther apart than the margin. */
export function boxesApart(box1: Float64Array, a: int, box2: Float64Array, b: int, margin: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (box1[a + k] + box1[a + 3 + k] + margin < box2[b + k] - box2[b + 3 + k]) return true;
    if (box2[b + k] + box2[b + 3 + k] + margin < box1[a + k] - box1[a + 3 + k]) return true;
  }
  return false;
}
