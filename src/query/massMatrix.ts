/** The mass matrix: products, solves, and itself as a dense matrix. */

import * as mass from '../engine/position/inertia/solveM.ts';
import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';
import { expectLength } from './expect.ts';

/** res = M vec */
export function mulM(m: Model, d: Data, res: Float64Array, vec: Float64Array): void {
  expectLength('vec', vec, m.nv);
  mass.mulM(m, d, expectLength('res', res, m.nv), 0, vec, 0);
}

/** res = M^(1/2) vec, the factor being sqrt(D) L */
export function mulM2(m: Model, d: Data, res: Float64Array, vec: Float64Array): void {
  expectLength('vec', vec, m.nv);
  mass.mulM2(m, d, expectLength('res', res, m.nv), 0, vec, 0);
}

/** dst += M, lower triangle of a dense nv x nv matrix */
export function addM(m: Model, d: Data, dst: Float64Array): void {
  mass.addMDense(m, d, expectLength('dst', dst, m.nv * m.nv), 0);
}

/** dst = M as a dense nv x nv matrix */
export function fullM(m: Model, d: Data, dst: Float64Array): Float64Array {
  mass.fullM(m, d, expectLength('dst', dst, m.nv * m.nv), 0);
  return dst;
}

/** x = M^-1 y, for `n` vectors that follow each other */
export function solveM(m: Model, d: Data, x: Float64Array, y: Float64Array, n = 1): void {
  expectLength('y', y, n * m.nv);
  mass.solveM(m, d, expectLength('x', x, n * m.nv), 0, y, 0, n);
}

/** x = M^(-1/2) y, for `n` vectors that follow each other */
export function solveM2(m: Model, d: Data, x: Float64Array, y: Float64Array, n = 1): void {
  expectLength('y', y, n * m.nv);
  mass.solveM2(m, d, expectLength('x', x, n * m.nv), 0, y, 0, n);
}
