import type { int } from '../../../math/int.ts';
import { norm3, normalize3 } from '../../../math/vec3.ts';
import { GeomType, type ShapeType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { unreachable } from '../../../model/unreachable.ts';
import { hostDistance } from './host.ts';
import { NOTHING, octreeDistance } from './octree.ts';

/*  Signed distance of a point from a geom, negative inside: Inigo Quilez's functions for primitives
 *  (https://iquilezles.org/articles/distfunctions), an octree of samples for meshes that have one, plugins. */

const a = new Float64Array(3);
const b = new Float64Array(3);

/** Distance of the point x, in the frame of the geom. Meshes without an octree and height fields have no field and are
 *  far away. */
export function signedDistance(m: Model, geom: int, x: Float64Array, i: int): number {
  const { geom_type, geom_size, geom_dataid, geom_plugin } = m;
  const s = 3 * geom;
  const type = geom_type[geom] as ShapeType;
  switch (type) {
    case GeomType.PLANE:
      return x[i + 2];
    case GeomType.SPHERE:
      return norm3(x, i) - geom_size[s];
    case GeomType.CAPSULE: {
      a[0] = x[i];
      a[1] = x[i + 1];
      a[2] = x[i + 2] - Math.max(-geom_size[s + 1], Math.min(geom_size[s + 1], x[i + 2]));
      return norm3(a, 0) - geom_size[s];
    }
    case GeomType.CYLINDER: {
      const radial = Math.sqrt(x[i] * x[i] + x[i + 1] * x[i + 1]) - geom_size[s];
      const axial = Math.abs(x[i + 2]) - geom_size[s + 1];
      const out0 = Math.max(radial, 0);
      const out1 = Math.max(axial, 0);
      return Math.min(Math.max(radial, axial), 0) + Math.sqrt(out0 * out0 + out1 * out1);
    }
    case GeomType.BOX:
      return boxDistance(geom_size, s, x, i);
    case GeomType.ELLIPSOID: {
      for (let k = 0; k < 3; k++) {
        a[k] = x[i + k] / geom_size[s + k];
        b[k] = a[k] / geom_size[s + k];
      }
      const k0 = norm3(a, 0);
      return (k0 * (k0 - 1)) / norm3(b, 0);
    }
    case GeomType.SDF:
      if (geom_plugin[geom] >= 0) return hostDistance(geom_plugin[geom], x[i], x[i + 1], x[i + 2]);
      return octreeDistance(m, geom_dataid[geom], x, i);
    case GeomType.MESH:
      return octreeDistance(m, geom_dataid[geom], x, i);
    case GeomType.HFIELD:
      break;
    default:
      unreachable(type);
  }
  return NOTHING;
}

/** Outside: the distance to the surface. Inside: the distance along a direction that turns from radial in the middle to
 *  the normals of the faces. */
function boxDistance(size: Float64Array, s: int, x: Float64Array, i: int): number {
  for (let k = 0; k < 3; k++) a[k] = Math.abs(x[i + k]) - size[s + k];
  if (a[0] >= 0 || a[1] >= 0 || a[2] >= 0) {
    for (let k = 0; k < 3; k++) b[k] = Math.max(a[k], 0);
    return norm3(b, 0);
  }
  for (let k = 0; k < 3; k++) b[k] = -size[s + k] / a[k];
  normalize3(b, 0);
  let minRatio: number = NOTHING;
  for (let k = 0; k < 3; k++) minRatio = Math.min(minRatio, -a[k] / Math.abs(b[k]));
  return -minRatio * norm3(b, 0);
}
