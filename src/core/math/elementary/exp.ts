import type { int } from '../int.ts';
import { fromWords, highWord, lowWord, pow2, productError, sumError } from './bits.ts';

/*  exp, log and pow, within 1 ulp, the same bits on every machine.
 *  Coefficients of exp and log as published with fdlibm (Sun Microsystems, 1993). */

const LN2_HI = 0.6931471803691238;
const LN2_LO = 1.9082149292705877e-10;
const OVERFLOW = 709.782712893384;
const UNDERFLOW = -745.1332191019411;

/** e^x */
export function exp(x: number): number {
  return expSum(x, 0);
}

/** e^(x + tail), with a tail that is tiny relative to x */
function expSum(x: number, tail: number): number {
  if (x > OVERFLOW) return Infinity;
  if (x < UNDERFLOW) return 0;
  if (Math.abs(x) < 3.725290298461914e-9) return 1 + x;
  // x = k ln 2 + r, |r| <= ln 2 / 2
  const k = Math.floor(x * Math.LOG2E + 0.5);
  const hi = x - k * LN2_HI;
  const lo = k * LN2_LO - tail;
  const r = hi - lo;
  // e^r = 1 + r + r c / (2 - c), c = r - r^2 (1/6 - r^2/360 + ...)
  const z = r * r;
  const c =
    r -
    z *
      (0.16666666666666602 +
        z *
          (-0.0027777777777015593 +
            z * (6.613756321437934e-5 + z * (-1.6533902205465252e-6 + z * 4.1381367970572385e-8))));
  const value = 1 - (lo - (r * c) / (2 - c) - hi);
  return scalePow2(value, k | 0);
}

/** x 2^k, for x near 1, rounded once */
function scalePow2(x: number, k: int): number {
  if (k > 1023) return x * 2 * pow2(k - 1);
  if (k < -1022) return x * pow2(k + 1000) * pow2(-1000);
  return x * pow2(k);
}

/** Natural logarithm; NaN below 0. */
export function log(x: number): number {
  if (x === 0) return -Infinity;
  if (!(x > 0)) return Number.NaN;
  if (x === Infinity) return x;
  // x = 2^k (1 + f), sqrt(1/2) < 1 + f < sqrt(2)
  let k = 0;
  let y = x;
  if (x < 2.2250738585072014e-308) {
    y = x * 1.8014398509481984e16;
    k = -54;
  }
  const high = highWord(y) + (0x3ff00000 - 0x3fe6a09e);
  k += (high >> 20) - 1023;
  const f = fromWords((high & 0xfffff) + 0x3fe6a09e, lowWord(y)) - 1;
  // log(1 + f) = f - f^2/2 + s (f^2/2 + R), s = f / (2 + f), R = 2/3 s^2 + 2/5 s^4 + ...
  const half = 0.5 * f * f;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const R =
    z * (0.6666666666666735 + w * (0.2857142874366239 + w * (0.1818357216161805 + w * 0.14798198605116586))) +
    w * (0.3999999999940942 + w * (0.22222198432149784 + w * 0.15313837699209373));
  return s * (half + R) + k * LN2_LO - half + f + k * LN2_HI;
}

/** x^y with the special cases of C: 1^y = x^0 = 1 for every y and x, NaN for a negative x and a noninteger y. */
export function pow(x: number, y: number): number {
  if (y === 0 || x === 1) return 1;
  if (!(Math.abs(x) <= Infinity) || !(Math.abs(y) <= Infinity)) return Number.NaN;
  if (y === 1) return x;
  if (y === 2) return x * x;
  const size = Math.abs(x);
  // a negative base: odd powers are negative, even ones positive, others undefined
  const negative = x < 0 || (x === 0 && 1 / x < 0);
  const odd = isOdd(y);
  if (x < 0 && size < Infinity && Math.abs(y) < Infinity && Math.floor(y) !== y) return Number.NaN;
  const magnitude = powPositive(size, y);
  return negative && odd ? -magnitude : magnitude;
}

/** True for an odd integer. */
function isOdd(y: number): boolean {
  const size = Math.abs(y);
  if (size > 9007199254740992.0 || Math.floor(size) !== size) return false;
  const half = size * 0.5;
  return Math.floor(half) !== half;
}

/** x^y for x >= 0 */
function powPositive(x: number, y: number): number {
  if (x === 1) return 1;
  const grows = x > 1 ? y > 0 : y < 0;
  if (x === 0 || x === Infinity || Math.abs(y) > 1.8446744073709552e19) return grows ? Infinity : 0;
  logParts(x);
  const hi = logSum[0];
  const lo = logSum[1];
  // e^(y log x), the exponent in two parts
  const z = y * hi;
  if (z > 800) return Infinity;
  if (z < -800) return 0;
  const tail = productError(y, hi, z) + y * lo;
  return expSum(z, tail);
}

const logSum = new Float64Array(2);
const LOG_THREE_HALVES_HI = 0.40546510805143043;
const LOG_THREE_HALVES_LO = 5.673394798944195e-11;

/** Sets logSum to log(x) as an unevaluated sum of two, to about 2^-68 relative, for finite x > 0. */
function logParts(x: number): void {
  // x = 2^k m, sqrt(3)/2 <= m < sqrt(3), and m near c = 1 or 3/2
  let k = 0;
  let m = x;
  if (x < 2.2250738585072014e-308) {
    m = x * 1.8014398509481984e16;
    k = -54;
  }
  const high = highWord(m);
  k += (high >> 20) - 1023;
  m = fromWords((high & 0xfffff) | 0x3ff00000, lowWord(m));
  if (m > 1.7320508075688772) {
    m *= 0.5;
    k++;
  }
  const upper = m > 1.224744871391589;
  const c = upper ? 1.5 : 1.0;
  // s + sl = (m - c) / (m + c)
  const u = m - c;
  const t = m + c;
  const s = u / t;
  const p = s * t;
  const sl = (u - p - productError(s, t, p) - s * sumError(m, c, t)) / t;
  // q + ql = (s + sl)^2
  const q = s * s;
  const ql = productError(s, s, q) + 2 * s * sl;
  // log(m / c) = s (2 + q (2/3 + q (2/5 + 2/7 q + ...)))
  const b = q * atanhSeries(q);
  const d = 0.6666666666666666 + b;
  const dl = 0.6666666666666666 - d + b + 3.700743415417188e-17;
  const e = q * d;
  const el = productError(q, d, e) + q * dl + ql * d;
  const g = 2 + e;
  const gl = 2 - g + e + el;
  const l = s * g;
  const ll = productError(s, g, l) + s * gl + sl * g;
  // k log 2 + log c + log(m / c)
  const base = k * LN2_HI + (upper ? LOG_THREE_HALVES_HI : 0.0);
  const hi = base + l;
  const lo = sumError(base, l, hi) + ll + (k * LN2_LO + (upper ? LOG_THREE_HALVES_LO : 0.0));
  logSum[0] = hi + lo;
  logSum[1] = sumError(hi, lo, logSum[0]);
}

/** 2/5 + 2/7 q + 2/9 q^2 + ... for q < 0.0103, to 2^-58 */
function atanhSeries(q: number): number {
  return (
    0.4 +
    q *
      (0.2857142857142857 +
        q *
          (0.2222222222222222 +
            q *
              (0.18181818181818182 +
                q *
                  (0.15384615384615385 +
                    q * (0.13333333333333333 + q * (0.11764705882352941 + q * 0.10526315789473684))))))
  );
}
