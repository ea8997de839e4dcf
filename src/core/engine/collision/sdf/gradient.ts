import type { int } from '../../../math/int.ts';
import { norm3, normalize3, set3, zero3 } from '../../../math/vec3.ts';
import { MAXVAL } from '../../../model/constants.ts';
import { GeomType, type ShapeType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { unreachable } from '../../../model/unreachable.ts';
import { hostGradient, hostGradientPart } from './host.ts';
import { octreeGradient } from './octree.ts';

/*  Gradients of the distances in signedDistance.ts. */

const a = new Float64Array(3);
const b = new Float64Array(3);

/** res = gradient of the distance of a geom at the point x, in its frame; zero for height fields */
export function distanceGradient(m: Model, res: Float64Array, r: int, geom: int, x: Float64Array, i: int): void {
  const { geom_type, geom_size, geom_dataid, geom_plugin } = m;
  const s = 3 * geom;
  const type = geom_type[geom] as ShapeType;
  zero3(res, r);
  switch (type) {
    case GeomType.PLANE:
      res[r + 2] = 1;
      break;
    case GeomType.SPHERE:
      unit(res, r, x[i], x[i + 1], x[i + 2]);
      break;
    case GeomType.CAPSULE: {
      const end = Math.max(-geom_size[s + 1], Math.min(geom_size[s + 1], x[i + 2]));
      unit(res, r, x[i], x[i + 1], x[i + 2] - end);
      break;
    }
    case GeomType.CYLINDER:
      cylinderGradient(res, r, geom_size, s, x, i);
      break;
    case GeomType.BOX:
      boxGradient(res, r, geom_size, s, x, i);
      break;
    case GeomType.ELLIPSOID:
      ellipsoidGradient(res, r, geom_size, s, x, i);
      break;
    case GeomType.SDF:
      if (geom_plugin[geom] >= 0) {
        const first = hostGradient(geom_plugin[geom], x[i], x[i + 1], x[i + 2]);
        set3(res, r, first, hostGradientPart(1), hostGradientPart(2));
      } else {
        octreeGradient(m, res, r, geom_dataid[geom], x, i);
      }
      break;
    case GeomType.MESH:
      octreeGradient(m, res, r, geom_dataid[geom], x, i);
      break;
    case GeomType.HFIELD:
      break;
    default:
      unreachable(type);
  }
}

function unit(res: Float64Array, r: int, x: number, y: number, z: number): void {
  set3(res, r, x, y, z);
  const length = norm3(res, r);
  for (let k = 0; k < 3; k++) res[r + k] /= length;
}

/** Outside, it points away from the surface; inside, it turns from radial in the middle to the normals of the faces. */
function boxGradient(res: Float64Array, r: int, size: Float64Array, s: int, x: Float64Array, i: int): void {
  for (let k = 0; k < 3; k++) a[k] = Math.abs(x[i + k]) - size[s + k];
  if (Math.max(a[0], Math.max(a[1], a[2])) < 0) {
    for (let k = 0; k < 3; k++) res[r + k] = -size[s + k] / a[k];
    normalize3(res, r);
    for (let k = 0; k < 3; k++) if (x[i + k] < 0) res[r + k] = -res[r + k];
    return;
  }
  for (let k = 0; k < 3; k++) b[k] = Math.max(a[k], 0);
  const length = norm3(b, 0);
  for (let k = 0; k < 3; k++) res[r + k] = a[k] > 0 ? ((b[k] / length) * x[i + k]) / Math.abs(x[i + k]) : 0;
}

function cylinderGradient(res: Float64Array, r: int, size: Float64Array, s: int, x: Float64Array, i: int): void {
  const radius = Math.sqrt(x[i] * x[i] + x[i + 1] * x[i + 1]);
  const height = Math.abs(x[i + 2]);
  const radial = radius - size[s];
  const axial = height - size[s + 1];
  const minLength = 1 / MAXVAL;
  // directions in which radius and height increase
  set3(
    a,
    0,
    x[i] / Math.max(radius, minLength),
    x[i + 1] / Math.max(radius, minLength),
    x[i + 2] / Math.max(height, minLength),
  );
  const outward: number = radial > axial ? 1 : 0;
  const upward: number = radial > axial ? 0 : 1;
  if (Math.max(radial, axial) >= 0) {
    const out = Math.max(radial, 0);
    const up = Math.max(axial, 0);
    const length = Math.max(Math.sqrt(out * out + up * up), minLength);
    set3(res, r, (a[0] * out) / length, (a[1] * out) / length, (a[2] * up) / length);
    return;
  }
  set3(res, r, outward * a[0], outward * a[1], upward * a[2]);
}

/** f = k0 (k0 - 1) / k1 with k0 = |x / s|, k1 = |x / s^2| */
function ellipsoidGradient(res: Float64Array, r: int, size: Float64Array, s: int, x: Float64Array, i: int): void {
  for (let k = 0; k < 3; k++) {
    a[k] = x[i + k] / size[s + k];
    b[k] = a[k] / size[s + k];
  }
  const k0 = norm3(a, 0);
  const inverse0 = 1 / k0;
  const inverse1 = 1 / norm3(b, 0);
  const by0 = (2 * k0 - 1) * inverse1;
  const by1 = k0 * (k0 - 1) * inverse1 * inverse1;
  for (let k = 0; k < 3; k++) {
    const derivative1 = (b[k] * inverse1) / (size[s + k] * size[s + k]);
    res[r + k] = b[k] * inverse0 * by0 - derivative1 * by1;
  }
  normalize3(res, r);
}
