/** The mass matrix: products, solves, and its dense form. */

import * as mass from '../engine/tree/solveM.ts';
import { expectInteger } from '../expect.ts';
import type { Data } from '../model/data.ts';
import { checkFits } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { expectLength, expectOutput } from './expect.ts';

/** res = M vec
 *
 *  @example
 *  forward(m, d);
 *  const res = new Float64Array(m.nv);
 *  mulM(m, d, res, d.qacc); */
export function mulM(m: Model, d: Data, res: Float64Array, vec: Float64Array): void {
  const b = checkFits('mulM', m, d);
  expectLength('vec', vec, m.nv);
  mass.mulM(m, b, expectOutput('res', res, m.nv), 0, vec, 0);
}

/** res = M^(1/2) vec, the factor being sqrt(D) L
 *
 *  @example
 *  forward(m, d);
 *  const res = new Float64Array(m.nv);
 *  mulM2(m, d, res, d.qvel); // its square is twice the kinetic energy */
export function mulM2(m: Model, d: Data, res: Float64Array, vec: Float64Array): void {
  const b = checkFits('mulM2', m, d);
  expectLength('vec', vec, m.nv);
  mass.mulM2(m, b, expectOutput('res', res, m.nv), 0, vec, 0);
}

/** dst += M, lower triangle of a dense nv x nv matrix
 *
 *  @example
 *  forward(m, d);
 *  const sum = new Float64Array(m.nv * m.nv);
 *  addM(m, d, sum); */
export function addM(m: Model, d: Data, dst: Float64Array): void {
  const b = checkFits('addM', m, d);
  expectLength('dst', dst, m.nv * m.nv);
  mass.addMDense(m, b, expectOutput('dst', dst, m.nv * m.nv), 0);
}

/** dst = M as a dense nv x nv matrix
 *
 *  @example
 *  forward(m, d);
 *  const M = fullM(m, d, new Float64Array(m.nv * m.nv));
 *  console.log(M[0].toFixed(3)); // -> 0.508 */
export function fullM(m: Model, d: Data, dst: Float64Array): Float64Array {
  const b = checkFits('fullM', m, d);
  mass.fullM(m, b, expectOutput('dst', dst, m.nv * m.nv), 0);
  return dst;
}

/** x = M^-1 y, for `n` consecutive vectors
 *
 *  @example
 *  forward(m, d);
 *  const acceleration = new Float64Array(m.nv);
 *  solveM(m, d, acceleration, d.qfrc_smooth);
 *  console.log(acceleration[0] === d.qacc_smooth[0]); // -> true */
export function solveM(m: Model, d: Data, x: Float64Array, y: Float64Array, n = 1): void {
  const b = checkFits('solveM', m, d);
  expectInteger('n', n, 0);
  expectLength('y', y, n * m.nv);
  mass.solveM(m, b, expectOutput('x', x, n * m.nv), 0, y, 0, n);
}

/** x = M^(-1/2) y, for `n` consecutive vectors
 *
 *  @example
 *  forward(m, d);
 *  const res = new Float64Array(m.nv);
 *  solveM2(m, d, res, d.qfrc_smooth); */
export function solveM2(m: Model, d: Data, x: Float64Array, y: Float64Array, n = 1): void {
  const b = checkFits('solveM2', m, d);
  expectInteger('n', n, 0);
  expectLength('y', y, n * m.nv);
  mass.solveM2(m, b, expectOutput('x', x, n * m.nv), 0, y, 0, n);
}
