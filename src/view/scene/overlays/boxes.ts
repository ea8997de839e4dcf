/** Bounding boxes of the broad phase: one level of the tree of each body, mesh and flex, and leaves above it. */
import { type Data, GeomType, type Model } from '../../../index.ts';
import type { ViewSettings } from '../settings.ts';
import { at3, at9 } from './vectors.ts';
import type { Wireframe } from './wireframe.ts';

const UPRIGHT = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export function drawBoxes(m: Model, d: Data, s: ViewSettings, wireframe: Wireframe): void {
  if (s.flags.bodyBoxes) drawBodyBoxes(m, d, s.depth, wireframe);
  if (s.flags.meshBoxes) drawMeshBoxes(m, d, s.depth, wireframe);
  if (s.flags.meshBoxes) drawFlexBoxes(m, d, s, wireframe);
}

/** Maximum depth of the trees of the model. */
export function deepestBox(m: Model): number {
  return m.bvh_depth.reduce((max, depth) => Math.max(max, depth), 0);
}

function isVisible(m: Model, i: number, depth: number): boolean {
  return m.bvh_depth[i] === depth || (isLeaf(m, i) && m.bvh_depth[i]! < depth);
}

function isLeaf(m: Model, i: number): boolean {
  return m.bvh_child[2 * i] === -1 && m.bvh_child[2 * i + 1] === -1;
}

function boxColor(m: Model, d: Data, i: number): Float32Array {
  return m.vis.global.bvactive !== 0 && d.bvh_active[i] !== 0 ? m.vis.rgba.bvactive : m.vis.rgba.bv;
}

/** Boxes around geoms at the leaves; above them, boxes aligned with the inertial frame of the body. */
function drawBodyBoxes(m: Model, d: Data, depth: number, wireframe: Wireframe): void {
  for (let b = 0; b < m.nbody; b++) {
    const first = m.body_bvhadr[b]!;
    for (let i = first; i < first + m.body_bvhnum[b]!; i++) {
      if (!isVisible(m, i, depth)) continue;
      const g = m.bvh_nodeid[i]!;
      const rgba = boxColor(m, d, i);
      if (isLeaf(m, i)) boxIn(wireframe, d.geom_xpos, d.geom_xmat, g, m.geom_aabb, g, rgba);
      else boxIn(wireframe, d.xipos, d.ximat, b, m.bvh_aabb, i, rgba);
    }
  }
}

function drawMeshBoxes(m: Model, d: Data, depth: number, wireframe: Wireframe): void {
  for (let g = 0; g < m.ngeom; g++) {
    const mesh = m.geom_type[g] === GeomType.MESH ? m.geom_dataid[g]! : -1;
    if (mesh < 0) continue;
    const first = m.mesh_bvhadr[mesh]!;
    for (let i = first; i < first + m.mesh_bvhnum[mesh]!; i++)
      if (isVisible(m, i, depth)) boxIn(wireframe, d.geom_xpos, d.geom_xmat, g, m.bvh_aabb, i, boxColor(m, d, i));
  }
}

/** Boxes of flexes follow their vertices, aligned with the world axes. */
function drawFlexBoxes(m: Model, d: Data, s: ViewSettings, wireframe: Wireframe): void {
  for (let f = 0; f < m.nflex; f++) {
    if (!s.shows('flex', m.flex_group[f]!)) continue;
    const first = m.flex_bvhadr[f]!;
    for (let i = first; i < first + m.flex_bvhnum[f]!; i++) {
      if (!isVisible(m, i, s.depth)) continue;
      const at = 6 * (i - m.nbvhstatic);
      const [center, half] = [d.bvh_aabb_dyn.subarray(at, at + 3), d.bvh_aabb_dyn.subarray(at + 3, at + 6)];
      wireframe.box([0, 0, 0], UPRIGHT, center, half, boxColor(m, d, i));
    }
  }
}

/** Box k of a table, in frame i given by arrays of positions and matrices. */
function boxIn(
  wireframe: Wireframe,
  pos: Float64Array,
  mat: Float64Array,
  i: number,
  boxes: Float64Array,
  k: number,
  rgba: Float32Array,
): void {
  const box = boxes.subarray(6 * k, 6 * k + 6);
  wireframe.box(at3(pos, i), at9(mat, i), box.subarray(0, 3), box.subarray(3, 6), rgba);
}
