import { vert, vertIndex } from '../../../../core/engine/collision/convex/gjk/polytope.ts';
import { MARGIN, SHAPE, SHAPE_INT, shape, shapeInt, VERTEX } from '../../../../core/engine/collision/convex/shape.ts';
import { support, VERT } from '../../../../core/engine/collision/convex/support/support.ts';
import type { int } from '../../../../core/math/int.ts';
import type { Model } from '../../../../core/model/model.ts';

/*  Vertices of the Minkowski difference (shape 0) - (shape 1): one list serves both searches. */

/** Unit direction in which the next vertex is looked for. */
export const toward = new Float64Array(3);

/** Lengths that are this much smaller than the vertices are rounding. */
export const ROUNDING = 5e-7;

/** Vertex v: the farthest point in the direction `toward`. */
export function findVertex(m: Model, v: int): void {
  const first = VERT * v;
  for (let k = 0; k < 2; k++) {
    const side: number = k === 0 ? 1 : -1;
    const x = side * toward[0];
    const y = side * toward[1];
    const z = side * toward[2];
    const half = 0.5 * shape[k * SHAPE + MARGIN];
    const at = first + 3 + 3 * k;
    support(m, k, x, y, z, vert, at);
    vert[at] += half * x;
    vert[at + 1] += half * y;
    vert[at + 2] += half * z;
    vertIndex[2 * v + k] = shapeInt[k * SHAPE_INT + VERTEX];
  }
  for (let c = first; c < first + 3; c++) vert[c] = vert[c + 3] - vert[c + 6];
}

/** Whether vertex v is one of those before it. */
export function isKnown(v: int): boolean {
  const x = vert[VERT * v];
  const y = vert[VERT * v + 1];
  const z = vert[VERT * v + 2];
  let known = false;
  for (let k = 0; k < v && !known; k++) {
    known = vert[VERT * k] === x && vert[VERT * k + 1] === y && vert[VERT * k + 2] === z;
  }
  return known;
}

/** How far vertex v reaches along `toward`. */
export function reachOf(v: int): number {
  return toward[0] * vert[VERT * v] + toward[1] * vert[VERT * v + 1] + toward[2] * vert[VERT * v + 2];
}

/** Distance of vertex v from the origin. */
export function vertexNorm(v: int): number {
  const x = vert[VERT * v];
  const y = vert[VERT * v + 1];
  const z = vert[VERT * v + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
