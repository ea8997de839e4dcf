import type { int } from '../../../math/int.ts';
import { norm3, normalize3 } from '../../../math/vec3.ts';
import { GeomType, type ShapeType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { unreachable } from '../../../model/unreachable.ts';

/*  Signed distance of a point from a geom, negative inside: Inigo Quilez' functions for primitives
 *  (https://iquilezles.org/articles/distfunctions), an octree of samples for meshes that have one. */

/** Farther than anything: geoms without a distance function. */
const NOTHING = 1e10;

const a = new Float64Array(3);
const b = new Float64Array(3);

/** Distance of the point x, in the frame of the geom. Meshes without an octree, signed distance fields and height fields
 *  have none and are far away. */
export function signedDistance(m: Model, geom: int, x: Float64Array, i: int): number {
  const { geom_type, geom_size, geom_dataid, mesh_octadr } = m;
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
    case GeomType.MESH:
      return mesh_octadr[geom_dataid[geom]] < 0 ? NOTHING : octreeDistance(m, mesh_octadr[geom_dataid[geom]], x, i);
    case GeomType.HFIELD:
    case GeomType.SDF:
      break;
    default:
      unreachable(type);
  }
  return NOTHING;
}

/** Outside the distance to the surface; inside the distance along a direction that turns from radial, in the middle, to
 *  the normals of the faces. */
function boxDistance(size: Float64Array, s: int, x: Float64Array, i: int): number {
  for (let k = 0; k < 3; k++) a[k] = Math.abs(x[i + k]) - size[s + k];
  if (a[0] >= 0 || a[1] >= 0 || a[2] >= 0) {
    for (let k = 0; k < 3; k++) b[k] = Math.max(a[k], 0);
    return norm3(b, 0);
  }
  for (let k = 0; k < 3; k++) b[k] = -size[s + k] / a[k];
  normalize3(b, 0);
  let least: number = NOTHING;
  for (let k = 0; k < 3; k++) least = Math.min(least, -a[k] / Math.abs(b[k]));
  return -least * norm3(b, 0);
}

/** How far inside the box of the octree points outside are put. */
const INSET = 1e-6;
/** Slack of the boxes of the octree. */
const SLACK = 1e-8;
const DEPTH = 100;

const inside = new Float64Array(3);

/** Trilinear interpolation in the leaf at the point; from outside the tree, at the nearest point of its box and the way
 *  there added. */
function octreeDistance(m: Model, adr: int, x: Float64Array, i: int): number {
  const { oct_aabb, oct_coeff } = m;
  const way = projectIntoBox(oct_aabb, 6 * adr, x, i);
  const leaf = findLeaf(m, adr);
  if (leaf < 0) return NOTHING;
  let sum: number = 0;
  for (let j = 0; j < 8; j++) {
    const wx = (j & 1) !== 0 ? a[0] : 1 - a[0];
    const wy = (j & 2) !== 0 ? a[1] : 1 - a[1];
    const wz = (j & 4) !== 0 ? a[2] : 1 - a[2];
    sum += wx * wy * wz * oct_coeff[8 * leaf + j];
  }
  return way > 0 ? sum + way : sum;
}

/** inside = x, or the nearest point of the box (centre and half sizes) a little within; returns the distance to the box,
 *  not positive inside. */
function projectIntoBox(box: Float64Array, o: int, x: Float64Array, i: int): number {
  let most: number = -NOTHING;
  let sum: number = 0;
  for (let k = 0; k < 3; k++) most = Math.max(most, Math.abs(x[i + k] - box[o + k]) - box[o + 3 + k]);
  for (let k = 0; k < 3; k++) {
    const r = x[i + k] - box[o + k];
    const q = Math.abs(r) - box[o + 3 + k];
    inside[k] = x[i + k];
    if (most <= 0 || q < 0) continue;
    sum += q * q;
    inside[k] -= r > 0 ? q + INSET : -(q + INSET);
  }
  return most <= 0 ? most : Math.sqrt(sum);
}

/** The leaf of the octree at `adr` that `inside` lies in, -1 if there is none; a = coordinates in it, 0 to 1. */
function findLeaf(m: Model, adr: int): int {
  const { oct_aabb, oct_child } = m;
  let node = adr;
  for (let level = 0; level < DEPTH; level++) {
    const o = 6 * node;
    for (let k = 0; k < 3; k++) {
      const low = oct_aabb[o + k] - oct_aabb[o + 3 + k];
      const high = oct_aabb[o + k] + oct_aabb[o + 3 + k];
      if (inside[k] + SLACK < low || inside[k] - SLACK > high) return -1;
      a[k] = (inside[k] - low) / (high - low);
    }
    if (isLeaf(oct_child, 8 * node)) return node;
    const x = a[0] < 0.5 ? 0 : 1;
    const y = a[1] < 0.5 ? 0 : 1;
    const z = a[2] < 0.5 ? 0 : 1;
    const child = oct_child[8 * node + 4 * z + 2 * y + x];
    if (child < 0) return -1;
    node = adr + child;
  }
  return -1;
}

function isLeaf(children: Int32Array, c: int): boolean {
  for (let k = 0; k < 8; k++) if (children[c + k] !== -1) return false;
  return true;
}
