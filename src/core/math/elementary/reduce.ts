import type { int } from '../int.ts';
import { highWord, lowWord, pow2, productError, sumError } from './bits.ts';

/*  Argument reduction of the trigonometric functions: x = n pi/2 + y, |y| <= pi/4. */

const TWO_OVER_PI = 0.6366197723675814;
// pi/2 in pieces: the first 33 bits, the next 33, the next 33, and the rest after each
const PIO2_1 = 1.5707963267341256;
const PIO2_1T = 6.077100506506192e-11;
const PIO2_2 = 6.077100506303966e-11;
const PIO2_2T = 2.0222662487959506e-21;
const PIO2_3 = 2.0222662487111665e-21;
const PIO2_3T = 8.4784276603689e-32;
const PIO2_HI = 1.5707963267948966;
const PIO2_LO = 6.123233995736766e-17;
const DIGIT = 16777216;

/** Sets rem[0] + rem[1] to the remainder of x after the nearest multiple of pi/2, and returns that multiple mod 4.
 *  For finite x. */
export function reducePio2(rem: Float64Array, x: number): int {
  if (Math.abs(x) > 1e6) return reduceLarge(rem, x);
  // Cody and Waite: n times each piece of pi/2 is exact
  const n = Math.floor(x * TWO_OVER_PI + 0.5);
  const size = Math.abs(x);
  let r = x - n * PIO2_1;
  let w = n * PIO2_1T;
  let y = r - w;
  // another piece if too many bits canceled
  if (Math.abs(y) < size * 1.52587890625e-5) {
    const t = r;
    w = n * PIO2_2;
    r = t - w;
    w = n * PIO2_2T - (t - r - w);
    y = r - w;
    if (Math.abs(y) < size * 1.7763568394002505e-15) {
      const u = r;
      w = n * PIO2_3;
      r = u - w;
      w = n * PIO2_3T - (u - r - w);
      y = r - w;
    }
  }
  rem[0] = y;
  rem[1] = r - y - w;
  return (n | 0) & 3;
}

// 2/pi in digits of 24 bits, enough for the largest float64
const twoOverPi = new Int32Array([
  0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163, 0xabdebb, 0xc561b7,
  0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129, 0xa73ee8, 0x8235f5, 0x2ebb44, 0x84e99c,
  0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c, 0x845f8b, 0xbdf928, 0x3b1ff8, 0x97ffde, 0x05980f, 0xef2f11,
  0x8b5a0a, 0x6d1f6d, 0x367ecf, 0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d, 0x7527ba, 0xc7ebe5, 0xf17b3d, 0x0739f7,
  0x8a5292, 0xea6bfb, 0x5fb11f, 0x8d5d08, 0x560330, 0x46fc7b, 0x6babf0, 0xcfbc20, 0x9af436, 0x1da9e3, 0x91615e,
  0xe61b08, 0x659985, 0x5f14a0,
]);
const NDIGIT = 9;
const product = new Float64Array(9);
const factor = new Float64Array(4);

/** Payne and Hanek: x 2/pi with only those digits of 2/pi that matter mod 4 and for the fraction. */
function reduceLarge(rem: Float64Array, x: number): int {
  // |x| = X 2^e with an integer X of 53 bits, and e = 24 q + s
  const high = highWord(x) & 0x7fffffff;
  const e = (high >> 20) - 1075;
  const q = Math.floor(e / 24) | 0;
  const s = e - 24 * q;
  // digits of X 2^s, lowest first
  let rest = (((high & 0xfffff) | 0x100000) * 4294967296 + unsigned(lowWord(x))) * pow2(s);
  for (let j = 0; j < 4; j++) {
    const upper = Math.floor(rest / DIGIT);
    factor[j] = rest - upper * DIGIT;
    rest = upper;
  }
  // digit p of the product has weight 2^(-24 p); digits of weight 2^24 and up are multiples of 4
  for (let p = 0; p < NDIGIT; p++) {
    let sum: number = 0;
    for (let j = 0; j < 4; j++) {
      const k = p - 1 + q + j;
      if (k >= 0) sum += factor[j] * twoOverPi[k];
    }
    product[p] = sum;
  }
  for (let p = NDIGIT - 1; p >= 0; p--) {
    const carry = Math.floor(product[p] / DIGIT);
    product[p] -= carry * DIGIT;
    if (p > 0) product[p - 1] += carry;
  }
  let n = product[0] | 0;
  // a fraction of at least one half is one more quarter turn, and 1 - fraction in the opposite direction
  let sign: number = x < 0 ? -1 : 1;
  if (product[1] >= DIGIT / 2) {
    n++;
    sign = -sign;
    for (let p = 1; p < NDIGIT; p++) product[p] = DIGIT - 1 - product[p];
  }
  fractionTimesPio2(rem, sign);
  return (x < 0 ? -n : n) & 3;
}

/** The value of an int32 taken as unsigned. */
function unsigned(i: int): number {
  return i < 0 ? i + 4294967296.0 : i;
}

/** rem = sign pi/2 times the fraction in product[1..], as an unevaluated sum of two. */
function fractionTimesPio2(rem: Float64Array, sign: number): void {
  let weight = 1 / DIGIT;
  for (let p = 1; p < NDIGIT; p++) {
    product[p] *= weight;
    weight /= DIGIT;
  }
  let hi: number = 0;
  for (let p = NDIGIT - 1; p > 0; p--) hi += product[p];
  let lo = product[1] - hi;
  for (let p = 2; p < NDIGIT; p++) lo += product[p];
  const y = hi * PIO2_HI;
  const t = productError(hi, PIO2_HI, y) + (hi * PIO2_LO + lo * PIO2_HI);
  const total = y + t;
  rem[0] = sign * total;
  rem[1] = sign * sumError(y, t, total);
}
