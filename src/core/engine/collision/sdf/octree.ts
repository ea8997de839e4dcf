import type { int } from '../../../math/int.ts';
import { set3, zero3 } from '../../../math/vec3.ts';
import type { Model } from '../../../model/model.ts';

/*  The distance field of a mesh: samples at the corners of an octree, interpolated in its leaves. */

/** Larger than any distance: result for meshes without a field. */
export const NOTHING = 1e10;

/** Distance inside the box of the octree to which outside points are moved. */
const INSET = 1e-6;
/** Slack of the boxes of the octree. */
const SLACK = 1e-8;
const DEPTH = 100;
/** Step of finite differences. */
const STEP = 1e-8;

/** The query point, and its coordinates in the leaf around it, 0 to 1. */
const inside = new Float64Array(3);
const a = new Float64Array(3);
const probe = new Float64Array(3);

/** Trilinear interpolation in the leaf at the point. Outside the tree: the value at the nearest point of its box plus
 *  the distance to that point. Meshes without a tree are far away. */
export function octreeDistance(m: Model, mesh: int, x: Float64Array, i: int): number {
  const { oct_aabb, oct_coeff } = m;
  const adr = m.mesh_octadr[mesh];
  if (adr < 0) return NOTHING;
  const way = projectIntoBox(oct_aabb, 6 * adr, x, i);
  const leaf = findLeaf(m, adr);
  if (leaf < 0) return NOTHING;
  let sum: number = 0;
  for (let j = 0; j < 8; j++) {
    const wx = (j & 1) !== 0 ? a[0] : 1 - a[0];
    const wy = (j & 2) !== 0 ? a[1] : 1 - a[1];
    const wz = (j & 4) !== 0 ? a[2] : 1 - a[2];
    sum += wx * wy * wz * oct_coeff[8 * leaf + j];
  }
  return way > 0 ? sum + way : sum;
}

/** res = gradient of the interpolation per leaf size, as in MuJoCo; finite differences outside the tree */
export function octreeGradient(m: Model, res: Float64Array, r: int, mesh: int, x: Float64Array, i: int): void {
  const { oct_aabb, oct_coeff } = m;
  const adr = m.mesh_octadr[mesh];
  zero3(res, r);
  if (adr < 0) return;
  if (projectIntoBox(oct_aabb, 6 * adr, x, i) > 0) {
    differences(m, res, r, mesh, x, i);
    return;
  }
  const leaf = findLeaf(m, adr);
  if (leaf < 0) return;
  for (let j = 0; j < 8; j++) {
    const wx = (j & 1) !== 0 ? a[0] : 1 - a[0];
    const wy = (j & 2) !== 0 ? a[1] : 1 - a[1];
    const wz = (j & 4) !== 0 ? a[2] : 1 - a[2];
    const value = oct_coeff[8 * leaf + j];
    res[r] += ((j & 1) !== 0 ? 1 : -1) * wy * wz * value;
    res[r + 1] += wx * ((j & 2) !== 0 ? 1 : -1) * wz * value;
    res[r + 2] += wx * wy * ((j & 4) !== 0 ? 1 : -1) * value;
  }
}

function differences(m: Model, res: Float64Array, r: int, mesh: int, x: Float64Array, i: int): void {
  const here = octreeDistance(m, mesh, x, i);
  for (let k = 0; k < 3; k++) {
    set3(probe, 0, x[i], x[i + 1], x[i + 2]);
    probe[k] += STEP;
    res[r + k] = (octreeDistance(m, mesh, probe, 0) - here) / STEP;
  }
}

/** inside = x, or the nearest point of the box (center and half sizes) slightly inside; returns the distance to the
 *  box, not positive inside. */
function projectIntoBox(box: Float64Array, o: int, x: Float64Array, i: int): number {
  let maxDist: number = -NOTHING;
  let sum: number = 0;
  for (let k = 0; k < 3; k++) maxDist = Math.max(maxDist, Math.abs(x[i + k] - box[o + k]) - box[o + 3 + k]);
  for (let k = 0; k < 3; k++) {
    const r = x[i + k] - box[o + k];
    const q = Math.abs(r) - box[o + 3 + k];
    inside[k] = x[i + k];
    if (maxDist <= 0 || q < 0) continue;
    sum += q * q;
    inside[k] -= r > 0 ? q + INSET : -(q + INSET);
  }
  return maxDist <= 0 ? maxDist : Math.sqrt(sum);
}

/** Leaf of the octree at `adr` that contains `inside`, -1 if none; a = coordinates in it, 0 to 1. */
function findLeaf(m: Model, adr: int): int {
  const { oct_aabb, oct_child } = m;
  let node = adr;
  for (let level = 0; level < DEPTH; level++) {
    const o = 6 * node;
    for (let k = 0; k < 3; k++) {
      const low = oct_aabb[o + k] - oct_aabb[o + 3 + k];
      const high = oct_aabb[o + k] + oct_aabb[o + 3 + k];
      if (inside[k] + SLACK < low || inside[k] - SLACK > high) return -1;
      a[k] = (inside[k] - low) / (high - low);
    }
    if (isLeaf(oct_child, 8 * node)) return node;
    const x = a[0] < 0.5 ? 0 : 1;
    const y = a[1] < 0.5 ? 0 : 1;
    const z = a[2] < 0.5 ? 0 : 1;
    const child = oct_child[8 * node + 4 * z + 2 * y + x];
    if (child < 0) return -1;
    node = adr + child;
  }
  return -1;
}

function isLeaf(children: Int32Array, c: int): boolean {
  for (let k = 0; k < 8; k++) if (children[c + k] !== -1) return false;
  return true;
}
