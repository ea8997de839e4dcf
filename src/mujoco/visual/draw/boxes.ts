/** Bounding volumes of bodies, meshes and octrees, and readings of tactile sensors. */
import { mulMatVec3 } from '../../../core/math/mat3.ts';
import { cross3, normalize3 } from '../../../core/math/vec3.ts';
import { MINVAL } from '../../../core/model/constants.ts';
import { GeomType, ObjType, SensorType } from '../../../core/model/enums.ts';
import { type Drawing, inGroup, mat3, type Owner, vec3 } from '../drawing.ts';
import { VisFlag } from '../enums.ts';
import { drawLattice } from '../soft/nodes.ts';

/** A wireframe box with center and half sizes in a frame. */
function box(
  draw: Drawing,
  id: number,
  aabb: Float64Array,
  pos: Float64Array,
  mat: Float64Array,
  rgba: ArrayLike<number>,
): void {
  const center = new Float64Array(3);
  mulMatVec3(center, 0, mat, 0, aabb, 0);
  for (let k = 0; k < 3; k++) center[k] += pos[k];
  draw.shape({ id }, { type: GeomType.LINEBOX, size: aabb.subarray(3, 6), pos: center, mat, rgba });
}

/** Whether a node is at the visible depth, or a leaf above it. */
function isShown({ m, opt }: Drawing, i: number): boolean {
  const leaf = isLeaf(m, i);
  return m.bvh_depth[i] === opt.bvh_depth || (leaf && m.bvh_depth[i] < opt.bvh_depth);
}

function isLeaf(m: Drawing['m'], i: number): boolean {
  return m.bvh_child[2 * i] === -1 && m.bvh_child[2 * i + 1] === -1;
}

export function drawBodyBoxes(draw: Drawing): void {
  const { m, d } = draw;
  if (!draw.has(VisFlag.BODYBVH)) return;
  for (let body = 0; body < m.nbody; body++) {
    const start = m.body_bvhadr[body];
    for (let i = Math.max(0, start); i < start + m.body_bvhnum[body]; i++) {
      if (!isShown(draw, i)) continue;
      const active = m.vis.global.bvactive !== 0 && d.bvh_active[i] !== 0;
      const rgba = active ? m.vis.rgba.bvactive : m.vis.rgba.bv;
      if (isLeaf(m, i)) {
        const g = m.bvh_nodeid[i];
        box(draw, i, m.geom_aabb.subarray(6 * g, 6 * g + 6), vec3(d.geom_xpos, g), mat3(d.geom_xmat, g), rgba);
      } else {
        box(draw, i, m.bvh_aabb.subarray(6 * i, 6 * i + 6), vec3(d.xipos, body), mat3(d.ximat, body), rgba);
      }
    }
  }
}

/** Boxes of flexes, and the lattice of interpolated ones. */
export function drawFlexBoxes(draw: Drawing): void {
  const { m, opt } = draw;
  if (!draw.has(VisFlag.MESHBVH)) return;
  for (let f = 0; f < m.nflex; f++) {
    if (inGroup(opt.flexgroup, m.flex_group[f])) drawBoxesOf(draw, f);
    if (m.flex_interp[f] !== 0) drawLattice(draw, f);
  }
}

function drawBoxesOf(draw: Drawing, f: number): void {
  const { m, d } = draw;
  for (let i = m.flex_bvhadr[f]; i < m.flex_bvhadr[f] + m.flex_bvhnum[f]; i++) {
    if (!isShown(draw, i)) continue;
    const at = 6 * (i - m.nbvhstatic);
    const active = m.vis.global.bvactive !== 0 && d.bvh_active[i] !== 0;
    const rgba = active ? m.vis.rgba.bvactive : m.vis.rgba.bv;
    const [pos, size] = [d.bvh_aabb_dyn.subarray(at, at + 3), d.bvh_aabb_dyn.subarray(at + 3, at + 6)];
    draw.shape({ id: i }, { type: GeomType.LINEBOX, size, pos, rgba });
  }
}

export function drawMeshBoxes(draw: Drawing): void {
  const { m, d } = draw;
  if (!draw.has(VisFlag.MESHBVH)) return;
  for (let g = 0; g < m.ngeom; g++) {
    const mesh = m.geom_dataid[g];
    const type = m.geom_type[g];
    // height fields use another table, but the official package reads that of meshes
    if (mesh < 0 || mesh >= m.nmesh || type === GeomType.SDF || m.mesh_octadr[mesh] >= 0) continue;
    for (let i = m.mesh_bvhadr[mesh]; i < m.mesh_bvhadr[mesh] + m.mesh_bvhnum[mesh]; i++) {
      const active = d.bvh_active[i] !== 0;
      if (!isShown(draw, i) || (m.vis.global.bvactive !== 0 && !active)) continue;
      const rgba = m.vis.global.bvactive !== 0 ? m.vis.rgba.bvactive : m.vis.rgba.bv;
      box(draw, i, m.bvh_aabb.subarray(6 * i, 6 * i + 6), vec3(d.geom_xpos, g), mat3(d.geom_xmat, g), rgba);
    }
  }
}

export function drawOctrees(draw: Drawing): void {
  const { m, d, opt } = draw;
  if (!draw.has(VisFlag.MESHBVH)) return;
  for (let g = 0; g < m.ngeom; g++) {
    const mesh = m.geom_dataid[g];
    if (mesh < 0 || mesh >= m.nmesh || m.geom_type[g] === GeomType.HFIELD || m.mesh_octadr[mesh] === -1) continue;
    for (let i = m.mesh_octadr[mesh]; i < m.mesh_octadr[mesh] + m.mesh_octnum[mesh]; i++) {
      if (m.oct_depth[i] !== opt.bvh_depth) continue;
      box(draw, i, m.oct_aabb.subarray(6 * i, 6 * i + 6), vec3(d.geom_xpos, g), mat3(d.geom_xmat, g), m.vis.rgba.bv);
    }
  }
}

/** A triangle: its axes are two edges and the normal. */
export function triangle(
  draw: Drawing,
  owner: Owner,
  v0: ArrayLike<number>,
  v1: ArrayLike<number>,
  v2: ArrayLike<number>,
  rgba: ArrayLike<number>,
): void {
  const e1 = Float64Array.from({ length: 3 }, (_, k) => v1[k] - v0[k]);
  const e2 = Float64Array.from({ length: 3 }, (_, k) => v2[k] - v0[k]);
  const normal = new Float64Array(3);
  cross3(normal, 0, e1, 0, e2, 0);
  const size = [normalize3(e1, 0), normalize3(e2, 0), normalize3(normal, 0)];
  const mat = [0, 1, 2].flatMap((k) => [e1[k], e2[k], normal[k]]);
  draw.shape(owner, { type: GeomType.TRIANGLE, size, pos: v0, mat, rgba });
}

/** The faces of a tactile sensor's mesh, colored by its readings. */
export function drawTactile(draw: Drawing): void {
  const { m } = draw;
  if (!draw.has(VisFlag.CONTACTPOINT)) return;
  for (let id = 0; id < m.nsensor; id++) if (m.sensor_type[id] === SensorType.TACTILE) drawTouched(draw, id);
}

function drawTouched(draw: Drawing, id: number): void {
  const { m, d } = draw;
  const mesh = m.sensor_objid[id];
  const geom = m.sensor_refid[id];
  const count = m.mesh_vertnum[mesh];
  const data = d.sensordata.subarray(m.sensor_adr[id], m.sensor_adr[id] + m.sensor_dim[id]);
  const maxAbs = data.subarray(0, count).reduce((max, x) => Math.max(max, Math.abs(x)), 0);
  if (maxAbs === 0 || m.geom_rbound[geom] < MINVAL) return;
  const [pos, mat] = [vec3(d.geom_xpos, geom), mat3(d.geom_xmat, geom)];
  const corner = (vertex: number): Float64Array => {
    const at = 3 * (m.mesh_vertadr[mesh] + vertex);
    const v = Float64Array.from(m.mesh_vert.subarray(at, at + 3));
    mulMatVec3(v, 0, mat, 0, v, 0);
    return v.map((x, k) => x + pos[k]);
  };
  const channels = Math.min(3, m.sensor_dim[id] / count);
  for (let f = m.mesh_faceadr[mesh]; f < m.mesh_faceadr[mesh] + m.mesh_facenum[mesh]; f++) {
    const face = m.mesh_face.subarray(3 * f, 3 * f + 3);
    const rgba = touchColor(data, face, count, channels, maxAbs);
    const [a, b, c] = [corner(face[0]), corner(face[1]), corner(face[2])];
    triangle(draw, { id, type: ObjType.SENSOR }, a, b, c, rgba);
  }
}

function touchColor(data: Float64Array, face: Int32Array, count: number, channels: number, maxAbs: number): number[] {
  const rgba = [0, 0, 0, 1];
  for (let r = 0; r < channels; r++) {
    const values = Array.from(face, (vertex) => data[r * count + vertex]);
    const felt = values.filter((x) => x !== 0).length;
    const sum = values.reduce((total, x) => Math.fround(total + Math.abs(x) / maxAbs), 0);
    rgba[r] = felt > 0 ? sum / felt : sum;
  }
  if (rgba[0] === 0 && rgba[1] === 0 && rgba[2] === 0) rgba[3] = 0.1;
  return rgba;
}
