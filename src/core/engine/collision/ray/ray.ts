import type { int } from '../../../math/int.ts';
import { copy3, set3, zero3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { GeomType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { rayHfield } from './hfield.ts';
import { rayMesh } from './mesh.ts';
import { rayPrimitive } from './primitive.ts';
import { raySdf } from './sdf.ts';

/** Number of geom groups. */
const NGROUP = 6;

const line = new Float64Array(6);
const hitNormal = new Float64Array(3);

/** Casts the ray (x, y, z) + t (vx, vy, vz), t >= 0, at all visible geoms; returns the distance t of the nearest hit, or -1.
 *  work_ray_geom = the geom, -1 for none; work_ray_normal = the normal. Skips geoms of body `bodyexclude`, those of static
 *  bodies unless `flgStatic`, and those whose group is not among the bits of `groups` (-1: all).
 *  Takes numbers, not arrays, because it is called across the boundary of the compiled engine.
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
  set3(line, 0, x, y, z);
  set3(line, 3, vx, vy, vz);
  return castRay(m, d, line, groups, flgStatic, bodyexclude);
}

/** Casts a ray at one geom, visible or not; returns the distance or -1. work_ray_normal = the normal. */
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
  set3(line, 0, x, y, z);
  set3(line, 3, vx, vy, vz);
  return rayGeom(m, d, g, line, work_ray_normal, 0);
}

/** The same as `ray` for a ray in an array. */
export function castRay(
  m: Model,
  d: Data,
  line: Float64Array,
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
    const dist = rayGeom(m, d, g, line, hitNormal, 0);
    if (dist >= 0 && (dist < nearest || nearest < 0)) {
      nearest = dist;
      work_ray_geom[0] = g;
      copy3(work_ray_normal, 0, hitNormal, 0);
    }
  }
  return nearest;
}

/** True if rays ignore the geom: it is excluded or invisible. */
export function isHidden(m: Model, g: int, groups: int, flgStatic: boolean, bodyexclude: int): boolean {
  const { geom_bodyid, geom_matid, geom_rgba, mat_rgba, body_weldid, geom_group } = m;
  if (geom_bodyid[g] === bodyexclude) return true;
  const material = geom_matid[g];
  if ((material < 0 ? geom_rgba[4 * g + 3] : mat_rgba[4 * material + 3]) === 0) return true;
  if (!flgStatic && body_weldid[geom_bodyid[g]] === 0) return true;
  const group = Math.min(NGROUP - 1, Math.max(0, geom_group[g]));
  return (groups & (1 << group)) === 0;
}

/** Distance of a ray to one geom of any type; normal at n = the normal of a hit. */
export function rayGeom(m: Model, d: Data, g: int, line: Float64Array, normal: Float64Array, n: int): number {
  const { geom_type, geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const type = geom_type[g];
  if (type === GeomType.MESH) return rayMesh(m, d, g, line, normal, n);
  if (type === GeomType.SDF) return raySdf(m, d, g, line, normal, n);
  if (type === GeomType.HFIELD) return rayHfield(m, d, g, line, normal, n);
  return rayPrimitive(type, geom_xpos, geom_xmat, geom_size, g, line, normal, n);
}
