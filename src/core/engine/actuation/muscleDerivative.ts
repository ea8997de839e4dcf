import { clip } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { MINVAL } from '../../model/constants.ts';
import { muscleGainLength, sigmoid } from './muscle.ts';

/*  Derivatives of `muscle.ts`, which explains the parameters. */

/** res = optimal length, and the present length in units of it */
function normalizeLength(res: Float64Array, len: number, range: Float64Array, l: int, prm: Float64Array, p: int): void {
  res[0] = Math.max(MINVAL, (range[l + 1] - range[l]) / Math.max(MINVAL, prm[p + 1] - prm[p]));
  res[1] = prm[p] + (len - range[l]) / res[0];
}

const unit = new Float64Array(2);

/** Derivative of the bump FL with respect to length: piecewise linear through lmin, a midpoint, 1, a midpoint, lmax. */
function gainLengthDerivative(length: number, lmin: number, lmax: number): number {
  if (length < lmin || length > lmax) return 0;
  const a = 0.5 * (lmin + 1);
  const b = 0.5 * (1 + lmax);
  if (length <= a) {
    const s = Math.max(MINVAL, a - lmin);
    return (length - lmin) / (s * s);
  }
  if (length <= 1) {
    const s = Math.max(MINVAL, 1 - a);
    return (1 - length) / (s * s);
  }
  if (length <= b) {
    const s = Math.max(MINVAL, b - 1);
    return (1 - length) / (s * s);
  }
  const s = Math.max(MINVAL, lmax - b);
  return (length - lmax) / (s * s);
}

/** Derivative of `muscleGain`, which is `gain`, with respect to length: force FL' FV / L0. */
export function muscleGainLen(
  gain: number,
  len: number,
  range: Float64Array,
  l: int,
  prm: Float64Array,
  p: int,
): number {
  normalizeLength(unit, len, range, l, prm, p);
  const L = unit[1];
  const FL = muscleGainLength(L, prm[p + 4], prm[p + 5]);
  if (FL < MINVAL) return 0;
  return ((gain / FL) * gainLengthDerivative(L, prm[p + 4], prm[p + 5])) / unit[0];
}

/** Derivative of `muscleBias` with respect to length. */
export function muscleBiasLen(
  len: number,
  range: Float64Array,
  l: int,
  acc0: number,
  prm: Float64Array,
  p: int,
): number {
  normalizeLength(unit, len, range, l, prm, p);
  const L = unit[1];
  if (L <= 1) return 0;
  const force = prm[p + 2] < 0 ? prm[p + 3] / Math.max(MINVAL, acc0) : prm[p + 2];
  const b = 0.5 * (1 + prm[p + 5]);
  const s = Math.max(MINVAL, b - 1);
  const derivative = L <= b ? (L - 1) / (s * s) : 1 / s;
  return (-force * prm[p + 7] * derivative) / unit[0];
}

/** Derivatives of `muscleDynamics`, excess / tau, with respect to the control (res[0]) and the activation (res[1]). */
export function muscleRate(res: Float64Array, ctrl: number, act: number, prm: Float64Array, p: int): void {
  const inside = act > 0 && act < 1;
  const slow = 0.5 + 1.5 * clip(act, 0, 1);
  const dslow: number = inside ? 1.5 : 0;
  const up = prm[p] * slow;
  const down = prm[p + 1] / slow;
  const dup = prm[p] * dslow;
  const ddown = (-down / slow) * dslow;
  const width = prm[p + 2];
  const excess = clip(ctrl, 0, 1) - act;
  const du: number = ctrl >= 0 && ctrl <= 1 ? 1 : 0;
  // tau and its derivatives with respect to the excess and, directly, the activation
  let tau = excess > 0 ? up : down;
  let byExcess: number = 0;
  let byAct = excess > 0 ? dup : ddown;
  if (width >= MINVAL) {
    const x = excess / width + 0.5;
    const y = sigmoid(x);
    tau = down + (up - down) * y;
    byAct = ddown + (dup - ddown) * y;
    if (x > 0 && x < 1) byExcess = ((up - down) * 30 * x * x * (1 - x) * (1 - x)) / width;
  }
  const t = Math.max(MINVAL, tau);
  const derivative = 1 / t - (excess / (t * t)) * byExcess;
  res[0] = derivative * du;
  res[1] = -derivative - (excess / (t * t)) * byAct;
}
