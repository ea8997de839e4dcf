import { EPS } from '../../formats/pose/frame.ts';
import { selectNth } from './selectNth.ts';

/** A bounding volume hierarchy in MuJoCo's order: depth first, left child first; missing child and nodeid are -1. */
export interface Bvh {
  nbvh: number;
  aabb: Float64Array; // 6 per node: center, half sizes
  child: Int32Array; // 2 per node, relative to this hierarchy
  nodeid: Int32Array; // per node: id of the element in a leaf, else -1
  depth: Int32Array; // per node
}

/** Elements to sort into a hierarchy. */
export interface BvhLeaf {
  id: ArrayLike<number>;
  pos: ArrayLike<number>; // 3 per element: sort position
  quat?: ArrayLike<number>; // 4 per element: rotation of its box, which is then moved to pos; without it the box is used as given
  aabb: ArrayLike<number>; // 6 per element: center, half sizes
}

/** Hierarchy of the leaves in the frame (ipos, iquat): split at the median of the longest axis, down to single leaves.
 * The caller omits geoms that never collide (contype = conaffinity = 0). */
export function buildBvh(leaf: BvhLeaf, ipos: ArrayLike<number>, iquat: ArrayLike<number>): Bvh {
  const n = leaf.id.length;
  const lpos = new Float64Array(3 * n);
  const inv = [iquat[0], -iquat[1], -iquat[2], -iquat[3]];
  const v = new Float64Array(3);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 3; k++) v[k] = leaf.pos[3 * i + k] - ipos[k];
    rotate(v, inv, 0);
    lpos.set(v, 3 * i);
  }
  return splitBoxes(leaf.id, lpos, minMaxBoxes(leaf, ipos, inv));
}

/** Min and max of every leaf's box, in the frame of the hierarchy. */
function minMaxBoxes(leaf: BvhLeaf, ipos: ArrayLike<number>, inv: number[]): Float64Array {
  const { aabb, quat, pos } = leaf;
  const n = leaf.id.length;
  const box = new Float64Array(6 * n);
  const v = new Float64Array(3);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < 3; k++) {
      box[6 * i + k] = aabb[6 * i + k] - aabb[6 * i + 3 + k];
      box[6 * i + 3 + k] = aabb[6 * i + k] + aabb[6 * i + 3 + k];
    }
    if (!quat) continue;
    const own = box.slice(6 * i, 6 * i + 6);
    box.fill(Number.MAX_VALUE, 6 * i, 6 * i + 3);
    box.fill(-Number.MAX_VALUE, 6 * i + 3, 6 * i + 6);
    for (let corner = 0; corner < 8; corner++) {
      for (let k = 0; k < 3; k++) v[k] = own[corner & (1 << k) ? 3 + k : k];
      rotate(v, quat, 4 * i);
      for (let k = 0; k < 3; k++) v[k] += pos[3 * i + k] - ipos[k];
      rotate(v, inv, 0);
      for (let k = 0; k < 3; k++) {
        box[6 * i + k] = Math.min(box[6 * i + k], v[k]);
        box[6 * i + 3 + k] = Math.max(box[6 * i + 3 + k], v[k]);
      }
    }
  }
  return box;
}

/** The hierarchy from positions and min-max boxes of its leaves. */
export function splitBoxes(id: ArrayLike<number>, lpos: Float64Array, box: Float64Array): Bvh {
  const n = id.length;
  const nbvh = n > 0 ? 2 * n - 1 : 0;
  const aabb = new Float64Array(6 * nbvh);
  const child = new Int32Array(2 * nbvh).fill(-1);
  const nodeid = new Int32Array(nbvh).fill(-1);
  const depth = new Int32Array(nbvh);
  const order = new Int32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  const mm = new Float64Array(6);
  let used = 0;

  const make = (from: number, to: number, level: number): number => {
    const node = used++;
    depth[node] = level;
    unite(mm, box, order, from, to);
    for (let k = 0; k < 3; k++) {
      // flat boxes get a minimum thickness
      if (Math.abs(mm[k] - mm[k + 3]) < EPS) {
        mm[k] -= EPS;
        mm[k + 3] += EPS;
      }
      aabb[6 * node + k] = (mm[k + 3] + mm[k]) / 2;
      aabb[6 * node + 3 + k] = (mm[k + 3] - mm[k]) / 2;
    }
    if (to - from === 1) {
      nodeid[node] = id[order[from]];
      return node;
    }
    const x = mm[3] - mm[0];
    const y = mm[4] - mm[1];
    const z = mm[5] - mm[2];
    let axis = y >= x + EPS ? 1 : 0;
    if (z >= (axis === 1 ? y : x) + EPS) axis = 2;
    const middle = from + ((to - from) >> 1);
    selectNth(order, from, middle, to, lpos, axis);
    child[2 * node] = make(from, middle, level + 1);
    child[2 * node + 1] = make(middle, to, level + 1);
    return node;
  };
  if (n > 0) make(0, n, 0);
  return { nbvh, aabb, child, nodeid, depth };
}

function unite(mm: Float64Array, box: Float64Array, order: Int32Array, from: number, to: number): void {
  let x0 = Number.MAX_VALUE;
  let y0 = x0;
  let z0 = x0;
  let x1 = -x0;
  let y1 = x1;
  let z1 = x1;
  for (let i = from; i < to; i++) {
    const b = 6 * order[i];
    if (box[b] < x0) x0 = box[b];
    if (box[b + 1] < y0) y0 = box[b + 1];
    if (box[b + 2] < z0) z0 = box[b + 2];
    if (box[b + 3] > x1) x1 = box[b + 3];
    if (box[b + 4] > y1) y1 = box[b + 4];
    if (box[b + 5] > z1) z1 = box[b + 5];
  }
  mm[0] = x0;
  mm[1] = y0;
  mm[2] = z0;
  mm[3] = x1;
  mm[4] = y1;
  mm[5] = z1;
}

// v = v rotated by q, exact for the identity
function rotate(v: Float64Array, q: ArrayLike<number>, j: number): void {
  const w = q[j];
  const x = q[j + 1];
  const y = q[j + 2];
  const z = q[j + 3];
  if (w === 1 && x === 0 && y === 0 && z === 0) return;
  const tx = w * v[0] + y * v[2] - z * v[1];
  const ty = w * v[1] + z * v[0] - x * v[2];
  const tz = w * v[2] + x * v[1] - y * v[0];
  v[0] += 2 * (y * tz - z * ty);
  v[1] += 2 * (z * tx - x * tz);
  v[2] += 2 * (x * ty - y * tx);
}
