import { PI } from '../constants.ts';
import { clearLow, productError, signBit } from './bits.ts';

/*  asin, acos, atan and atan2, within 1 ulp, the same bits on every machine.
 *  Rational and polynomial approximations with the coefficients published with fdlibm (Sun Microsystems, 1993). */

const PIO2 = 1.5707963267948966;
const PIO2_LO = 6.123233995736766e-17;
const PI_LO = 1.2246467991473532e-16;
const HUGE = 1e100;
const TINY = 1e-100;

/** (asin(x) - x) / x as a function of z = x^2, for z <= 1/4 */
function asinRatio(z: number): number {
  const p =
    z *
    (0.16666666666666666 +
      z *
        (-0.3255658186224009 +
          z *
            (0.20121253213486293 +
              z * (-0.04005553450067941 + z * (0.0007915349942898145 + z * 3.479331075960212e-5)))));
  const q =
    1 + z * (-2.403394911734414 + z * (2.0209457602335057 + z * (-0.6882839716054533 + z * 0.07703815055590194)));
  return p / q;
}

/** Arc sine, in [-pi/2, pi/2]; NaN outside [-1, 1]. */
export function asin(x: number): number {
  const size = Math.abs(x);
  if (!(size <= 1)) return Number.NaN;
  if (size < 0.5) return size < 7.450580596923828e-9 ? x : x + x * asinRatio(x * x);
  // asin(x) = pi/2 - 2 asin(sqrt((1 - x) / 2))
  const z = (1 - size) * 0.5;
  const s = Math.sqrt(z);
  const r = asinRatio(z);
  let value: number = 0;
  if (size >= 0.975) {
    value = PIO2 - (2 * (s + s * r) - PIO2_LO);
  } else {
    // s = f + c with a short f, so that pi/4 - 2 f is exact
    const f = clearLow(s);
    const c = (z - f * f) / (s + f);
    value = 0.5 * PIO2 - (2 * s * r - (PIO2_LO - 2 * c) - (0.5 * PIO2 - 2 * f));
  }
  return x < 0 ? -value : value;
}

/** Arc cosine, in [0, pi]; NaN outside [-1, 1]. */
export function acos(x: number): number {
  const size = Math.abs(x);
  if (!(size <= 1)) return Number.NaN;
  if (size < 0.5) {
    // pi/2 - asin(x)
    if (size < 6.938893903907228e-18) return PIO2;
    return PIO2 - (x - (PIO2_LO - x * asinRatio(x * x)));
  }
  const z = (1 - size) * 0.5;
  const s = Math.sqrt(z);
  if (x < 0) {
    // pi - 2 asin(sqrt((1 + x) / 2))
    const w = asinRatio(z) * s - PIO2_LO;
    return 2 * (PIO2 - (s + w));
  }
  // 2 asin(sqrt((1 - x) / 2))
  if (size === 1) return 0;
  const f = clearLow(s);
  const c = (z - f * f) / (s + f);
  const w = asinRatio(z) * s + c;
  return 2 * (f + w);
}

/** Arc tangent, in [-pi/2, pi/2]. */
export function atan(x: number): number {
  const size = Math.abs(x);
  if (size < 7.450580596923828e-9) return x;
  if (!(size <= Infinity)) return Number.NaN;
  const value = atanSum(size, 0);
  return x < 0 ? -value : value;
}

/** atan(x) + tail for x > 0 and a tail that is tiny relative to it */
function atanSum(x: number, tail: number): number {
  if (x < 0.4375) return x - (x * atanRatio(x) - tail);
  // atan(x) = atan(a) + atan((x - a) / (1 + a x)) with a = 1/2, 1, 3/2 or infinity
  if (x < 0.6875) return atanFrom(0.4636476090008061, 2.2698777452961687e-17 + tail, (2 * x - 1) / (2 + x));
  if (x < 1.1875) return atanFrom(0.5 * PIO2, 3.061616997868383e-17 + tail, (x - 1) / (x + 1));
  if (x < 2.4375) return atanFrom(0.982793723247329, 1.3903311031230998e-17 + tail, (x - 1.5) / (1 + 1.5 * x));
  if (x < 7.378697629483821e19) return atanFrom(PIO2, PIO2_LO + tail, -1 / x);
  return PIO2;
}

/** hi + lo + atan(t) for |t| < 0.4375 */
function atanFrom(hi: number, lo: number, t: number): number {
  return hi - (t * atanRatio(t) - lo - t);
}

/** 1 - atan(x) / x for |x| < 0.4375 */
function atanRatio(x: number): number {
  const z = x * x;
  const w = z * z;
  const odds =
    z *
    (0.3333333333333293 +
      w *
        (0.14285714272503466 +
          w *
            (0.09090887133436507 + w * (0.06661073137387531 + w * (0.049768779946159324 + w * 0.016285820115365782)))));
  const evens =
    w *
    (-0.19999999999876483 +
      w * (-0.11111110405462356 + w * (-0.0769187620504483 + w * (-0.058335701337905735 + w * -0.036531572744216916))));
  return odds + evens;
}

/** Angle of the point (x, y), in [-pi, pi], with the signs of zeros and infinities as in C. */
export function atan2(y: number, x: number): number {
  if (!(Math.abs(x) <= Infinity) || !(Math.abs(y) <= Infinity)) return Number.NaN;
  const left = signBit(x);
  const below = signBit(y);
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  let angle: number = 0;
  if (ay === 0) angle = left ? PI : 0.0;
  else if (ax === 0) angle = PIO2;
  else if (ax === Infinity || ay === Infinity) angle = infiniteAngle(ax, ay, left);
  else angle = finiteAngle(ax, ay, left);
  return below ? -angle : angle;
}

/** Angle in the upper half plane of a point at infinity. */
function infiniteAngle(ax: number, ay: number, left: boolean): number {
  if (ax < Infinity) return PIO2;
  if (ay < Infinity) return left ? PI : 0;
  return left ? 2.356194490192345 : 0.7853981633974483;
}

/** Angle in the upper half plane of the point (+-ax, ay), both finite and positive. */
function finiteAngle(ax: number, ay: number, left: boolean): number {
  if (!left) return quotientAngle(ay, ax);
  if (ay <= ax) return PI - (quotientAngle(ay, ax) - PI_LO);
  return PIO2 + (quotientAngle(ax, ay) + PIO2_LO);
}

/** atan(y / x) for finite positive x and y */
function quotientAngle(y: number, x: number): number {
  const q = y / x;
  // steeper than 2^64, or so shallow that the angle is its tangent
  if (q > 1.8446744073709552e19) return PIO2;
  if (q < 5.421010862427522e-20) return q;
  // the rounding error of the quotient changes the angle by (y - q x) / x / (1 + q^2)
  let tail: number = 0;
  if (x < HUGE && y < HUGE && x > TINY && y > TINY) {
    const p = q * x;
    tail = (y - p - productError(q, x, p)) / (x * (1 + q * q));
  }
  return atanSum(q, tail);
}
