import { clip } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { mulMatTVec3 } from '../../../math/mat3.ts';
import { negQuat, rotVecQuat } from '../../../math/quat.ts';
import { sub3 } from '../../../math/vec3.ts';
import { MINVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { GeomType, ObjType, type ShapeType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { unreachable } from '../../../model/unreachable.ts';
import { objectPosition } from '../../tree/objectFrame.ts';

const local = new Float64Array(3);
const where = new Float64Array(3);
const quat = new Float64Array(4);

/** 1 if the sensor's object is inside its site. For a massless body, the point is the center of mass of its subtree. */
export function insideSite(m: Model, d: Data, i: int, out: Float64Array, o: int): void {
  const { sensor_objtype, sensor_objid, sensor_refid, body_mass, body_subtreemass } = m;
  const { subtree_com } = d;
  const type = sensor_objtype[i];
  const id = sensor_objid[i];
  const hollow = type === ObjType.BODY && id > 0 && body_mass[id] < MINVAL && body_subtreemass[id] >= MINVAL;
  let inside = false;
  if (hollow) {
    inside = insideGeom(m, d, sensor_refid[i], subtree_com, 3 * id);
  } else {
    objectPosition(m, d, type, id, where, 0);
    inside = insideGeom(m, d, sensor_refid[i], where, 0);
  }
  out[o] = inside ? 1 : 0;
}

/** True if a point is inside the shape of a site. */
export function insideGeom(m: Model, d: Data, site: int, point: Float64Array, p: int): boolean {
  const { site_type, site_size } = m;
  const { site_xpos, site_xmat } = d;
  const size = 3 * site;
  sub3(local, 0, point, p, site_xpos, 3 * site);
  mulMatTVec3(local, 0, site_xmat, 9 * site, local, 0);
  const x = local[0];
  const y = local[1];
  const z = local[2];
  const a = site_size[size];
  const b = site_size[size + 1];
  const c = site_size[size + 2];
  const type = site_type[site] as ShapeType;
  switch (type) {
    case GeomType.SPHERE:
      return x * x + y * y + z * z < a * a;
    case GeomType.CAPSULE: {
      const beyond = z - clip(z, -b, b);
      return x * x + y * y + beyond * beyond < a * a;
    }
    case GeomType.ELLIPSOID:
      return (x * x) / (a * a) + (y * y) / (b * b) + (z * z) / (c * c) < 1;
    case GeomType.CYLINDER:
      return Math.abs(z) < b && x * x + y * y < a * a;
    case GeomType.BOX:
      return Math.abs(x) < a && Math.abs(y) < b && Math.abs(z) < c;
    case GeomType.PLANE:
      return z < 0;
    case GeomType.MESH:
      return insideHull(m, m.site_dataid[site]);
    case GeomType.HFIELD:
    case GeomType.SDF:
      break;
    default:
      unreachable(type);
  }
  return false;
}

/** Whether `local`, a point in the frame of a mesh asset, is inside the convex hull of the mesh. */
function insideHull(m: Model, mesh: int): boolean {
  const { mesh_pos, mesh_quat, mesh_vert, mesh_vertadr } = m;
  const { mesh_polyadr, mesh_polynum, mesh_polynormal, mesh_polyvertadr, mesh_polyvert } = m;
  // vertices are relative to the mesh's center of mass and principal axes
  sub3(local, 0, local, 0, mesh_pos, 3 * mesh);
  negQuat(quat, 0, mesh_quat, 4 * mesh);
  rotVecQuat(local, 0, local, 0, quat, 0);
  const end = mesh_polyadr[mesh] + mesh_polynum[mesh];
  for (let p = mesh_polyadr[mesh]; p < end; p++) {
    const v = 3 * (mesh_vertadr[mesh] + mesh_polyvert[mesh_polyvertadr[p]]);
    let height: number = 0;
    for (let k = 0; k < 3; k++) height += mesh_polynormal[3 * p + k] * (local[k] - mesh_vert[v + k]);
    if (height > 0) return false;
  }
  return mesh_polynum[mesh] > 0;
}
