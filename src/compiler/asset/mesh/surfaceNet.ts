/** Triangulates the zero level set of a signed distance function: one vertex in each intersected grid cell, at the mean
 * of the edge intersections, and a quad across each intersected edge (S. Gibson,
 *  "Constrained Elastic Surface Nets", 1998). */
import { AssetError, type Claim } from '../../../formats/bytes/assetError.ts';
import { emptyMeshData, type MeshData } from './types.ts';

/** Cells along all three axes together, as in MuJoCo. */
const CELLS = 300;

/** A grid of samples. */
interface Grid {
  /** samples along each axis */
  readonly size: readonly [number, number, number];
  /** position of the first sample, and spacing */
  readonly origin: readonly number[];
  readonly step: readonly number[];
  readonly value: Float32Array;
}

/** @param box center and half sizes of a box around the surface */
export function surfaceNet(
  distance: (x: number, y: number, z: number) => number,
  box: readonly number[],
  claim: Claim,
): MeshData {
  if (!(box.length === 6 && box.every(Number.isFinite) && box.slice(3).every((half) => half > 0))) {
    throw new AssetError(`the box of the shape: expected a center and half sizes, found ${box.join(' ')}`);
  }
  const grid = sample(distance, box, claim);
  const vertexOf = new Map<number, number>();
  const vert: number[] = [];
  const cells = cutCells(grid);
  for (const cell of cells) addVertex(grid, cell, cellCoordinates(grid, cell), vertexOf, vert);
  const face: number[] = [];
  for (const cell of cells) addSquares(grid, cell, cellCoordinates(grid, cell), vertexOf, face);
  if (face.length === 0) throw new AssetError('the shape has no surface in its box');
  return { ...emptyMeshData(), vert: Float32Array.from(vert), face: Int32Array.from(face) };
}

function sample(distance: (x: number, y: number, z: number) => number, box: readonly number[], claim: Claim): Grid {
  const total = box[3] + box[4] + box[5];
  const size = [3, 4, 5].map((k) => Math.max(2, Math.floor((CELLS / total) * box[k]) + 1)) as [number, number, number];
  const origin = [0, 1, 2].map((k) => box[k] - box[k + 3]);
  const step = [0, 1, 2].map((k) => (2 * box[k + 3]) / (size[k] - 1));
  claim(4 * size[0] * size[1] * size[2]);
  const value = new Float32Array(size[0] * size[1] * size[2]);
  let at = 0;
  for (let k = 0; k < size[2]; k++) {
    for (let j = 0; j < size[1]; j++) {
      for (let i = 0; i < size[0]; i++) {
        value[at++] = distance(origin[0] + i * step[0], origin[1] + j * step[1], origin[2] + k * step[2]);
      }
    }
  }
  return { size, origin, step, value };
}

/** Intersected cells, by their first samples. They are a small fraction, so the rest is skipped quickly. */
function cutCells({ size, value }: Grid): number[] {
  const cells: number[] = [];
  const [y, z] = [size[0], size[0] * size[1]];
  /** number of the four samples shared by two cells that are inside */
  const inside = (at: number) =>
    Number(value[at] < 0) + Number(value[at + y] < 0) + Number(value[at + z] < 0) + Number(value[at + y + z] < 0);
  for (let k = 0; k + 1 < size[2]; k++) {
    for (let j = 0; j + 1 < size[1]; j++) {
      const row = y * j + z * k;
      let before = inside(row);
      for (let cell = row; cell < row + size[0] - 1; cell++) {
        const after = inside(cell + 1);
        if (before + after > 0 && before + after < 8) cells.push(cell);
        before = after;
      }
    }
  }
  return cells;
}

/** Indices of a cell along the axes. */
function cellCoordinates({ size }: Grid, cell: number): number[] {
  const row = Math.floor(cell / size[0]);
  return [cell % size[0], row % size[1], Math.floor(row / size[1])];
}

/** Stride of samples along an axis. */
const strideOf = ({ size }: Grid, axis: number) => (axis === 0 ? 1 : axis === 1 ? size[0] : size[0] * size[1]);

/** The vertex of an intersected cell. */
function addVertex(
  grid: Grid,
  cell: number,
  at: readonly number[],
  vertexOf: Map<number, number>,
  vert: number[],
): void {
  const { value, origin, step } = grid;
  const sum = [0, 0, 0];
  let cuts = 0;
  for (let corner = 0; corner < 8; corner++) {
    const here = value[cell + offsetOf(grid, corner)];
    for (let axis = 0; axis < 3; axis++) {
      if ((corner >> axis) & 1) continue;
      const there = value[cell + offsetOf(grid, corner | (1 << axis))];
      if (here < 0 === there < 0) continue;
      cuts++;
      for (let k = 0; k < 3; k++) sum[k] += k === axis ? here / (here - there) : (corner >> k) & 1;
    }
  }
  vertexOf.set(cell, vert.length / 3);
  for (let k = 0; k < 3; k++) vert.push(origin[k] + step[k] * (at[k] + sum[k] / cuts));
}

function offsetOf(grid: Grid, corner: number): number {
  return (corner & 1) + ((corner >> 1) & 1) * strideOf(grid, 1) + (corner >> 2) * strideOf(grid, 2);
}

/** Two outward triangles across each intersected edge that begins in the first corner of a cell. */
function addSquares(
  grid: Grid,
  cell: number,
  at: readonly number[],
  vertexOf: ReadonlyMap<number, number>,
  face: number[],
): void {
  const { value } = grid;
  for (let axis = 0; axis < 3; axis++) {
    const [b, c] = [(axis + 1) % 3, (axis + 2) % 3];
    const inside = value[cell] < 0;
    if (at[b] === 0 || at[c] === 0 || inside === value[cell + strideOf(grid, axis)] < 0) continue;
    const [db, dc] = [strideOf(grid, b), strideOf(grid, c)];
    const corners = [cell, cell - db, cell - db - dc, cell - dc].map((near) => vertexOf.get(near) ?? -1);
    const [p, q, r, s] = inside ? corners : corners.reverse();
    if (corners.includes(-1)) continue;
    face.push(p, q, r, p, r, s);
  }
}
