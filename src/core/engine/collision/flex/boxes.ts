import type { int } from '../../../math/int.ts';

/*  World-aligned boxes: center and half sizes. Unrolled by axis, because most pairs are separated along the first axis
 *  and these tests are the most frequent ones of flexes. */

/** True if a ball about p does not reach a box. */
export function sphereApart(p: Float64Array, i: int, radius: number, box: Float64Array, b: int): boolean {
  if (p[i] + radius < box[b] - box[b + 3] || p[i] - radius > box[b] + box[b + 3]) return true;
  if (p[i + 1] + radius < box[b + 1] - box[b + 4] || p[i + 1] - radius > box[b + 1] + box[b + 4]) return true;
  return p[i + 2] + radius < box[b + 2] - box[b + 5] || p[i + 2] - radius > box[b + 2] + box[b + 5];
}

/** True if two boxes are farther apart than the margin.
 *  @simd */
export function boxesApart(box1: Float64Array, a: int, box2: Float64Array, b: int, margin: number): boolean {
  if (box1[a] + box1[a + 3] + margin < box2[b] - box2[b + 3]) return true;
  if (box2[b] + box2[b + 3] + margin < box1[a] - box1[a + 3]) return true;
  if (box1[a + 1] + box1[a + 4] + margin < box2[b + 1] - box2[b + 4]) return true;
  if (box2[b + 1] + box2[b + 4] + margin < box1[a + 1] - box1[a + 4]) return true;
  if (box1[a + 2] + box1[a + 5] + margin < box2[b + 2] - box2[b + 5]) return true;
  return box2[b + 2] + box2[b + 5] + margin < box1[a + 2] - box1[a + 5];
}
