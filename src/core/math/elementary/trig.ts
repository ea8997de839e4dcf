import type { int } from '../int.ts';
import { clearLow } from './bits.ts';
import { reducePio2 } from './reduce.ts';

/*  sin, cos and tan, within 1 ulp for every float64, the same bits on every machine.
 *  Minimax polynomials on [-pi/4, pi/4] with the coefficients published with fdlibm (Sun Microsystems, 1993). */

const rem = new Float64Array(2);
const PIO4 = 0.7853981633974483;
const PIO4_LO = 3.061616997868383e-17;
/** 2^-27: below this sin x and tan x round to x. */
const TINY = 7.450580596923828e-9;

/** Sine. */
export function sin(x: number): number {
  const size = Math.abs(x);
  if (size <= PIO4) return size < TINY ? x : sinKernel(x, 0);
  if (!(size < Infinity)) return Number.NaN;
  const n = reducePio2(rem, x);
  return quarterTurn(rem[0], rem[1], n);
}

/** Cosine. */
export function cos(x: number): number {
  const size = Math.abs(x);
  if (size <= PIO4) return cosKernel(x, 0);
  if (!(size < Infinity)) return Number.NaN;
  const n = reducePio2(rem, x);
  return quarterTurn(rem[0], rem[1], n + 1);
}

/** res = (sin x, cos x), with the same bits as the two functions, at the cost of one reduction */
export function sinCos(res: Float64Array, r: int, x: number): void {
  const size = Math.abs(x);
  if (size <= PIO4) {
    res[r] = size < TINY ? x : sinKernel(x, 0);
    res[r + 1] = cosKernel(x, 0);
    return;
  }
  if (!(size < Infinity)) {
    res[r] = Number.NaN;
    res[r + 1] = Number.NaN;
    return;
  }
  const n = reducePio2(rem, x);
  const s = sinKernel(rem[0], rem[1]);
  const c = cosKernel(rem[0], rem[1]);
  const odd = (n & 1) !== 0;
  const first = odd ? c : s;
  const second = odd ? s : c;
  res[r] = (n & 2) === 0 ? first : -first;
  res[r + 1] = ((n + 1) & 2) === 0 ? second : -second;
}

/** sin(y + tail + n pi/2) */
function quarterTurn(y: number, tail: number, n: int): number {
  const value = (n & 1) === 0 ? sinKernel(y, tail) : cosKernel(y, tail);
  return (n & 2) === 0 ? value : -value;
}

/** sin(x + y) for |x| <= pi/4 and a tail y: x - x^3/6 + ... + y (1 - x^2/2) */
function sinKernel(x: number, y: number): number {
  const z = x * x;
  const w = z * z;
  const v = z * x;
  const r =
    0.00833333333332249 +
    z * (-0.0001984126982985795 + z * 2.7557313707070068e-6) +
    z * w * (-2.5050760253406863e-8 + z * 1.58969099521155e-10);
  const S1 = -0.16666666666666632;
  return x - (z * (0.5 * y - v * r) - y - v * S1);
}

/** cos(x + y) for |x| <= pi/4 and a tail y: 1 - x^2/2 + x^4/24 - ... - x y */
function cosKernel(x: number, y: number): number {
  const z = x * x;
  const w = z * z;
  const r =
    z * (0.0416666666666666 + z * (-0.001388888888887411 + z * 2.480158728947673e-5)) +
    w * w * (-2.7557314351390663e-7 + z * (2.087572321298175e-9 + z * -1.1359647557788195e-11));
  const half = 0.5 * z;
  const one = 1 - half;
  // add the rounding error of 1 - x^2/2 to the small terms
  return one + (1 - one - half + (z * r - x * y));
}

/** Tangent. */
export function tan(x: number): number {
  const size = Math.abs(x);
  if (size <= PIO4) return size < TINY ? x : tanKernel(x, 0, false);
  if (!(size < Infinity)) return Number.NaN;
  const n = reducePio2(rem, x);
  return tanKernel(rem[0], rem[1], (n & 1) === 1);
}

/** tan(x + y) for |x| <= pi/4 and a tail y, or -1 / tan(x + y) after an odd number of quarter turns */
function tanKernel(x0: number, y0: number, odd: boolean): number {
  let x = x0;
  let y = y0;
  const large = Math.abs(x0) >= 0.6743316650390625;
  if (large) {
    // near pi/4: tan(pi/4 - u) = 1 - 2 (t - t^2 / (1 + t)) with t = tan u
    const sign = x0 < 0 ? -1.0 : 1.0;
    x = PIO4 - sign * x0 + (PIO4_LO - sign * y0);
    y = 0;
  }
  const z = x * x;
  const w = z * z;
  const odds =
    0.13333333333320124 +
    w *
      (0.021869488294859542 +
        w *
          (0.0035920791075913124 +
            w * (0.0005880412408202641 + w * (7.817944429395571e-5 + w * -1.8558637485527546e-5))));
  const evens =
    z *
    (0.05396825397622605 +
      w *
        (0.0088632398235993 +
          w *
            (0.0014562094543252903 +
              w * (0.0002464631348184699 + w * (7.140724913826082e-5 + w * 2.590730518636337e-5)))));
  const s = z * x;
  const r = y + z * (s * (odds + evens) + y) + 0.3333333333333341 * s;
  const t = x + r;
  if (large) {
    const one = odd ? -1.0 : 1.0;
    const value = one - 2 * (x + (r - (t * t) / (t + one)));
    return x0 < 0 ? -value : value;
  }
  if (!odd) return t;
  // -1 / (x + r), corrected for the rounding errors of the sum and of the quotient
  const th = clearLow(t);
  const tl = r - (th - x);
  const q = -1 / t;
  const qh = clearLow(q);
  return qh + q * (1 + qh * th + qh * tl);
}
