/** Ray casting against the geoms of a model, after positions have been computed (`forward`, or `kinematics` alone). */
import { stagesOf } from '../engine/runtime/engine.ts';
import { engineData, engineModel } from '../engine/runtime/withEngine.ts';
import { expectInteger, expectNumber, expectNumbers, expectObject, expectRoom, found } from '../expect.ts';
import { MAXVAL, MINVAL } from '../model/constants.ts';
import type { Data } from '../model/data.ts';
import { checkFits } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { chooseShapes } from '../plugin/shapes.ts';
import { expectIndex } from './expect.ts';

type Vector = ArrayLike<number>;

/** Filter of the geoms that a ray can hit. Invisible ones (alpha 0) are never hit. */
export interface RayFilter {
  /** Six values, one per geom group: groups with 0 are skipped. default: none */
  geomgroup?: ArrayLike<number | boolean> | null;
  /** Include geoms of static bodies. default: true */
  flgStatic?: boolean;
  /** A body whose geoms are skipped. default: none */
  bodyexclude?: number;
}

/** Hit of a ray: `dist` is in lengths of the ray's vector, -1 for a miss; `geomid` is then -1 and `normal` zero. */
export interface RayHit {
  dist: number;
  geomid: number;
  normal: Float64Array;
}

/** Nearest visible geom that the ray `pnt + x vec`, x >= 0, hits.
 *
 *  ```ts
 *  const { dist, geomid, normal } = ray(model, data, [0, 0, 2], [0, 0, -1]);
 *  ``` */
export function ray(m: Model, d: Data, pnt: Vector, vec: Vector, filter: RayFilter = {}): RayHit {
  const b = ready('ray', m, d);
  expectVector('pnt', pnt);
  expectVector('vec', vec);
  if (Math.hypot(vec[0], vec[1], vec[2]) < MINVAL) throw new RangeError('ray: vec: expected a nonzero vector');
  const { groups, flgStatic, exclude } = settings(filter);
  const dist = stagesOf(m).ray(
    engineModel(m),
    b,
    pnt[0],
    pnt[1],
    pnt[2],
    vec[0],
    vec[1],
    vec[2],
    groups,
    flgStatic,
    exclude,
  );
  return { dist, geomid: b.work_ray_geom[0], normal: b.work_ray_normal.slice() };
}

/** Returns the block of a `Data`, with plugin shapes selected. */
function ready(caller: string, m: Model, d: Data): Data {
  const b = engineData(m, checkFits(caller, m, d));
  if (m.nplugin > 0) chooseShapes(m);
  return b;
}

/** Output arrays of `multiRay`; missing ones are not computed. */
export interface RaysOut {
  /** Distance per ray, in lengths of its vector; -1 for a miss. */
  dist: Float64Array;
  geomid?: Int32Array;
  /** Three values per ray. */
  normal?: Float64Array;
}

/** Cast many rays from one point: `vec` has three values per ray. Geoms farther than `cutoff` are ignored. Rays with a
 *  zero vector miss.
 *
 *  @example
 *  forward(m, d);
 *  const dist = new Float64Array(2);
 *  multiRay(m, d, [0.5, 0, 2], [0, 0, -1, 0, 0, 1], { dist });
 *  console.log(dist[0].toFixed(3), dist[1]); // -> 0.900 -1 */
export function multiRay(
  m: Model,
  d: Data,
  pnt: Vector,
  vec: Vector,
  out: RaysOut,
  filter: RayFilter = {},
  cutoff: number = MAXVAL,
): void {
  const b = ready('multiRay', m, d);
  expectVector('pnt', pnt);
  const n = (expectNumbers('vec', vec).length / 3) | 0;
  if (3 * n !== vec.length) throw new RangeError(`multiRay: vec: expected a multiple of 3 values, found ${vec.length}`);
  expectNumber('cutoff', cutoff);
  const { geomid, normal } = expectObject('out', out);
  expectRoom('dist', out.dist, n);
  if (geomid !== undefined && geomid !== null) expectRoom('geomid', geomid, n);
  if (normal !== undefined && normal !== null) expectRoom('normal', normal, 3 * n);
  const stages = stagesOf(m);
  const mm = engineModel(m);
  const { groups, flgStatic, exclude } = settings(filter);
  stages.multiRayPrepare(mm, b, pnt[0], pnt[1], pnt[2], groups, flgStatic, exclude, cutoff);
  for (let k = 0; k < n; k++) {
    const x = vec[3 * k];
    const y = vec[3 * k + 1];
    const z = vec[3 * k + 2];
    const short = x * x + y * y + z * z < MINVAL;
    out.dist[k] = short ? -1 : stages.multiRayCast(mm, b, pnt[0], pnt[1], pnt[2], x, y, z);
    if (geomid) geomid[k] = short ? -1 : b.work_ray_geom[0];
    for (let c = 0; normal && c < 3; c++) normal[3 * k + c] = short ? 0 : b.work_ray_normal[c];
  }
}

/** Intersect the ray `pnt + x vec`, x >= 0, with one geom of any type, visible or not.
 *
 *  @example
 *  forward(m, d);
 *  const floor = name2id(m, ObjType.GEOM, 'floor');
 *  console.log(rayGeom(m, d, floor, [0.5, 0, 2], [0, 0, -1]).dist); // -> 2 */
export function rayGeom(m: Model, d: Data, geomid: number, pnt: Vector, vec: Vector): RayHit {
  const b = ready('rayGeom', m, d);
  expectVector('pnt', pnt);
  expectVector('vec', vec);
  expectIndex('geom', geomid, m.ngeom);
  const dist = stagesOf(m).rayAtGeom(engineModel(m), b, geomid, pnt[0], pnt[1], pnt[2], vec[0], vec[1], vec[2]);
  return { dist, geomid: dist < 0 ? -1 : geomid, normal: b.work_ray_normal.slice() };
}

/** A filter in the form of the stages: groups as bits. */
function settings(filter: RayFilter | null) {
  const { geomgroup, flgStatic = true, bodyexclude = -1 } = expectObject('filter', filter ?? {});
  expectInteger('bodyexclude', bodyexclude);
  let groups = -1;
  if (geomgroup !== undefined && geomgroup !== null) {
    const length = typeof geomgroup === 'object' ? geomgroup.length : found(geomgroup);
    if (!(Number(length) >= 6)) throw new RangeError(`geomgroup: expected 6 numbers, found ${length}`);
    groups = 0;
    for (let k = 0; k < 6; k++) if (geomgroup[k]) groups |= 1 << k;
  }
  return { groups, flgStatic: Boolean(flgStatic), exclude: bodyexclude };
}

function expectVector(name: string, v: Vector): void {
  expectNumbers(name, v, 3);
}
