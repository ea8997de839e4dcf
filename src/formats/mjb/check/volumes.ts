/** Bounding volume hierarchies and octrees: each is one range of nodes, parents come before their children, and leaves
 * name existing elements. This guarantees that traversals end, and that their stacks suffice. */
import type { Model } from '../../../core/model/model.ts';
import { expectPacked, expectSize, expectValue, expectWithin, fail } from './expect.ts';

/** A kind of elements with hierarchies: its fields, and the elements that leaves may name. */
interface Owner {
  readonly adr: string;
  readonly adrs: Int32Array;
  readonly num: string;
  readonly nums: Int32Array;
  /** Allowed range of nodes. */
  readonly from: number;
  readonly to: number;
  readonly first: (k: number) => number;
  readonly count: (k: number) => number;
  /** Whether an inner node may name an element: only its children define what it is. */
  readonly keeps: boolean;
}

export function checkVolumes(m: Model): void {
  const { nbvh, nbvhstatic, nbvhdynamic } = m;
  expectSize('nbvh', nbvh, nbvhstatic + nbvhdynamic);
  const zero = () => 0;
  // unused volumes of fused bodies remain at the end
  let end = checkOwner(m, 0, {
    ...{ adr: 'body_bvhadr', adrs: m.body_bvhadr, num: 'body_bvhnum', nums: m.body_bvhnum, from: 0, to: nbvhstatic },
    ...{ first: (i) => m.body_geomadr[i], count: (i) => m.body_geomnum[i], keeps: true },
  });
  end = checkOwner(m, end, {
    ...{ adr: 'mesh_bvhadr', adrs: m.mesh_bvhadr, num: 'mesh_bvhnum', nums: m.mesh_bvhnum, from: 0, to: nbvhstatic },
    ...{ first: zero, count: (i) => m.mesh_facenum[i], keeps: false },
  });
  end = checkOwner(m, nbvhstatic, {
    ...{ adr: 'flex_bvhadr', adrs: m.flex_bvhadr, num: 'flex_bvhnum', nums: m.flex_bvhnum, from: nbvhstatic, to: nbvh },
    ...{ first: zero, count: (i) => m.flex_elemnum[i], keeps: false },
  });
  expectSize('nbvhdynamic', nbvhdynamic, end - nbvhstatic);
}

/** Check the hierarchies of all elements of a kind, after node `start`; returns the end of the last one. */
function checkOwner(m: Model, start: number, owner: Owner): number {
  const { adr, adrs, num, nums, from, to, count } = owner;
  let end = start;
  for (let k = 0; k < nums.length; k++) {
    if (nums[k] === 0) {
      expectValue(adr, adrs, k, -1, 'as there are no nodes');
      continue;
    }
    if (adrs[k] < end || adrs[k] < from)
      fail(adr, k, `at least ${Math.max(from, end)}, after the previous ones`, adrs[k]);
    if (adrs[k] + nums[k] > to) fail(num, k, `at most ${to - adrs[k]} nodes`, nums[k]);
    if (nums[k] > 2 * count(k) - 1) fail(num, k, `at most ${Math.max(0, 2 * count(k) - 1)} nodes`, nums[k]);
    checkHierarchy(m, adrs[k], nums[k], owner, k);
    end = adrs[k] + nums[k];
  }
  return end;
}

/** Nodes of one hierarchy are numbered depth first: the first child follows its parent, the second one follows the
 * subtree of the first. */
function checkHierarchy(m: Model, adr: number, num: number, owner: Owner, k: number): void {
  const { bvh_child, bvh_nodeid, bvh_depth } = m;
  const first = owner.first(k);
  const end = first + owner.count(k);
  // pending second children, and their depths
  const waiting: number[] = [];
  let depth = 0;
  for (let i = 0; i < num; i++) {
    const node = adr + i;
    const second = bvh_child[2 * node + 1];
    expectValue('bvh_depth', bvh_depth, node, depth, 'by its place in the hierarchy');
    if (bvh_child[2 * node] !== -1) {
      expectValue('bvh_child', bvh_child, 2 * node, i + 1, 'the node that follows');
      expectWithin('bvh_child', bvh_child, 2 * node + 1, i + 2, num);
      if (!owner.keeps) expectValue('bvh_nodeid', bvh_nodeid, node, -1, 'as it has children');
      else if (bvh_nodeid[node] !== -1) expectWithin('bvh_nodeid', bvh_nodeid, node, first, end);
      depth++;
      waiting.push(second, depth);
      continue;
    }
    expectValue('bvh_child', bvh_child, 2 * node + 1, -1, 'as there is no first child');
    expectWithin('bvh_nodeid', bvh_nodeid, node, first, end);
    const next = waiting.length === 0 ? num : waiting[waiting.length - 2];
    if (next !== i + 1) fail('bvh_child', 2 * node, `a tree of ${num} nodes, depth first`, -1);
    depth = waiting.pop() ?? 0;
    waiting.pop();
  }
}

export function checkOctree(m: Model): void {
  const { nmesh, noct, mesh_octadr, mesh_octnum, oct_child, oct_depth } = m;
  expectPacked('mesh_octadr', mesh_octadr, 'mesh_octnum', mesh_octnum, 'noct', noct);
  for (let k = 0; k < nmesh; k++) {
    const num = mesh_octnum[k];
    if (num === 0) expectValue('mesh_octadr', mesh_octadr, k, -1, 'as there are no nodes');
    for (let i = 0; i < num; i++) {
      const node = mesh_octadr[k] + i;
      if (i === 0) expectValue('oct_depth', oct_depth, node, 0, 'the root');
      for (let c = 8 * node; c < 8 * node + 8; c++) {
        if (oct_child[c] === -1) continue;
        expectWithin('oct_child', oct_child, c, i + 1, num);
        const child = mesh_octadr[k] + oct_child[c];
        expectValue('oct_depth', oct_depth, child, oct_depth[node] + 1, 'one more than that of its parent');
      }
    }
  }
}
