import { zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { mulMatTVec3, mulMatVec3 } from '../../../math/mat3.ts';
import { rotVecQuat } from '../../../math/quat.ts';
import { shiftMotion } from '../../../math/spatial.ts';
import { addTo3, dot3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { signedDistance } from '../../collision/sdf/signedDistance.ts';

/** Tactile sensor: a mesh in the frame of a geom, whose vertices measure their depth in other geoms that touch its
 *  body, and the sliding speed of these geoms. Channels are consecutive: depth, then speed along two tangents for
 *  meshes with three normals per vertex.
 *  reads  m: mesh_* sensor_*   d: contact_geom geom_xpos geom_xmat cvel subtree_com */
export function tactile(m: Model, d: Data, i: int, out: Float64Array, o: int): void {
  const { sensor_dim, sensor_refid, geom_bodyid, body_weldid } = m;
  const { ncon, contact_geom } = d;
  zero(out, o, sensor_dim[i]);
  const weld = body_weldid[geom_bodyid[sensor_refid[i]]];
  // contacts have two sides; the other side of s is s ^ 1
  for (let s = 0; s < 2 * ncon; s++) {
    if (belongsTo(m, d, s, weld) && isFirst(m, d, s, weld)) feel(m, d, i, contact_geom[s ^ 1], weld, out, o);
  }
}

/** True if a side of a contact is a geom of the weld group, and the other side is a geom. */
function belongsTo(m: Model, d: Data, s: int, weld: int): boolean {
  const { geom_bodyid, body_weldid } = m;
  const { contact_geom } = d;
  const geom = contact_geom[s];
  return geom >= 0 && contact_geom[s ^ 1] >= 0 && body_weldid[geom_bodyid[geom]] === weld;
}

/** True if the geom at the other side of s has not occurred before. */
function isFirst(m: Model, d: Data, s: int, weld: int): boolean {
  const { contact_geom } = d;
  for (let k = 0; k < s; k++) {
    if (contact_geom[k ^ 1] === contact_geom[s ^ 1] && belongsTo(m, d, k, weld)) return false;
  }
  return true;
}

const point = new Float64Array(3);
const local = new Float64Array(3);
const velocity = new Float64Array(6);
const otherVelocity = new Float64Array(6);
const axis = new Float64Array(3);

/** out += contribution of one geom at every vertex */
function feel(m: Model, d: Data, i: int, geom: int, weld: int, out: Float64Array, o: int): void {
  const { sensor_objid, sensor_refid, sensor_dim, body_rootid, geom_bodyid } = m;
  const { mesh_vertadr, mesh_vertnum, mesh_vert, mesh_normalnum } = m;
  const { geom_xpos, geom_xmat, cvel, subtree_com } = d;
  const mesh = sensor_objid[i];
  const own = sensor_refid[i];
  const n = mesh_vertnum[mesh];
  const sliding = mesh_normalnum[mesh] === 3 * n && sensor_dim[i] >= 3 * n;
  const body = geom_bodyid[geom];
  const com = 3 * body_rootid[weld];
  // the other geom moves like its center
  shiftMotion(otherVelocity, 0, cvel, 6 * body, geom_xpos, 3 * geom, subtree_com, 3 * body_rootid[body]);
  for (let j = 0; j < n; j++) {
    const v = 3 * (mesh_vertadr[mesh] + j);
    for (let k = 0; k < 3; k++) local[k] = mesh_vert[v + k];
    mulMatVec3(point, 0, geom_xmat, 9 * own, local, 0);
    addTo3(point, 0, geom_xpos, 3 * own);
    sub3(local, 0, point, 0, geom_xpos, 3 * geom);
    mulMatTVec3(local, 0, geom_xmat, 9 * geom, local, 0);
    const depth = -signedDistance(m, geom, local, 0);
    if (!(depth > 0)) continue;
    out[o + j] = Math.max(out[o + j], depth);
    if (!sliding) continue;
    shiftMotion(velocity, 0, cvel, 6 * weld, point, 0, subtree_com, com);
    sub3(velocity, 3, velocity, 3, otherVelocity, 3);
    out[o + n + j] += slide(m, mesh, 3 * j + 1);
    out[o + 2 * n + j] += slide(m, mesh, 3 * j + 2);
  }
}

/** Speed along normal k of a mesh; normals are in the frame of the mesh file. */
function slide(m: Model, mesh: int, k: int): number {
  const { mesh_normal, mesh_normaladr, mesh_quat } = m;
  const adr = 3 * (mesh_normaladr[mesh] + k);
  for (let c = 0; c < 3; c++) axis[c] = mesh_normal[adr + c];
  rotVecQuat(axis, 0, axis, 0, mesh_quat, 4 * mesh);
  return Math.abs(dot3(velocity, 3, axis, 0));
}
