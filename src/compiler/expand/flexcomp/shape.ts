/** Points and elements of a flexcomp: generated, read from a file, or inline. */

import type { Flexcomp } from '../../../formats/spec/elements/deformable.ts';

export interface Shape {
  dim: number;
  /** 3 per point */
  point: number[];
  /** dim + 1 points per element */
  element: number[];
  /** 2 per point, or as `elemtexcoord` refers to them */
  texcoord: number[];
  elemtexcoord: number[];
}

/** A shape without points, with the given texture coordinates. */
export function emptyShape(comp: Flexcomp): Shape {
  return { dim: comp.dim, point: [], element: [], texcoord: comp.texcoord.slice(), elemtexcoord: [] };
}

/** Whether texture coordinates are generated with the points. */
export function needsTexture(comp: Flexcomp): boolean {
  return comp.texcoord.length === 0 && comp.material !== '';
}

/** Position i of n, from 0 to 1, in single precision. */
export function fraction(i: number, n: number): number {
  return Math.fround(i / Math.max(n - 1, 1));
}
