import type { int } from '../../math/int.ts';

/*  Shape functions of interpolated flexes: Lagrange polynomials over [0, 1], linear (order 1) or quadratic (order 2). */

/** Polynomial i at s. */
export function phi(s: number, i: int, order: int): number {
  if (order === 1) return i === 0 ? 1 - s : s;
  if (i === 0) return 2 * s * s - 3 * s + 1;
  return i === 1 ? 4 * (s - s * s) : 2 * s * s - s;
}

/** res = all polynomials at s */
export function phiAll(res: Float64Array, r: int, s: number, order: int): void {
  for (let i = 0; i <= order; i++) res[r + i] = phi(s, i, order);
}

/** The derivative of polynomial i. */
export function dphi(s: number, i: int, order: int): number {
  if (order === 1) return i === 0 ? -1 : 1;
  if (i === 0) return 4 * s - 3;
  return i === 1 ? 4 * (1 - 2 * s) : 4 * s - 1;
}
