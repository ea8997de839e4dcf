/** atan of a positive single-precision number, in single precision throughout, by the method of fdlibm: the argument is
 * reduced by the angles whose tangents are 1/2, 1, 3/2 and infinity, then a polynomial is evaluated. MuJoCo's camera
 * field of view has the error of this method, so matching it requires the same rounding. */

const f = Math.fround;

/** Angle as a sum of two singles, for each of the four reductions. */
const HIGH = [f(4.6364760399e-1), f(7.8539812565e-1), f(9.8279368877e-1), f(1.5707962513)];
const LOW = [f(5.012158244e-9), f(3.7748947079e-8), f(3.447321717e-8), f(7.5497894159e-8)];
const COEFFICIENTS = [
  f(3.3333328366e-1),
  f(-1.9999158382e-1),
  f(1.4253635705e-1),
  f(-1.0648017377e-1),
  f(6.1687607318e-2),
];

export function singleAtan(value: number): number {
  const { x, k } = reduce(f(value));
  const [c0, c1, c2, c3, c4] = COEFFICIENTS;
  const z = f(x * x);
  const w = f(z * z);
  // odd and even powers apart
  const odd = f(z * f(c0 + f(w * f(c2 + f(w * c4)))));
  const even = f(w * f(c1 + f(w * c3)));
  const correction = f(x * f(odd + even));
  if (k < 0) return f(x - correction);
  return f(HIGH[k] - f(f(correction - LOW[k]) - x));
}

function reduce(x: number): { x: number; k: number } {
  if (x < 0.4375) return { x, k: -1 };
  if (x < 0.6875) return { x: f(f(f(2 * x) - 1) / f(2 + x)), k: 0 };
  if (x < 1.1875) return { x: f(f(x - 1) / f(x + 1)), k: 1 };
  if (x < 2.4375) return { x: f(f(x - 1.5) / f(1 + f(1.5 * x))), k: 2 };
  return { x: f(-1 / x), k: 3 };
}
