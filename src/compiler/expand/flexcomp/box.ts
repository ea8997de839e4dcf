/** Boxes, cylinders and ellipsoids: points on their surfaces. Volumes are fans of tetrahedra around a point in the
 *  middle; surfaces are open at the top. */

import { FlexcompType } from '../../../core/model/enums/spec.ts';
import { ExpandError } from '../../../formats/mjcf/expander.ts';
import { normalize } from '../../../formats/pose/frame.ts';
import type { Flexcomp } from '../../../formats/spec/elements/deformable.ts';
import { emptyShape, fraction, needsTexture, type Shape } from './shape.ts';

/** The sides in the order of their points: across z, across y, across x; each with its two axes, slow and fast. */
const SIDES = [
  { across: 2, slow: 0, fast: 1 },
  { across: 1, slow: 0, fast: 2 },
  { across: 0, slow: 1, fast: 2 },
] as const;

export function makeBox(comp: Flexcomp): Shape {
  const small = comp.count.findIndex((n) => n < 2);
  if (small >= 0)
    throw new ExpandError('count', `expected at least 2 points along each axis, found ${comp.count[small]}`);
  const shape = emptyShape(comp);
  if (comp.dim === 3) shape.point.push(0, 0, 0);
  if (needsTexture(comp)) shape.texcoord.push(0, 0);
  const index = addPoints(comp, shape);
  for (const side of SIDES) {
    for (const end of [0, comp.count[side.across] - 1]) addSide(comp, shape, index, side, end);
  }
  return shape;
}

/** Maps grid coordinates to points; a point on an edge belongs to the first of its sides. */
type Index = (at: readonly number[]) => number;

function addPoints(comp: Flexcomp, shape: Shape): Index {
  const { count, dim } = comp;
  const withTexture = needsTexture(comp);
  const id = new Map<number, number>();
  const key = (at: readonly number[]) => (at[0] * count[1] + at[1]) * count[2] + at[2];
  for (const { across, slow, fast } of SIDES) {
    for (const end of [0, count[across] - 1]) {
      if (isOpen(dim, across, end)) continue;
      const at = [0, 0, 0];
      at[across] = end;
      for (at[slow] = 0; at[slow] < count[slow]; at[slow]++) {
        for (at[fast] = 0; at[fast] < count[fast]; at[fast]++) {
          if (id.has(key(at))) continue;
          id.set(key(at), shape.point.length / 3);
          shape.point.push(...project(comp, at));
          if (withTexture) shape.texcoord.push(fraction(at[slow], count[slow]), fraction(at[fast], count[fast]));
        }
      }
    }
  }
  return (at) => id.get(key(at)) ?? 0;
}

/** Whether this is the missing lid of a surface. */
function isOpen(dim: number, across: number, end: number): boolean {
  return dim === 2 && across === 2 && end !== 0;
}

/** A grid point projected from the cube of half size 1 to the shape. */
function project({ count, spacing, type }: Flexcomp, at: readonly number[]): number[] {
  const pos = at.map((i, k) => (2 * i) / (count[k] - 1) - 1);
  const size = count.map((n, k) => 0.5 * spacing[k] * (n - 1));
  if (type === FlexcompType.ELLIPSOID) normalize(pos);
  if (type === FlexcompType.CYLINDER) {
    const reach = Math.max(Math.abs(pos[0]), Math.abs(pos[1]));
    const flat = pos.slice(0, 2);
    normalize(flat);
    return [flat[0] * (size[0] * reach), flat[1] * (size[1] * reach), pos[2] * size[2]];
  }
  return pos.map((x, k) => x * size[k]);
}

function addSide(comp: Flexcomp, shape: Shape, index: Index, side: (typeof SIDES)[number], end: number): void {
  const { count, dim } = comp;
  const { across, slow, fast } = side;
  if (isOpen(dim, across, end)) return;
  const triangles = dim === 3 ? VOLUME : SURFACE[across][end === 0 ? 0 : 1];
  const at = [0, 0, 0];
  at[across] = end;
  for (let i = 0; i < count[slow] - 1; i++) {
    for (let j = 0; j < count[fast] - 1; j++) {
      triangles.forEach(([di, dj], k) => {
        if (dim === 3 && k % 3 === 0) shape.element.push(0);
        at[slow] = i + di;
        at[fast] = j + dj;
        shape.element.push(index(at));
      });
    }
  }
}

type Corners = readonly (readonly [number, number])[];

/** The two triangles of a square of a side, as steps along its slow and fast axis. */
// biome-ignore format: two triangles a line
const VOLUME: Corners = [[0, 0], [1, 0], [1, 1], [0, 0], [0, 1], [1, 1]];

/** The same for surfaces, whose triangles all face outward: by the axis across, at its two ends. */
// biome-ignore format: two triangles a line
const SURFACE: Readonly<Record<number, readonly [Corners, Corners]>> = {
  2: [
    [[0, 0], [1, 1], [1, 0], [0, 0], [0, 1], [1, 1]],
    [[0, 0], [1, 0], [1, 1], [0, 0], [1, 1], [0, 1]],
  ],
  1: [
    [[0, 0], [1, 0], [1, 1], [0, 0], [1, 1], [0, 1]],
    [[1, 0], [0, 0], [0, 1], [1, 0], [0, 1], [1, 1]],
  ],
  0: [
    [[1, 0], [0, 0], [0, 1], [1, 0], [0, 1], [1, 1]],
    [[0, 0], [1, 0], [1, 1], [0, 0], [1, 1], [0, 1]],
  ],
};
