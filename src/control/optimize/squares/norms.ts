/** Norms of residuals: value, gradient and Hessian. Formulas are those of MuJoCo MPC's cost terms. */
import { expectFinite } from '../../../core/expect.ts';
import { exp, log, pow } from '../../../core/math/elementary/exp.ts';

/** A function of a vector of residuals. */
export interface Norm {
  readonly name: string;
  value(r: Float64Array): number;
  /** Writes the gradient, and the Hessian as diag(diagonal) + scale outer outer'. Returns the scale; 0 if the Hessian is
   *  diagonal, and `outer` is not written. */
  derivatives(r: Float64Array, gradient: Float64Array, diagonal: Float64Array, outer: Float64Array): number;
}

/** Value, first and second derivative of one term of a separable norm. */
type Term = (x: number, out: { value: number; first: number; second: number }) => void;

function separable(name: string, term: Term): Norm {
  const out = { value: 0, first: 0, second: 0 };
  return {
    name,
    value(r) {
      let sum = 0;
      for (let i = 0; i < r.length; i++) {
        term(r[i], out);
        sum += out.value;
      }
      return sum;
    },
    derivatives(r, gradient, diagonal) {
      for (let i = 0; i < r.length; i++) {
        term(r[i], out);
        gradient[i] = out.first;
        diagonal[i] = out.second;
      }
      return 0;
    },
  };
}

/** A norm of the squared length c = r'r, by its first two derivatives with respect to c. */
function radial(name: string, of: (c: number, out: { value: number; first: number; second: number }) => void): Norm {
  const out = { value: 0, first: 0, second: 0 };
  const squared = (r: Float64Array) => {
    let sum = 0;
    for (let i = 0; i < r.length; i++) sum += r[i] * r[i];
    return sum;
  };
  return {
    name,
    value(r) {
      of(squared(r), out);
      return out.value;
    },
    // y(c): dy/dr = 2 y' r, d2y/dr2 = 2 y' I + 4 y'' r r'
    derivatives(r, gradient, diagonal, outer) {
      of(squared(r), out);
      for (let i = 0; i < r.length; i++) gradient[i] = 2 * out.first * r[i];
      diagonal.fill(2 * out.first, 0, r.length);
      outer.set(r);
      return 4 * out.second;
    },
  };
}

const positive = (name: string, x: number) => expectFinite(name, x, Number.MIN_VALUE);

/** 1/2 sum of x^2. */
export const quadratic: Norm = separable('quadratic', (x, out) => {
  out.value = 0.5 * x * x;
  out.first = x;
  out.second = 1;
});

/** The sum of the residuals: a cost that is already a number. */
export const identity: Norm = separable('identity', (x, out) => {
  out.value = x;
  out.first = 1;
  out.second = 0;
});

/** sqrt(r'r + p^2) - p: the length, smooth near zero.
 *
 *  ```ts
 *  const { x } = leastSquares([3], ([a]) => [a - 1], { norm: l2(0.1) });
 *  ``` */
export function l2(p = 1): Norm {
  positive('l2: p', p);
  return radial('l2', (c, out) => {
    const s = Math.sqrt(c + p * p);
    out.value = s - p;
    out.first = 0.5 / s;
    out.second = -0.25 / (s * s * s);
  });
}

/** ((r'r)^(q/2) + p^q)^(1/q) - p: the length, with a flatter minimum for larger q.
 *
 *  ```ts
 *  const { x } = leastSquares([3], ([a]) => [a - 1], { norm: l22(0.1, 4) });
 *  ``` */
export function l22(p = 1, q = 2): Norm {
  positive('l22: p', p);
  expectFinite('l22: q', q, 1);
  return radial('l22', (c, out) => {
    const power = q / 2;
    const a = pow(c, power) + pow(p, q);
    const s = pow(a, 1 / q);
    // d a/d c = q/2 c^(q/2 - 1), d s/d a = s / (q a)
    const safe = Math.max(c, 1e-15);
    const inner = power * pow(safe, power - 1);
    const slope = s / (q * a);
    out.value = s - p;
    out.first = slope * inner;
    out.second = slope * (((1 - q) / (q * a)) * inner * inner + (inner * (power - 1)) / safe);
  });
}

/** Sum of p^2 (cosh(x / p) - 1): quadratic near zero, exponential beyond p.
 *
 *  ```ts
 *  const { x } = leastSquares([3], ([a]) => [a - 1], { norm: cosh(0.5) });
 *  ``` */
export function cosh(p = 1): Norm {
  positive('cosh: p', p);
  return separable('cosh', (x, out) => {
    const [grows, falls] = [exp(x / p), exp(-x / p)];
    out.second = 0.5 * (grows + falls);
    out.value = p * p * (out.second - 1);
    out.first = 0.5 * p * (grows - falls);
  });
}

/** Sum of |x|^p.
 *
 *  ```ts
 *  const { x } = leastSquares([3], ([a]) => [a - 1], { norm: powerLoss(1.5) });
 *  ``` */
export function powerLoss(p = 2): Norm {
  expectFinite('powerLoss: p', p, 1);
  return separable('powerLoss', (x, out) => {
    const s = Math.abs(x);
    out.value = pow(s, p);
    out.first = Math.sign(x) * p * pow(s, p - 1);
    out.second = p > 1 && s > 0 ? (p - 1) * p * pow(s, p - 2) : p === 2 ? 2 : 0;
  });
}

/** Sum of sqrt(x^2 + p^2) - p.
 *
 *  ```ts
 *  const { x } = leastSquares([3], ([a]) => [a - 1], { norm: smoothAbs(0.1) });
 *  ``` */
export function smoothAbs(p = 1): Norm {
  positive('smoothAbs: p', p);
  return separable('smoothAbs', (x, out) => {
    const s = Math.sqrt(x * x + p * p);
    out.value = s - p;
    out.first = x / s;
    out.second = (1 - out.first * out.first) / s;
  });
}

/** Sum of (|x|^q + p^q)^(1/q) - p.
 *
 *  ```ts
 *  const { x } = leastSquares([3], ([a]) => [a - 1], { norm: smoothAbs2(0.1, 3) });
 *  ``` */
export function smoothAbs2(p = 1, q = 2): Norm {
  positive('smoothAbs2: p', p);
  expectFinite('smoothAbs2: q', q, 1);
  return separable('smoothAbs2', (x, out) => {
    const a = Math.max(Math.abs(x), 1e-15);
    const d = pow(a, q);
    const e = d + pow(p, q);
    const s = pow(e, 1 / q);
    const c = (s * pow(a, q - 2)) / e;
    out.value = s - p;
    out.first = c * x;
    out.second = c * (q - 1) * (1 - d / e);
  });
}

/** Sum of p log(1 + exp(x / p)): zero for negative residuals, linear for positive ones.
 *
 *  ```ts
 *  const { x } = leastSquares([3], ([a]) => [a - 1], { norm: rectify(0.1) });
 *  ``` */
export function rectify(p = 1): Norm {
  positive('rectify: p', p);
  return separable('rectify', (x, out) => {
    const t = x / p;
    // the same function without overflow
    const s = exp(-Math.abs(t));
    const sigmoid = t >= 0 ? 1 / (1 + s) : s / (1 + s);
    out.value = p * (Math.max(t, 0) + log(1 + s));
    out.first = sigmoid;
    out.second = (sigmoid * (1 - sigmoid)) / p;
  });
}
