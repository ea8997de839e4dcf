import { polyVert, polyVertIndex, VERT } from '../../../../core/engine/collision/convex/gjk/workspace.ts';
import { support } from '../../../../core/engine/collision/convex/support/support.ts';
import {
  MARGIN,
  SHAPE,
  SHAPE_INT,
  shape,
  shapeInt,
  VERTEX,
} from '../../../../core/engine/collision/convex/workspace.ts';
import type { int } from '../../../../core/math/int.ts';
import type { Model } from '../../../../core/model/model.ts';
import { supportDir } from './workspace.ts';

/*  Vertices of the Minkowski difference (shape 0) - (shape 1). Both searches share one list. */

/** Lengths this much smaller than the vertices are rounding errors. */
export const ROUNDING = 5e-7;

/** Vertex v: the farthest point in the direction `toward`. */
export function findVertex(m: Model, v: int): void {
  const first = VERT * v;
  for (let k = 0; k < 2; k++) {
    const side: number = k === 0 ? 1 : -1;
    const x = side * supportDir[0];
    const y = side * supportDir[1];
    const z = side * supportDir[2];
    const half = 0.5 * shape[k * SHAPE + MARGIN];
    const at = first + 3 + 3 * k;
    support(m, k, x, y, z, polyVert, at);
    polyVert[at] += half * x;
    polyVert[at + 1] += half * y;
    polyVert[at + 2] += half * z;
    polyVertIndex[2 * v + k] = shapeInt[k * SHAPE_INT + VERTEX];
  }
  for (let c = first; c < first + 3; c++) polyVert[c] = polyVert[c + 3] - polyVert[c + 6];
}

/** Whether vertex v equals an earlier one. */
export function isKnown(v: int): boolean {
  const x = polyVert[VERT * v];
  const y = polyVert[VERT * v + 1];
  const z = polyVert[VERT * v + 2];
  let known = false;
  for (let k = 0; k < v && !known; k++) {
    known = polyVert[VERT * k] === x && polyVert[VERT * k + 1] === y && polyVert[VERT * k + 2] === z;
  }
  return known;
}

/** Extent of vertex v along `toward`. */
export function reachOf(v: int): number {
  return (
    supportDir[0] * polyVert[VERT * v] + supportDir[1] * polyVert[VERT * v + 1] + supportDir[2] * polyVert[VERT * v + 2]
  );
}

/** Distance of vertex v from the origin. */
export function vertexNorm(v: int): number {
  const x = polyVert[VERT * v];
  const y = polyVert[VERT * v + 1];
  const z = polyVert[VERT * v + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
