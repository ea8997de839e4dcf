/** Jacobians of points, their rates, and the angular momentum matrix. */
import { angmomMat as angmom } from '../engine/position/angmomMat.ts';
import * as jacobian from '../engine/tree/jacobian.ts';
import { jacDot as rateOfJac } from '../engine/velocity/pointMotion.ts';
import type { Data } from '../model/data.ts';
import { checkFits } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { expectBody, expectIndex, expectLength, expectOutput } from './expect.ts';

/** Jacobians (3 x nv) of a world point of a body: linear and angular. Either can be left out.
 *
 *  @example
 *  forward(m, d);
 *  const jacp = new Float64Array(3 * m.nv);
 *  jac(m, d, jacp, undefined, d.site('tip').xpos, m.site('tip').bodyid);
 *  console.log(jacp[2].toFixed(3)); // -> -0.600 */
export function jac(
  m: Model,
  d: Data,
  jacp: Float64Array | undefined,
  jacr: Float64Array | undefined,
  point: Float64Array,
  body: number,
): void {
  jacAt(m, checkFits('jac', m, d), jacp, jacr, point, body);
}

function jacAt(
  m: Model,
  b: Data,
  jacp: Float64Array | undefined,
  jacr: Float64Array | undefined,
  point: Float64Array,
  body: number,
): void {
  expectBody(m, body);
  expectLength('point', point, 3);
  if (jacp !== undefined && jacp !== null) expectOutput('jacp', jacp, 3 * m.nv);
  if (jacr !== undefined && jacr !== null) expectOutput('jacr', jacr, 3 * m.nv);
  if (jacp) jacobian.jacPos(m, b, jacp, 0, point, 0, body);
  if (jacr) jacobian.jacRot(m, b, jacr, 0, body);
}

/** Jacobians of the origin of a body.
 *
 *  @example
 *  forward(m, d);
 *  const jacr = new Float64Array(3 * m.nv);
 *  jacBody(m, d, undefined, jacr, name2id(m, ObjType.BODY, 'arm'));
 *  console.log(jacr.join(' ')); // -> 0 1 0 */
export function jacBody(m: Model, d: Data, jacp?: Float64Array, jacr?: Float64Array, body = 0): void {
  const b = checkFits('jacBody', m, d);
  expectBody(m, body);
  jacAt(m, b, jacp, jacr, b.xpos.subarray(3 * body, 3 * body + 3), body);
}

/** Jacobians of the center of mass of a body.
 *
 *  @example
 *  forward(m, d);
 *  const jacp = new Float64Array(3 * m.nv);
 *  jacBodyCom(m, d, jacp, undefined, name2id(m, ObjType.BODY, 'arm'));
 *  console.log(jacp[2]); // -> -0.5 */
export function jacBodyCom(m: Model, d: Data, jacp?: Float64Array, jacr?: Float64Array, body = 0): void {
  const b = checkFits('jacBodyCom', m, d);
  expectBody(m, body);
  jacAt(m, b, jacp, jacr, b.xipos.subarray(3 * body, 3 * body + 3), body);
}

/** Jacobian of the center of mass of the subtree of a body.
 *
 *  @example
 *  forward(m, d);
 *  const jacp = new Float64Array(3 * m.nv);
 *  jacSubtreeCom(m, d, jacp, 0); // body 0: of everything
 *  console.log(jacp[2]); // -> -0.5 */
export function jacSubtreeCom(m: Model, d: Data, jacp: Float64Array, body: number): void {
  const b = checkFits('jacSubtreeCom', m, d);
  expectBody(m, body);
  jacobian.jacSubtreeCom(m, b, expectOutput('jacp', jacp, 3 * m.nv), 0, body);
}

/** Jacobians of a geom.
 *
 *  @example
 *  forward(m, d);
 *  const jacp = new Float64Array(3 * m.nv);
 *  jacGeom(m, d, jacp, undefined, name2id(m, ObjType.GEOM, 'hand'));
 *  console.log(jacp[2]); // -> -0.5 */
export function jacGeom(m: Model, d: Data, jacp?: Float64Array, jacr?: Float64Array, geom = 0): void {
  const b = checkFits('jacGeom', m, d);
  expectIndex('geom', geom, m.ngeom);
  jacAt(m, b, jacp, jacr, b.geom_xpos.subarray(3 * geom, 3 * geom + 3), m.geom_bodyid[geom]);
}

/** Jacobians of a site.
 *
 *  @example
 *  forward(m, d);
 *  const jacp = new Float64Array(3 * m.nv);
 *  jacSite(m, d, jacp, undefined, name2id(m, ObjType.SITE, 'tip'));
 *  d.qfrc_applied[0] = 10 * jacp[2]; // pushes the tip up with 10 newtons */
export function jacSite(m: Model, d: Data, jacp?: Float64Array, jacr?: Float64Array, site = 0): void {
  const b = checkFits('jacSite', m, d);
  expectIndex('site', site, m.nsite);
  jacAt(m, b, jacp, jacr, b.site_xpos.subarray(3 * site, 3 * site + 3), m.site_bodyid[site]);
}

/** Rates of the Jacobians of a world point of a body.
 *
 *  @example
 *  d.qvel[0] = 1;
 *  forward(m, d);
 *  const rate = new Float64Array(3 * m.nv);
 *  jacDot(m, d, rate, undefined, d.site('tip').xpos, m.site('tip').bodyid);
 *  console.log(rate[0].toFixed(3)); // -> -0.600 */
export function jacDot(
  m: Model,
  d: Data,
  jacp: Float64Array | undefined,
  jacr: Float64Array | undefined,
  point: Float64Array,
  body: number,
): void {
  const b = checkFits('jacDot', m, d);
  expectBody(m, body);
  expectLength('point', point, 3);
  const p = jacp ?? new Float64Array(3 * m.nv);
  const r = jacr ?? new Float64Array(3 * m.nv);
  rateOfJac(m, b, expectOutput('jacp', p, 3 * m.nv), 0, expectOutput('jacr', r, 3 * m.nv), 0, point, 0, body);
}

/** mat (3 x nv) such that mat qvel is the angular momentum of the subtree of a body about its center of mass
 *
 *  @example
 *  forward(m, d);
 *  const mat = new Float64Array(3 * m.nv);
 *  angmomMat(m, d, mat, 0);
 *  console.log(mat[1] > 0); // -> true */
export function angmomMat(m: Model, d: Data, mat: Float64Array, body: number): void {
  const b = checkFits('angmomMat', m, d);
  expectBody(m, body);
  angmom(m, b, expectOutput('mat', mat, 3 * m.nv), 0, body);
}
