/** An octree around the surface of a mesh: cells that intersect triangles are split, down to a maximum depth, and
 * neighbors differ by at most one level. */
import { boxTriangle } from './boxTriangle.ts';

/** Size of the root relative to the mesh. */
const ROOM = 1.1;

/** Sides of a cell: axis, and whether it is the upper side. */
export const SIDES: readonly (readonly [number, 0 | 1])[] = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
  [2, 0],
  [2, 1],
];

/** Nodes are in order of creation. */
export class Octree {
  readonly maxDepth: number;
  readonly depth: number[] = [];
  /** 8 per node, -1 in a leaf */
  readonly child: number[] = [];
  /** 6 per node: min and max */
  readonly aamm: number[] = [];
  /** 8 per node: ids of the corners; bit k of the slot selects the upper one along axis k */
  readonly corner: number[] = [];
  /** 3 per corner */
  readonly vert: number[] = [];
  /** 3 per node: origin, in cells of the maximum depth */
  readonly #origin: number[] = [];
  readonly #corners = new Map<number, number>();

  /** @param aamm min and max of the corners of all triangles */
  constructor(vert: Float64Array, face: Int32Array, aamm: ArrayLike<number>, maxDepth: number) {
    this.maxDepth = maxDepth;
    this.#add(0, rootBox(aamm), [0, 0, 0]);
    this.#split(cornersOf(vert, face));
    this.#balance();
  }

  get count(): number {
    return this.depth.length;
  }

  isLeaf(node: number): boolean {
    return this.child[8 * node] < 0;
  }

  /** Split nodes that intersect triangles, breadth first. */
  #split(triangles: Float64Array): void {
    const box = new Float64Array(6);
    let waiting = [{ node: 0, inside: Int32Array.from({ length: triangles.length / 9 }, (_, i) => 9 * i) }];
    while (waiting.length > 0) {
      const next: typeof waiting = [];
      for (const { node, inside } of waiting) {
        for (let k = 0; k < 6; k++) box[k] = this.aamm[6 * node + k];
        const cut = inside.filter((t) => boxTriangle(triangles, t, box, 0));
        if (cut.length === 0 || this.depth[node] >= this.maxDepth) continue;
        this.#subdivide(node);
        for (let slot = 0; slot < 8; slot++) next.push({ node: this.child[8 * node + slot], inside: cut });
      }
      waiting = next;
    }
  }

  #subdivide(node: number): void {
    const depth = this.depth[node] + 1;
    const size = 1 << (this.maxDepth - depth);
    for (let slot = 0; slot < 8; slot++) {
      const box = new Array<number>(6);
      const origin = new Array<number>(3);
      for (let k = 0; k < 3; k++) {
        const low = this.aamm[6 * node + k];
        const high = this.aamm[6 * node + 3 + k];
        const upper = (slot >> k) & 1;
        box[k] = upper ? (high + low) / 2 : low;
        box[k + 3] = upper ? high : (low + high) / 2;
        origin[k] = this.#origin[3 * node + k] + upper * size;
      }
      this.child[8 * node + slot] = this.#add(depth, box, origin);
    }
  }

  #add(depth: number, box: readonly number[], origin: readonly number[]): number {
    const node = this.count;
    const size = 1 << (this.maxDepth - depth);
    this.depth.push(depth);
    this.aamm.push(...box);
    this.#origin.push(...origin);
    for (let slot = 0; slot < 8; slot++) {
      const [x, y, z] = [slot & 1, (slot >> 1) & 1, slot >> 2];
      const [i, j, k] = [origin[0] + x * size, origin[1] + y * size, origin[2] + z * size];
      this.child.push(-1);
      this.corner.push(this.#cornerAt(i, j, k, box[3 * x], box[1 + 3 * y], box[2 + 3 * z]));
    }
    return node;
  }

  /** Id of the corner at a lattice point of the maximum depth, shared by all nodes that meet there. */
  #cornerAt(i: number, j: number, k: number, x: number, y: number, z: number): number {
    const side = 2 ** this.maxDepth + 1;
    const key = i + side * (j + side * k);
    const known = this.#corners.get(key);
    if (known !== undefined) return known;
    const fresh = this.vert.length / 3;
    this.#corners.set(key, fresh);
    this.vert.push(x, y, z);
    return fresh;
  }

  /** The leaf beyond the middle of a side of a node, -1 at the border. If several meet there, the lowest. */
  neighbor(node: number, [axis, upper]: readonly [number, 0 | 1]): number {
    const size = 1 << (this.maxDepth - this.depth[node]);
    const origin = this.#origin;
    const far = upper ? size + 1 : -size - 1;
    // in half cells of the lattice
    const x = 2 * origin[3 * node] + size + (axis === 0 ? far : 0);
    const y = 2 * origin[3 * node + 1] + size + (axis === 1 ? far : 0);
    const z = 2 * origin[3 * node + 2] + size + (axis === 2 ? far : 0);
    const whole = 2 << this.maxDepth;
    if (Math.min(x, y, z) < 0 || Math.max(x, y, z) > whole) return -1;
    let found = 0;
    while (!this.isLeaf(found)) {
      const half = 1 << (this.maxDepth - this.depth[found]);
      let slot = x > 2 * origin[3 * found] + half ? 1 : 0;
      if (y > 2 * origin[3 * found + 1] + half) slot |= 2;
      if (z > 2 * origin[3 * found + 2] + half) slot |= 4;
      found = this.child[8 * found + slot];
    }
    return found;
  }

  leaves(): number[] {
    return [...this.depth.keys()].filter((node) => this.isLeaf(node));
  }

  /** Split leaves until neighbors differ by at most one level. */
  #balance(): void {
    for (let coarse = this.#tooCoarse(); coarse.length > 0; coarse = this.#tooCoarse()) {
      for (const node of coarse) if (this.isLeaf(node)) this.#subdivide(node);
    }
  }

  #tooCoarse(): number[] {
    const result: number[] = [];
    for (const leaf of this.leaves()) {
      for (const side of SIDES) {
        const other = this.neighbor(leaf, side);
        if (other < 0) continue;
        if (this.depth[other] > this.depth[leaf] + 1) result.push(leaf);
        if (this.depth[leaf] > this.depth[other] + 1) result.push(other);
      }
    }
    return result;
  }
}

function rootBox(aamm: ArrayLike<number>): number[] {
  const box = new Array<number>(6);
  for (let k = 0; k < 3; k++) {
    const center = (aamm[k] + aamm[k + 3]) / 2;
    const half = (aamm[k + 3] - aamm[k]) / 2;
    box[k] = center - ROOM * half;
    box[k + 3] = center + ROOM * half;
  }
  return box;
}

/** Nine values per triangle. */
function cornersOf(vert: Float64Array, face: Int32Array): Float64Array {
  const result = new Float64Array(3 * face.length);
  face.forEach((v, i) => {
    result.set(vert.subarray(3 * v, 3 * v + 3), 3 * i);
  });
  return result;
}
