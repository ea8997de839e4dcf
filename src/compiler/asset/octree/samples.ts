/** A distance field on the corners of an octree. Hanging corners, in the middle of an edge or a side of a coarser cell,
 * have the mean of the cell's corners, so that the field is continuous. */
import type { Bvh } from '../bvh.ts';
import { MeshDistance } from './meshDistance.ts';
import { Octree, SIDES } from './octree.ts';

/** Model data of a mesh with a signed distance field. */
export interface SampledField {
  depth: Int32Array;
  /** 8 per node, relative to this octree */
  child: Int32Array;
  /** 6 per node: center and half sizes */
  aabb: Float64Array;
  /** 8 per node: distances at its corners */
  coeff: Float64Array;
}

const SAME = 1e-9;

/** The field of a mesh with vertices inside `aamm`. */
export function sampleMesh(
  vert: Float64Array,
  face: Int32Array,
  bvh: Bvh,
  aamm: ArrayLike<number>,
  maxDepth: number,
): SampledField {
  const octree = new Octree(vert, face, aamm, maxDepth);
  const distance = new MeshDistance(vert, face, bvh);
  const values = sampleCorners(octree, (x, y, z) => distance.at(x, y, z));
  return makeField(octree, values);
}

function makeField(octree: Octree, values: Float64Array): SampledField {
  const { aamm } = octree;
  const aabb = new Float64Array(6 * octree.count);
  for (let i = 0; i < aabb.length; i += 6) {
    for (let k = 0; k < 3; k++) {
      aabb[i + k] = (aamm[i + k] + aamm[i + 3 + k]) / 2;
      aabb[i + 3 + k] = (aamm[i + 3 + k] - aamm[i + k]) / 2;
    }
  }
  const coeff = new Float64Array(octree.corner.length);
  for (let c = 0; c < coeff.length; c++) coeff[c] = values[octree.corner[c]];
  return { depth: Int32Array.from(octree.depth), child: Int32Array.from(octree.child), aabb, coeff };
}

/** Breadth first, so that a hanging corner follows those that it depends on. */
function sampleCorners(octree: Octree, distance: (x: number, y: number, z: number) => number): Float64Array {
  const { vert, child, corner } = octree;
  const hanging = hangingCorners(octree);
  const values = new Float64Array(vert.length / 3);
  const done = new Uint8Array(values.length);
  const queue = [0];
  for (const node of queue) {
    for (let slot = 0; slot < 8; slot++) {
      const c = corner[8 * node + slot];
      if (!done[c]) {
        const on = hanging.get(c);
        values[c] = on ? mean(values, on) : distance(vert[3 * c], vert[3 * c + 1], vert[3 * c + 2]);
        done[c] = 1;
      }
    }
    for (let slot = 0; slot < 8; slot++) if (child[8 * node + slot] >= 0) queue.push(child[8 * node + slot]);
  }
  return values;
}

function mean(values: Float64Array, corners: readonly number[]): number {
  let sum = 0;
  for (const c of corners) sum += values[c];
  return sum / corners.length;
}

/** For each hanging corner: corners of a coarser neighbor. */
function hangingCorners(octree: Octree): Map<number, number[]> {
  const result = new Map<number, number[]>();
  for (const leaf of octree.leaves()) {
    for (const side of SIDES) {
      const other = octree.neighbor(leaf, side);
      if (other < 0 || octree.depth[other] >= octree.depth[leaf]) continue;
      for (const c of sideCorners(octree, leaf, side)) {
        if (result.has(c)) continue;
        const on = cornersAround(octree, other, c);
        if (on.length > 0) result.set(c, on);
      }
    }
  }
  return result;
}

function sideCorners(octree: Octree, node: number, [axis, upper]: readonly [number, 0 | 1]): number[] {
  const [d1, d2] = [(axis + 1) % 3, (axis + 2) % 3];
  return [0, 1, 2, 3].map((i) => octree.corner[8 * node + ((upper << axis) | ((i & 1) << d1) | ((i >> 1) << d2))]);
}

/** The two or four corners of a node around a point in the middle of its edge or side; none for a corner. */
function cornersAround({ aamm, vert, corner }: Octree, node: number, c: number): number[] {
  const low = [0, 1, 2].map((k) => Math.abs(vert[3 * c + k] - aamm[6 * node + k]) < SAME);
  const high = [0, 1, 2].map((k) => Math.abs(vert[3 * c + k] - aamm[6 * node + 3 + k]) < SAME);
  const free = [0, 1, 2].filter((k) => !low[k] && !high[k]);
  if (free.length === 0 || free.length === 3) return [];
  const fixed = high.reduce((bits, is, k) => bits | (Number(is) << k), 0);
  return freeCorners(free).map((bits) => corner[8 * node + (fixed | bits)]);
}

/** Slots with every combination of the free axes; of two, the first is the axis after the fixed one. */
function freeCorners(free: readonly number[]): number[] {
  if (free.length === 1) return [0, 1 << free[0]];
  const fixed = 3 - free[0] - free[1];
  const [d1, d2] = [(fixed + 1) % 3, (fixed + 2) % 3];
  return [0, 1, 2, 3].map((j) => ((j & 1) << d1) | ((j >> 1) << d2));
}
