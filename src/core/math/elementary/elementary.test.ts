import { expect, test } from 'vitest';
import {
  atan2Big,
  cosBig,
  expBig,
  logBig,
  ONE,
  sinBig,
  sqrtBig,
  toFixed,
  ulpError,
} from '../../../../test/support/oracle/bigMath.ts';
import { acos, asin, atan, atan2 } from './arc.ts';
import { exp, log, pow } from './exp.ts';
import { cos, sin, sinCos, tan } from './trig.ts';

/** Random numbers in [0, 1) from a fixed seed. */
function random(seed: number): () => number {
  let s = seed >>> 0;
  return () => {
    s = (s + 0x6d2b79f5) >>> 0;
    let t = Math.imul(s ^ (s >>> 15), s | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Largest error in ulp of f over points drawn by `draw`. */
function worst(n: number, draw: () => number, error: (x: number) => number): number {
  let max = 0;
  for (let k = 0; k < n; k++) max = Math.max(max, error(draw()));
  return max;
}

const rnd = random(1);
const uniform = (lo: number, hi: number) => () => lo + (hi - lo) * (rnd() + rnd() / 2 ** 32);
const magnitude = (lo: number, hi: number) => () => (rnd() < 0.5 ? -1 : 1) * 2 ** (lo + (hi - lo) * rnd());

const tanBig = (x: number) => (sinBig(x) << 320n) / cosBig(x);

test('sin, cos and tan are within 1 ulp near the origin, for large and for huge arguments', () => {
  for (const draw of [
    uniform(-0.8, 0.8),
    uniform(-30, 30),
    uniform(-1e6, 1e6),
    magnitude(-30, 1023),
    magnitude(20, 70),
  ]) {
    expect(worst(250, draw, (x) => ulpError(sin(x), sinBig(x)))).toBeLessThan(0.9);
    expect(worst(250, draw, (x) => ulpError(cos(x), cosBig(x)))).toBeLessThan(0.9);
    expect(worst(200, draw, (x) => ulpError(tan(x), tanBig(x)))).toBeLessThan(1);
  }
});

test('sin and cos keep their accuracy next to multiples of pi/2, where all leading digits cancel', () => {
  for (let n = 1; n < 200; n++) {
    const x = n * Math.PI * 0.5 * (1 + (n % 3 === 0 ? 2 ** -50 : 0));
    expect(ulpError(sin(x), sinBig(x))).toBeLessThan(0.9);
    expect(ulpError(cos(x), cosBig(x))).toBeLessThan(0.9);
  }
  // the float64 nearest to a multiple of pi/2 (Muller, Elementary Functions)
  const hard = 6381956970095103 * 2 ** 797;
  expect(ulpError(cos(hard), cosBig(hard))).toBeLessThan(0.9);
  expect(ulpError(sin(hard), sinBig(hard))).toBeLessThan(0.9);
});

test('sinCos gives the bits of sin and of cos', () => {
  const both = new Float64Array(2);
  for (const x of [0, -0, 0.3, -0.9, 5, 1e5, -1e9, 1e300, Infinity, Number.NaN]) {
    sinCos(both, 0, x);
    expect([...both]).toEqual([sin(x), cos(x)]);
  }
});

test('trigonometric edge cases follow IEEE 754', () => {
  expect(sin(-0)).toBe(-0);
  expect(tan(-0)).toBe(-0);
  expect(cos(-0)).toBe(1);
  expect(sin(5e-324)).toBe(5e-324);
  expect(tan(-5e-324)).toBe(-5e-324);
  for (const f of [sin, cos, tan]) {
    expect(f(Infinity)).toBeNaN();
    expect(f(-Infinity)).toBeNaN();
    expect(f(Number.NaN)).toBeNaN();
  }
});

test('asin, acos and atan are within 1 ulp', () => {
  for (const draw of [uniform(-1, 1), uniform(0.96, 1), () => 1 - 2 ** (-50 * rnd()), magnitude(-30, -1)]) {
    const asinError = (x: number) => {
      const X = toFixed(x);
      return ulpError(asin(x), atan2Big(X, sqrtBig(ONE - ((X * X) >> 320n))));
    };
    const acosError = (x: number) => {
      const X = toFixed(x);
      return ulpError(acos(x), atan2Big(sqrtBig(ONE - ((X * X) >> 320n)), X));
    };
    expect(worst(200, draw, asinError)).toBeLessThan(1);
    expect(worst(200, draw, acosError)).toBeLessThan(1);
  }
  for (const draw of [uniform(-3, 3), magnitude(-30, 66)]) {
    expect(worst(300, draw, (x) => ulpError(atan(x), atan2Big(toFixed(x), ONE)))).toBeLessThan(1);
  }
  expect(asin(-0)).toBe(-0);
  expect(asin(1)).toBe(Math.PI / 2);
  expect(acos(1)).toBe(0);
  expect(acos(-1)).toBe(Math.PI);
  expect(asin(1.0000000000000002)).toBeNaN();
  expect(acos(Number.NaN)).toBeNaN();
  expect(atan(Infinity)).toBe(Math.PI / 2);
  expect(atan(-0)).toBe(-0);
  expect(atan(Number.NaN)).toBeNaN();
});

test('atan2 is within 1 ulp in all quadrants', () => {
  for (const draw of [uniform(-1, 1), magnitude(-12, 12)]) {
    for (let k = 0; k < 300; k++) {
      const y = draw();
      const x = draw();
      expect(ulpError(atan2(y, x), atan2Big(toFixed(y), toFixed(x)))).toBeLessThan(1);
    }
  }
});

test('atan2 follows C for zeros, infinities and extreme quotients', () => {
  const special = [0, -0, 1, -1, Infinity, -Infinity, Number.NaN, 5e-324, -5e-324, 1e308, -1e308];
  for (const y of special) for (const x of special) expect(atan2(y, x)).toBe(Math.atan2(y, x));
});

test('exp is within 1 ulp, also where the result is subnormal', () => {
  const error = (x: number) => {
    const { value, shift } = expBig(toFixed(x));
    return ulpError(exp(x), value, shift);
  };
  expect(worst(1000, uniform(-10, 10), error)).toBeLessThan(0.9);
  expect(worst(500, uniform(-708, 709.7), error)).toBeLessThan(0.9);
  expect(worst(300, uniform(-745, -708), error)).toBeLessThan(1);
  expect(worst(200, magnitude(-60, 0), error)).toBeLessThan(0.9);
  expect([exp(0), exp(-0), exp(-Infinity), exp(Infinity), exp(710), exp(-746)]).toEqual([
    1,
    1,
    0,
    Infinity,
    Infinity,
    0,
  ]);
  expect(exp(Number.NaN)).toBeNaN();
});

test('log is within 1 ulp, also of subnormals', () => {
  const error = (x: number) => ulpError(log(x), logBig(x));
  expect(worst(500, uniform(0.5, 2), error)).toBeLessThan(1);
  expect(worst(300, () => 1 + magnitude(-52, -5)(), error)).toBeLessThan(1);
  expect(worst(500, () => 2 ** (-1074 + 2097 * rnd()), error)).toBeLessThan(1);
  expect([log(0), log(-0), log(1), log(Infinity)]).toEqual([-Infinity, -Infinity, 0, Infinity]);
  expect(log(-1)).toBeNaN();
  expect(log(Number.NaN)).toBeNaN();
});

test('pow is within 1 ulp', () => {
  const error = (x: number, y: number) => {
    const { value, shift } = expBig((toFixed(y) * logBig(x)) >> 320n);
    return ulpError(pow(x, y), value, shift);
  };
  for (let k = 0; k < 1000; k++) expect(error(rnd() * 3, 8 * rnd() - 4)).toBeLessThan(0.95);
  for (let k = 0; k < 300; k++) {
    const x = 2 ** (2000 * rnd() - 1000);
    const y = (1400 * rnd() - 700) / Math.log(x);
    expect(error(x, y)).toBeLessThan(0.95);
  }
  for (let k = 0; k < 200; k++) expect(error(1 + (rnd() - 0.5) * 1e-6, (rnd() - 0.5) * 1e9)).toBeLessThan(0.95);
  expect(error(1 + 2 ** -52, 2 ** 60)).toBeLessThan(0.95);
});

test('pow follows C in its special cases', () => {
  const values = [0, -0, 0.5, -0.5, 2, -2, 3, -3, -1, Infinity, -Infinity, 1e300, 5e-324, Number.NaN];
  for (const x of values) {
    for (const y of values) {
      if (Math.abs(x) === 1 && !(Math.abs(y) < Infinity)) continue;
      const expected = x ** y;
      const got = pow(x, y);
      if (Number.isNaN(expected) || expected === 0 || !Number.isFinite(expected))
        expect([x, y, got]).toEqual([x, y, expected]);
      else expect(Math.abs(got / expected - 1)).toBeLessThan(1e-15);
    }
  }
  expect([pow(1, Number.NaN), pow(1, Infinity), pow(-1, -Infinity), pow(Number.NaN, 0)]).toEqual([1, 1, 1, 1]);
});
