/** Selects the triangles of a flex to draw. */
import type { Model } from '../../../index.ts';
import type { Triangles } from './surface.ts';

/** Faces of a tetrahedron, oriented outward. */
const SIDES = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] as const;

/**
 * Surface of a flex of dimension 2 or 3; for a volume, alternatively its elements in one layer, counted from 1 inward.
 */
export function flexTriangles(m: Model, f: number, layer: number): Triangles {
  const from = m.flex_elemdataadr[f]!;
  const count = m.flex_elemnum[f]!;
  if (m.flex_dim[f] === 2) return cornerTriangles(m, f, range(from, 3 * count));
  if (layer === 0) return shell(m, f);
  const corners: number[] = [];
  for (let e = 0; e < count; e++) {
    if (m.flex_elemlayer[m.flex_elemadr[f]! + e] !== layer - 1) continue;
    for (const side of SIDES) corners.push(from + 4 * e + side);
  }
  return cornerTriangles(m, f, corners);
}

/** Maximum number of layers of a volume in the model. */
export function maxLayers(m: Model): number {
  let max = 0;
  for (let f = 0; f < m.nflex; f++) {
    if (m.flex_dim[f] !== 3) continue;
    const from = m.flex_elemadr[f]!;
    for (let e = 0; e < m.flex_elemnum[f]!; e++) max = Math.max(max, 1 + m.flex_elemlayer[from + e]!);
  }
  return max;
}

/** Outer faces of a volume. The model lists them by vertex; a vertex has one texture coordinate, that of an element. */
function shell(m: Model, f: number): Triangles {
  const from = m.flex_shelldataadr[f]!;
  const vertex = m.flex_shell.slice(from, from + 3 * m.flex_shellnum[f]!);
  if (m.flex_texcoordadr[f]! < 0) return { vertex };
  const texcoords = new Map<number, number>();
  const first = m.flex_elemdataadr[f]!;
  for (let k = first; k < first + 4 * m.flex_elemnum[f]!; k++) texcoords.set(m.flex_elem[k]!, m.flex_elemtexcoord[k]!);
  return { vertex, texcoord: Array.from(vertex, (v) => texcoords.get(v)!) };
}

const range = (from: number, count: number) => Array.from({ length: count }, (_, k) => from + k);

/** Corners of elements by their indices in `flex_elem`. */
function cornerTriangles(m: Model, f: number, corners: readonly number[]): Triangles {
  const vertex = corners.map((at) => m.flex_elem[at]!);
  return m.flex_texcoordadr[f]! < 0 ? { vertex } : { vertex, texcoord: corners.map((at) => m.flex_elemtexcoord[at]!) };
}
