/*  Elementary functions in fixed point with BigInt, as the reference for src/core/math: slow, exact to far below an ulp. */

const P = 320n;
const ONE = 1n << P;
const bits = new DataView(new ArrayBuffer(8));

/** x as sign * mantissa * 2^exponent, exactly. */
function parts(x: number): { m: bigint; e: number } {
  bits.setFloat64(0, x);
  const w = bits.getBigUint64(0);
  const biased = Number((w >> 52n) & 0x7ffn);
  const fraction = w & 0xfffffffffffffn;
  const m = biased === 0 ? fraction : fraction | (1n << 52n);
  return { m: w >> 63n ? -m : m, e: (biased || 1) - 1075 };
}

/** x in fixed point with p fraction bits. */
export function toFixed(x: number, p: bigint = P): bigint {
  const { m, e } = parts(x);
  const shift = BigInt(e) + p;
  return shift >= 0n ? m << shift : m >> -shift;
}

/** Pi with p fraction bits, by Machin's formula. */
function piFixed(p: bigint): bigint {
  const unit = 1n << (p + 32n);
  const arccot = (n: bigint): bigint => {
    let term = unit / n;
    let sum = term;
    for (let k = 3n, sign = -1n; term !== 0n; k += 2n, sign = -sign) {
      term /= n * n;
      sum += (sign * term) / k;
    }
    return sum;
  };
  return (4n * (4n * arccot(5n) - arccot(239n))) >> 32n;
}

const PI = piFixed(P);
const PI_LONG = piFixed(1100n + P);
const LN2 = logSeries(2n * ONE);

function mul(a: bigint, b: bigint): bigint {
  return (a * b) >> P;
}

/** log(x) for x in [1, 2] by 2 atanh((x - 1) / (x + 1)) */
function logSeries(x: bigint): bigint {
  const s = ((x - ONE) << P) / (x + ONE);
  const q = mul(s, s);
  let sum = 0n;
  for (let k = 1n, t = s; t !== 0n; k += 2n, t = mul(t, q)) {
    sum += t / k;
    if (t === -1n) break;
  }
  return 2n * sum;
}

export function sinBig(x: number): bigint {
  return sinQuarters(x, 0n);
}

export function cosBig(x: number): bigint {
  return sinQuarters(x, 1n);
}

/** sin(x + n pi/2) */
function sinQuarters(x: number, n: bigint): bigint {
  const half = PI_LONG >> 1n;
  const X = toFixed(x, 1100n + P);
  let q = X / half;
  let y = X - q * half;
  if (y < 0n) {
    y += half;
    q -= 1n;
  }
  const r = y >> 1100n;
  const k = (((q + n) % 4n) + 4n) % 4n;
  const value = k % 2n === 0n ? sinSeries(r, r, 2n) : sinSeries(r, ONE, 1n);
  return k < 2n ? value : -value;
}

function sinSeries(r: bigint, first: bigint, from: bigint): bigint {
  const z = mul(r, r);
  let sum = 0n;
  for (let k = from, t = first; t !== 0n && t !== -1n; k += 2n) {
    sum += t;
    t = -mul(t, z) / (k * (k + 1n));
  }
  return sum;
}

export function expBig(x: bigint): { value: bigint; shift: number } {
  // e^x = 2^k e^r
  let k = x / LN2;
  if (x < 0n) k -= 1n;
  const r = x - k * LN2;
  let sum = 0n;
  for (let n = 1n, t = ONE; t !== 0n; n++) {
    sum += t;
    t = mul(t, r) / n;
  }
  return { value: sum, shift: Number(k) };
}

/** log(x), x > 0 */
export function logBig(x: number): bigint {
  const { m, e } = parts(x);
  const length = m.toString(2).length;
  const scaled = m << (P - BigInt(length - 1));
  return logSeries(scaled) + BigInt(e + length - 1) * LN2;
}

/** atan(y / x) for fixed-point values, in (-pi, pi] as atan2 */
export function atan2Big(y: bigint, x: bigint): bigint {
  if (x < 0n) return y < 0n ? atan2Big(-y, -x) - PI : atan2Big(-y, -x) + PI;
  const ay = y < 0n ? -y : y;
  if (ay > x) return y < 0n ? -(PI / 2n) + atan2Big(x, -y) : PI / 2n - atan2Big(x, y);
  // halve the angle three times: t -> t / (1 + sqrt(1 + t^2))
  let t = (y << P) / x;
  for (let k = 0; k < 3; k++) t = (t << P) / (ONE + sqrtBig(ONE + mul(t, t)));
  const z = mul(t, t);
  let sum = 0n;
  for (let k = 1n, term = t; term !== 0n && term !== -1n; k += 2n, term = -mul(term, z)) sum += term / k;
  return 8n * sum;
}

/** Square root of a fixed-point number. */
export function sqrtBig(x: bigint): bigint {
  if (x === 0n) return 0n;
  const v = x << P;
  let r = 1n << BigInt(Math.ceil(v.toString(2).length / 2));
  for (;;) {
    const next = (r + v / r) >> 1n;
    if (next >= r) return r;
    r = next;
  }
}

/** |got - (truth 2^shift)| in units in the last place of the truth. */
export function ulpError(got: number, truth: bigint, shift = 0): number {
  // compare in fixed point with enough fraction bits for subnormals
  const extra = 1200n;
  const t = shift >= 0 ? truth << (BigInt(shift) + extra) : (truth << extra) >> BigInt(-shift);
  const g = toFixed(got, P + extra);
  const size = t < 0n ? -t : t;
  const length = BigInt(size.toString(2).length);
  const smallest = P + extra - 1074n;
  let exponent = length - 53n;
  if (exponent < smallest) exponent = smallest;
  const diff = g - t;
  const scaled = ((diff < 0n ? -diff : diff) << 20n) >> exponent;
  return Number(scaled) / 2 ** 20;
}

export { ONE };
