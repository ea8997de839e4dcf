import type { int } from '../../../math/int.ts';
import { copy3, set3, zero3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { GeomType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { rayHfield } from './hfield.ts';
import { rayMesh } from './mesh.ts';
import { rayPrimitive } from './primitive.ts';
import { raySdf } from './sdf.ts';

/** Groups that geoms can be told apart by. */
const NGROUP = 6;

const start = new Float64Array(3);
const direction = new Float64Array(3);
const hitNormal = new Float64Array(3);

/** Casts the ray (x, y, z) + t (vx, vy, vz), t >= 0, at all visible geoms: distance t of the nearest hit, or -1. The
 *  geom goes to work_ray_geom (-1 for none), the normal to work_ray_normal. Left out are geoms of body `bodyexclude`,
 *  those of static bodies unless `flgStatic`, and those whose group is not among the bits of `groups` (-1: all count).
 *  reads  m: geom_* mat_rgba body_weldid mesh_* hfield_* bvh_*   d: geom_xpos geom_xmat
 *  writes d: work_ray_geom work_ray_normal */
export function ray(
  m: Model,
  d: Data,
  x: number,
  y: number,
  z: number,
  vx: number,
  vy: number,
  vz: number,
  groups: int,
  flgStatic: boolean,
  bodyexclude: int,
): number {
  set3(start, 0, x, y, z);
  set3(direction, 0, vx, vy, vz);
  return castRay(m, d, start, 0, direction, 0, groups, flgStatic, bodyexclude);
}

/** Casts a ray at one geom, hidden or not: its distance or -1; the normal goes to work_ray_normal. */
export function rayAtGeom(
  m: Model,
  d: Data,
  g: int,
  x: number,
  y: number,
  z: number,
  vx: number,
  vy: number,
  vz: number,
): number {
  const { work_ray_normal } = d;
  set3(start, 0, x, y, z);
  set3(direction, 0, vx, vy, vz);
  return rayGeom(m, d, g, start, 0, direction, 0, work_ray_normal, 0);
}

/** The same as `ray` for a ray in arrays. */
export function castRay(
  m: Model,
  d: Data,
  pnt: Float64Array,
  p: int,
  vec: Float64Array,
  v: int,
  groups: int,
  flgStatic: boolean,
  bodyexclude: int,
): number {
  const { work_ray_geom, work_ray_normal } = d;
  let nearest: number = -1;
  work_ray_geom[0] = -1;
  zero3(work_ray_normal, 0);
  for (let g = 0; g < m.ngeom; g++) {
    if (isHidden(m, g, groups, flgStatic, bodyexclude)) continue;
    const dist = rayGeom(m, d, g, pnt, p, vec, v, hitNormal, 0);
    if (dist >= 0 && (dist < nearest || nearest < 0)) {
      nearest = dist;
      work_ray_geom[0] = g;
      copy3(work_ray_normal, 0, hitNormal, 0);
    }
  }
  return nearest;
}

/** True if rays pass through the geom: excluded, or invisible. */
export function isHidden(m: Model, g: int, groups: int, flgStatic: boolean, bodyexclude: int): boolean {
  const { geom_bodyid, geom_matid, geom_rgba, mat_rgba, body_weldid, geom_group } = m;
  if (geom_bodyid[g] === bodyexclude) return true;
  const material = geom_matid[g];
  if ((material < 0 ? geom_rgba[4 * g + 3] : mat_rgba[4 * material + 3]) === 0) return true;
  if (!flgStatic && body_weldid[geom_bodyid[g]] === 0) return true;
  const group = Math.min(NGROUP - 1, Math.max(0, geom_group[g]));
  return (groups & (1 << group)) === 0;
}

/** Distance from a ray to one geom of any type, with the normal where it hits; -1 for a miss. */
export function rayGeom(
  m: Model,
  d: Data,
  g: int,
  pnt: Float64Array,
  p: int,
  vec: Float64Array,
  v: int,
  normal: Float64Array,
  n: int,
): number {
  const { geom_type, geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const type = geom_type[g];
  if (type === GeomType.MESH) return rayMesh(m, d, g, pnt, p, vec, v, normal, n);
  if (type === GeomType.SDF) return raySdf(m, d, g, pnt, p, vec, v, normal, n);
  if (type === GeomType.HFIELD) return rayHfield(m, d, g, pnt, p, vec, v, normal, n);
  return rayPrimitive(type, geom_xpos, 3 * g, geom_xmat, 9 * g, geom_size, 3 * g, pnt, p, vec, v, normal, n);
}
