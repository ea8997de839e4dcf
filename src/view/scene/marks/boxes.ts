/** Bounding boxes that collision looks at first: one level of the tree of each body, mesh and flex, and leaves above it. */
import { type Data, GeomType, type Model } from '../../../index.ts';
import type { ViewSettings } from '../settings.ts';
import { at3, at9 } from './vectors.ts';
import type { Wires } from './wires.ts';

const UPRIGHT = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export function drawBoxes(m: Model, d: Data, s: ViewSettings, wires: Wires): void {
  if (s.flags.bodyBoxes) drawBodyBoxes(m, d, s.depth, wires);
  if (s.flags.meshBoxes) drawMeshBoxes(m, d, s.depth, wires);
  if (s.flags.meshBoxes) drawFlexBoxes(m, d, s, wires);
}

/** Most levels that a tree of the model has. */
export function deepestBox(m: Model): number {
  return m.bvh_depth.reduce((most, depth) => Math.max(most, depth), 0);
}

function isShown(m: Model, i: number, depth: number): boolean {
  return m.bvh_depth[i] === depth || (isLeaf(m, i) && m.bvh_depth[i]! < depth);
}

function isLeaf(m: Model, i: number): boolean {
  return m.bvh_child[2 * i] === -1 && m.bvh_child[2 * i + 1] === -1;
}

function colorOf(m: Model, d: Data, i: number): Float32Array {
  return m.vis.global.bvactive !== 0 && d.bvh_active[i] !== 0 ? m.vis.rgba.bvactive : m.vis.rgba.bv;
}

/** Boxes around geoms at the leaves; above them, boxes along the axes of the body's inertia. */
function drawBodyBoxes(m: Model, d: Data, depth: number, wires: Wires): void {
  for (let b = 0; b < m.nbody; b++) {
    const first = m.body_bvhadr[b]!;
    for (let i = first; i < first + m.body_bvhnum[b]!; i++) {
      if (!isShown(m, i, depth)) continue;
      const g = m.bvh_nodeid[i]!;
      const rgba = colorOf(m, d, i);
      if (isLeaf(m, i)) boxIn(wires, d.geom_xpos, d.geom_xmat, g, m.geom_aabb, g, rgba);
      else boxIn(wires, d.xipos, d.ximat, b, m.bvh_aabb, i, rgba);
    }
  }
}

function drawMeshBoxes(m: Model, d: Data, depth: number, wires: Wires): void {
  for (let g = 0; g < m.ngeom; g++) {
    const mesh = m.geom_type[g] === GeomType.MESH ? m.geom_dataid[g]! : -1;
    if (mesh < 0) continue;
    const first = m.mesh_bvhadr[mesh]!;
    for (let i = first; i < first + m.mesh_bvhnum[mesh]!; i++)
      if (isShown(m, i, depth)) boxIn(wires, d.geom_xpos, d.geom_xmat, g, m.bvh_aabb, i, colorOf(m, d, i));
  }
}

/** Boxes of flexes move with their vertices, along the axes of the world. */
function drawFlexBoxes(m: Model, d: Data, s: ViewSettings, wires: Wires): void {
  for (let f = 0; f < m.nflex; f++) {
    if (!s.shows('flex', m.flex_group[f]!)) continue;
    const first = m.flex_bvhadr[f]!;
    for (let i = first; i < first + m.flex_bvhnum[f]!; i++) {
      if (!isShown(m, i, s.depth)) continue;
      const at = 6 * (i - m.nbvhstatic);
      const [center, half] = [d.bvh_aabb_dyn.subarray(at, at + 3), d.bvh_aabb_dyn.subarray(at + 3, at + 6)];
      wires.box([0, 0, 0], UPRIGHT, center, half, colorOf(m, d, i));
    }
  }
}

/** Box k of a table, in frame i of some positions and matrices. */
function boxIn(
  wires: Wires,
  pos: Float64Array,
  mat: Float64Array,
  i: number,
  boxes: Float64Array,
  k: number,
  rgba: Float32Array,
): void {
  const box = boxes.subarray(6 * k, 6 * k + 6);
  wires.box(at3(pos, i), at9(mat, i), box.subarray(0, 3), box.subarray(3, 6), rgba);
}
