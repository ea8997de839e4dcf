import { clip } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { mulMatTVec3 } from '../../../math/mat3.ts';
import { sub3 } from '../../../math/vec3.ts';
import { MINVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { GeomType, ObjType, type ShapeType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { unreachable } from '../../../model/unreachable.ts';
import { objectPosition } from '../../tree/objectFrame.ts';

const local = new Float64Array(3);
const where = new Float64Array(3);

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
    case GeomType.HFIELD:
    case GeomType.MESH:
    case GeomType.SDF:
      break;
    default:
      unreachable(type);
  }
  return false;
}
