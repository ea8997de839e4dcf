import { clip } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { MINVAL } from '../../model/constants.ts';

/*  Muscles. A parameter row is range (2), force, scale, lmin, lmax, vmax, fpmax, fvmax. Lengths and velocities are
 *  normalized by the optimal length L0, so that `range` corresponds to the lengths that the muscle can reach. */

/** Optimal length. */
function optimalLength(lengthrange: Float64Array, l: int, prm: Float64Array, p: int): number {
  return (lengthrange[l + 1] - lengthrange[l]) / Math.max(MINVAL, prm[p + 1] - prm[p]);
}

/** Length in units of the optimal length. */
function normalLength(len: number, L0: number, lengthrange: Float64Array, l: int, prm: Float64Array, p: int): number {
  return prm[p] + (len - lengthrange[l]) / Math.max(MINVAL, L0);
}

/** Peak force: given directly, or such that the muscle alone accelerates the model by `scale`. */
function peakForce(acc0: number, prm: Float64Array, p: int): number {
  return prm[p + 2] < 0 ? prm[p + 3] / Math.max(MINVAL, acc0) : prm[p + 2];
}

/** Active force over length: a bump from lmin over 1 to lmax, composed of four parabolas. */
export function muscleGainLength(length: number, lmin: number, lmax: number): number {
  if (length < lmin || length > lmax) return 0;
  const a = 0.5 * (lmin + 1);
  const b = 0.5 * (1 + lmax);
  if (length <= a) {
    const x = (length - lmin) / Math.max(MINVAL, a - lmin);
    return 0.5 * x * x;
  }
  if (length <= 1) {
    const x = (1 - length) / Math.max(MINVAL, 1 - a);
    return 1 - 0.5 * x * x;
  }
  if (length <= b) {
    const x = (length - 1) / Math.max(MINVAL, b - 1);
    return 1 - 0.5 * x * x;
  }
  const x = (lmax - length) / Math.max(MINVAL, lmax - b);
  return 0.5 * x * x;
}

/** Active force of a fully activated muscle: -force FL(L) FV(V). */
export function muscleGain(
  len: number,
  vel: number,
  lengthrange: Float64Array,
  l: int,
  acc0: number,
  prm: Float64Array,
  p: int,
): number {
  const L0 = optimalLength(lengthrange, l, prm, p);
  const L = normalLength(len, L0, lengthrange, l, prm, p);
  const V = vel / Math.max(MINVAL, L0 * prm[p + 6]);
  const fvmax = prm[p + 8];
  const y = fvmax - 1;
  let FV = fvmax;
  if (V <= -1) FV = 0;
  else if (V <= 0) FV = (V + 1) * (V + 1);
  else if (V <= y) FV = fvmax - ((y - V) * (y - V)) / Math.max(MINVAL, y);
  return -peakForce(acc0, prm, p) * muscleGainLength(L, prm[p + 4], prm[p + 5]) * FV;
}

/** Derivative of `muscleGain` with respect to velocity. */
export function muscleGainVel(
  len: number,
  vel: number,
  lengthrange: Float64Array,
  l: int,
  acc0: number,
  prm: Float64Array,
  p: int,
): number {
  const L0 = optimalLength(lengthrange, l, prm, p);
  const L = normalLength(len, L0, lengthrange, l, prm, p);
  const unit = Math.max(MINVAL, L0 * prm[p + 6]);
  const V = vel / unit;
  const y = prm[p + 8] - 1;
  let dFV: number = 0;
  if (V > -1 && V <= 0) dFV = 2 * V + 2;
  else if (V > 0 && V <= y) dFV = (2 * y - 2 * V) / Math.max(MINVAL, y);
  return (-peakForce(acc0, prm, p) * muscleGainLength(L, prm[p + 4], prm[p + 5]) * dFV) / unit;
}

/** Passive force: a parabola from 1 to the midpoint between 1 and lmax, then a line. */
export function muscleBias(
  len: number,
  lengthrange: Float64Array,
  l: int,
  acc0: number,
  prm: Float64Array,
  p: int,
): number {
  const L0 = optimalLength(lengthrange, l, prm, p);
  const L = normalLength(len, L0, lengthrange, l, prm, p);
  if (L <= 1) return 0;
  const maxForce = peakForce(acc0, prm, p) * prm[p + 7];
  const b = 0.5 * (1 + prm[p + 5]);
  if (L <= b) {
    const x = (L - 1) / Math.max(MINVAL, b - 1);
    return -maxForce * 0.5 * x * x;
  }
  const x = (L - b) / Math.max(MINVAL, b - 1);
  return -maxForce * (0.5 + x);
}

/** Rate of change of the activation (Millard et al. 2013): a filter that activates faster than it deactivates.
 *  Parameters are the two time constants and the width of the transition between them. */
export function muscleDynamics(ctrl: number, act: number, prm: Float64Array, p: int): number {
  const slow = 0.5 + 1.5 * clip(act, 0, 1);
  const up = prm[p] * slow;
  const down = prm[p + 1] / slow;
  const width = prm[p + 2];
  const excess = clip(ctrl, 0, 1) - act;
  let tau = excess > 0 ? up : down;
  if (width >= MINVAL) tau = down + (up - down) * sigmoid(excess / width + 0.5);
  return excess / Math.max(MINVAL, tau);
}

/** Quintic smoothstep on [0, 1], flat at both ends: 6 x^5 - 15 x^4 + 10 x^3. */
export function sigmoid(x: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  return x * x * x * (3 * x * (2 * x - 5) + 10);
}
