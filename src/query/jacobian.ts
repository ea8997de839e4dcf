/** Jacobians of points, their rates, and the matrix of angular momentum. */
import { angmomMat as angmom } from '../engine/position/angmomMat.ts';
import * as jacobian from '../engine/position/jacobian.ts';
import { jacDot as rateOfJac } from '../engine/velocity/pointMotion.ts';
import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';
import { expectBody, expectLength } from './expect.ts';

/** Jacobians (3 x nv) of a world point of a body: linear and angular. Either can be left out. */
export function jac(
  m: Model,
  d: Data,
  jacp: Float64Array | undefined,
  jacr: Float64Array | undefined,
  point: Float64Array,
  body: number,
): void {
  expectBody(m, body);
  if (jacp) jacobian.jacPos(m, d, expectLength('jacp', jacp, 3 * m.nv), 0, point, 0, body);
  if (jacr) jacobian.jacRot(m, d, expectLength('jacr', jacr, 3 * m.nv), 0, body);
}

/** Jacobians of the origin of a body. */
export function jacBody(m: Model, d: Data, jacp?: Float64Array, jacr?: Float64Array, body = 0): void {
  jac(m, d, jacp, jacr, d.xpos.subarray(3 * body, 3 * body + 3), body);
}

/** Jacobians of the centre of mass of a body. */
export function jacBodyCom(m: Model, d: Data, jacp?: Float64Array, jacr?: Float64Array, body = 0): void {
  jac(m, d, jacp, jacr, d.xipos.subarray(3 * body, 3 * body + 3), body);
}

/** Jacobian of the centre of mass of a body and what hangs on it. */
export function jacSubtreeCom(m: Model, d: Data, jacp: Float64Array, body: number): void {
  expectBody(m, body);
  jacobian.jacSubtreeCom(m, d, expectLength('jacp', jacp, 3 * m.nv), 0, body);
}

/** Jacobians of a geom. */
export function jacGeom(m: Model, d: Data, jacp?: Float64Array, jacr?: Float64Array, geom = 0): void {
  jac(m, d, jacp, jacr, d.geom_xpos.subarray(3 * geom, 3 * geom + 3), m.geom_bodyid[geom]);
}

/** Jacobians of a site. */
export function jacSite(m: Model, d: Data, jacp?: Float64Array, jacr?: Float64Array, site = 0): void {
  jac(m, d, jacp, jacr, d.site_xpos.subarray(3 * site, 3 * site + 3), m.site_bodyid[site]);
}

/** Rates of the Jacobians of a world point of a body. */
export function jacDot(
  m: Model,
  d: Data,
  jacp: Float64Array | undefined,
  jacr: Float64Array | undefined,
  point: Float64Array,
  body: number,
): void {
  expectBody(m, body);
  const p = jacp ?? new Float64Array(3 * m.nv);
  const r = jacr ?? new Float64Array(3 * m.nv);
  rateOfJac(m, d, expectLength('jacp', p, 3 * m.nv), 0, expectLength('jacr', r, 3 * m.nv), 0, point, 0, body);
}

/** mat (3 x nv) such that mat qvel is the angular momentum of the subtree of a body about its centre of mass */
export function angmomMat(m: Model, d: Data, mat: Float64Array, body: number): void {
  expectBody(m, body);
  angmom(m, d, expectLength('mat', mat, 3 * m.nv), 0, body);
}
