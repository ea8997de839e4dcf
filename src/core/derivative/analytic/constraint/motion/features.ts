import { BORDER, Feature, NEAR } from '../../../../engine/collision/convex/exact/feature.ts';
import type { int } from '../../../../math/int.ts';
import { mulMatTVec3 } from '../../../../math/mat3.ts';
import { sub3 } from '../../../../math/vec3.ts';
import type { Data } from '../../../../model/data.ts';
import { GeomType } from '../../../../model/enums.ts';
import type { Model } from '../../../../model/model.ts';

/*  Spheres, capsules and boxes are a point, a segment and a solid, each with a radius. The features of a contact are
 *  constant under small motions and can be identified from the position of the contact. */

const local = new Float64Array(3);

/** True if a geom is a sphere, a capsule or a box. */
export function isSimple(m: Model, g: int): boolean {
  const type = m.geom_type[g];
  return type === GeomType.SPHERE || type === GeomType.CAPSULE || type === GeomType.BOX;
}

/** True if a geom is an ellipsoid or a cylinder. */
export function isCurved(m: Model, g: int): boolean {
  return m.geom_type[g] === GeomType.ELLIPSOID || m.geom_type[g] === GeomType.CYLINDER;
}

/** Radius around the point, the segment or the solid. */
export function geomSweptRadius(m: Model, g: int): number {
  const type = m.geom_type[g];
  return type === GeomType.SPHERE || type === GeomType.CAPSULE ? m.geom_size[3 * g] : 0.0;
}

/** Feature of geom g that contains the point at p; axis[o..] = direction of a line, or axis of the box across a
 *  plane. */
export function featureAt(m: Model, d: Data, g: int, point: Float64Array, p: int, axis: Float64Array, o: int): int {
  const { geom_type, geom_rbound } = m;
  toGeom(local, d, g, point, p);
  const near = NEAR * geom_rbound[g];
  const type = geom_type[g];
  if (type === GeomType.BOX) return boxFeature(m, d, g, near, axis, o);
  if (!(Math.abs(local[0]) < near && Math.abs(local[1]) < near)) return Feature.NONE;
  if (type === GeomType.SPHERE) return Math.abs(local[2]) < near ? Feature.POINT : Feature.NONE;
  return type === GeomType.CAPSULE ? segmentFeature(m, d, g, near, axis, o) : Feature.NONE;
}

/** res = the point at p in the frame of geom g */
function toGeom(res: Float64Array, d: Data, g: int, point: Float64Array, p: int): void {
  sub3(res, 0, point, p, d.geom_xpos, 3 * g);
  mulMatTVec3(res, 0, d.geom_xmat, 9 * g, res, 0);
}

function segmentFeature(m: Model, d: Data, g: int, near: number, axis: Float64Array, o: int): int {
  const beyond = Math.abs(local[2]) - m.geom_size[3 * g + 1];
  geomAxis(d, g, 2, axis, o);
  if (beyond < -BORDER * m.geom_rbound[g]) return Feature.LINE;
  return Math.abs(beyond) < near ? Feature.POINT : Feature.NONE;
}

function boxFeature(m: Model, d: Data, g: int, near: number, axis: Float64Array, o: int): int {
  let faces = 0;
  let across = 0;
  let free = 0;
  for (let k = 0; k < 3; k++) {
    const beyond = Math.abs(local[k]) - m.geom_size[3 * g + k];
    if (Math.abs(beyond) < near) {
      faces++;
      across = k;
    } else if (beyond < -BORDER * m.geom_rbound[g]) free = k;
    else return Feature.NONE;
  }
  if (faces === 1) geomAxis(d, g, across, axis, o);
  if (faces === 2) geomAxis(d, g, free, axis, o);
  return faces === 3 ? Feature.POINT : faces === 2 ? Feature.LINE : faces === 1 ? Feature.PLANE : Feature.NONE;
}

/** Component of the normal along axis k of geom g. */
function along(d: Data, g: int, k: int, f: int): number {
  let sum: number = 0;
  for (let r = 0; r < 3; r++) sum += d.contact_frame[f + r] * d.geom_xmat[9 * g + 3 * r + k];
  return Math.abs(sum);
}

/** True if the face of box g along the normal is clearly the nearest to the point at p inside the box. */
export function isDeepest(m: Model, d: Data, g: int, point: Float64Array, p: int, f: int): boolean {
  toGeom(local, d, g, point, p);
  let minDepth: number = m.geom_rbound[g];
  let other: number = m.geom_rbound[g];
  for (let k = 0; k < 3; k++) {
    const depth = m.geom_size[3 * g + k] - Math.abs(local[k]);
    if (along(d, g, k, f) > 0.5) minDepth = depth;
    else other = Math.min(other, depth);
  }
  return minDepth < 0 || other - minDepth > BORDER * m.geom_rbound[g];
}

/** Number of sides of a box, other than those across its axis `but`, that contain the point at p; -1 if this is
 *  ambiguous. axis[o..] = normal of the last side. */
export function sidesAt(
  m: Model,
  d: Data,
  g: int,
  but: int,
  point: Float64Array,
  p: int,
  axis: Float64Array,
  o: int,
): int {
  toGeom(local, d, g, point, p);
  const near = NEAR * m.geom_rbound[g];
  let sides = 0;
  for (let k = 0; k < 3; k++) {
    const off = Math.abs(Math.abs(local[k]) - m.geom_size[3 * g + k]);
    if (k === but || off > BORDER * m.geom_rbound[g]) continue;
    if (off > near) return -1;
    sides++;
    geomAxis(d, g, k, axis, o);
  }
  return sides;
}

/** axis = axis k of geom g */
export function geomAxis(d: Data, g: int, k: int, axis: Float64Array, o: int): void {
  for (let r = 0; r < 3; r++) axis[o + r] = d.geom_xmat[9 * g + 3 * r + k];
}
