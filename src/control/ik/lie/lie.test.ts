/** Lie groups: exp and log are inverse, Jacobians agree with differences, small angles and half turns are exact. */
import { expect, test } from 'vitest';
import { SE3, SO3 } from './groups.ts';

/** A generator of random numbers in [-1, 1), the same in each run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

const next = random(1);
const vector = (n: number, scale: number) => Float64Array.from({ length: n }, () => scale * next());

/** Largest difference of two vectors. */
function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  let largest = 0;
  for (let k = 0; k < a.length; k++) {
    const gap = Math.abs(a[k] - b[k]);
    if (!(gap <= largest)) largest = gap;
  }
  return largest;
}

function product(A: Float64Array, B: Float64Array, n: number): Float64Array {
  const C = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) C[n * i + j] += A[n * i + k] * B[n * k + j];
  return C;
}

const unit = (n: number) => Float64Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? 1 : 0));

/** exp of a matrix by its series, with squaring: independent of the closed forms. */
function matrixExp(A: Float64Array, n: number): Float64Array {
  const small = A.map((x) => x / 16);
  let term: Float64Array = unit(n);
  let sum: Float64Array = unit(n);
  for (let k = 1; k < 24; k++) {
    term = product(term, small, n).map((x) => x / k);
    sum = sum.map((x, i) => x + term[i]);
  }
  for (let k = 0; k < 4; k++) sum = product(sum, sum, n);
  return sum;
}

const hat = (w: ArrayLike<number>) => Float64Array.of(0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0);

const angles = [0, 1e-12, 1e-8, 1e-5, 1e-3, 0.1, 0.4999, 0.5001, 1, 2, 3, Math.PI - 1e-3, Math.PI - 1e-7, Math.PI];

test.each(angles)('SO3 at an angle of %f: exp is the series, log its inverse', (angle) => {
  for (let k = 0; k < 20; k++) {
    const axis = vector(3, 1);
    const length = Math.hypot(...axis);
    const w = axis.map((x) => (x * angle) / length);
    const rotation = SO3.exp(w);
    expect(distance(rotation.matrix(), matrixExp(hat(w), 3))).toBeLessThan(1e-13);
    const back = rotation.log();
    // a half turn has two logs
    const sign = angle === Math.PI && back[0] * w[0] < 0 ? -1 : 1;
    expect(
      distance(
        back,
        w.map((x) => sign * x),
      ),
    ).toBeLessThan(1e-14 + 1e-13 * angle);
    // q and -q are one rotation
    expect(distance(new SO3(rotation.quat.map((x) => -x)).log().map(Math.abs), w.map(Math.abs))).toBeLessThan(1e-13);
  }
});

test.each(angles)('SE3 at an angle of %f: exp is the series, log its inverse', (angle) => {
  for (let k = 0; k < 20; k++) {
    const axis = vector(3, 1);
    const length = Math.hypot(...axis);
    const twist = Float64Array.of(...vector(3, 2), ...axis.map((x) => (x * angle) / length));
    const pose = SE3.exp(twist);
    const A = new Float64Array(16);
    hat(twist.subarray(3)).forEach((x, i) => {
      A[4 * Math.floor(i / 3) + (i % 3)] = x;
    });
    for (let i = 0; i < 3; i++) A[4 * i + 3] = twist[i];
    const expected = matrixExp(A, 4);
    expect(distance(pose.pos, [expected[3], expected[7], expected[11]])).toBeLessThan(1e-13);
    if (angle < Math.PI) {
      expect(distance(pose.log(), twist)).toBeLessThan(1e-12);
      // the adjoint is exp of the matrix of the algebra
      const ad = new Float64Array(36);
      const [V, W] = [hat(twist), hat(twist.subarray(3))];
      for (let i = 0; i < 3; i++) {
        for (let j = 0; j < 3; j++) {
          ad[6 * i + j] = ad[6 * (i + 3) + j + 3] = W[3 * i + j];
          ad[6 * i + j + 3] = V[3 * i + j];
        }
      }
      expect(distance(pose.adjoint(), matrixExp(ad, 6))).toBeLessThan(1e-12);
    }
    expect(distance(SE3.exp(pose.log()).pose.map(Math.abs), pose.pose.map(Math.abs))).toBeLessThan(1e-13);
  }
});

/** Columns by central differences: d -> log of exp(x + d) relative to exp(x), on one side. */
function difference(n: number, column: (k: number, h: number) => Float64Array): Float64Array {
  const J = new Float64Array(n * n);
  const h = 1e-5;
  for (let k = 0; k < n; k++) {
    const [plus, minus] = [column(k, h), column(k, -h)];
    for (let i = 0; i < n; i++) J[n * i + k] = (plus[i] - minus[i]) / (2 * h);
  }
  return J;
}

const moved = (x: Float64Array, k: number, h: number) => x.map((value, i) => (i === k ? value + h : value));

test.each([1e-9, 1e-3, 0.3, 0.499, 0.501, 1.5, 3, 3.14])('Jacobians at an angle of %f are differences', (angle) => {
  for (let trial = 0; trial < 10; trial++) {
    const axis = vector(3, 1);
    const w = axis.map((x) => (x * angle) / Math.hypot(...axis));
    const t = Float64Array.of(...vector(3, 1), ...w);
    const [rotation, pose] = [SO3.exp(w), SE3.exp(t)];
    const right3 = difference(3, (k, h) => SO3.exp(moved(w, k, h)).minus(rotation));
    const left3 = difference(3, (k, h) =>
      SO3.exp(moved(w, k, h))
        .mul(rotation.inverse())
        .log(),
    );
    const right6 = difference(6, (k, h) => SE3.exp(moved(t, k, h)).minus(pose));
    const left6 = difference(6, (k, h) =>
      SE3.exp(moved(t, k, h))
        .mul(pose.inverse())
        .log(),
    );
    expect(distance(SO3.rightJacobian(w), right3)).toBeLessThan(1e-9);
    expect(distance(SO3.leftJacobian(w), left3)).toBeLessThan(1e-9);
    expect(distance(SE3.rightJacobian(t), right6)).toBeLessThan(1e-9);
    expect(distance(SE3.leftJacobian(t), left6)).toBeLessThan(1e-9);
    expect(distance(product(SO3.rightJacobian(w), SO3.rightJacobianInverse(w), 3), unit(3))).toBeLessThan(1e-13);
    expect(distance(product(SO3.leftJacobian(w), SO3.leftJacobianInverse(w), 3), unit(3))).toBeLessThan(1e-13);
    expect(distance(product(SE3.rightJacobian(t), SE3.rightJacobianInverse(t), 6), unit(6))).toBeLessThan(1e-12);
    expect(distance(product(SE3.leftJacobian(t), SE3.leftJacobianInverse(t), 6), unit(6))).toBeLessThan(1e-12);
  }
});

test('groups: inverse, product, plus and minus agree', () => {
  for (let k = 0; k < 100; k++) {
    const [a, b] = [SE3.exp(vector(6, 2)), SE3.exp(vector(6, 2))];
    expect(distance(a.mul(a.inverse()).log(), new Float64Array(6))).toBeLessThan(1e-14);
    expect(distance(a.mul(b).inverse().log(), b.inverse().mul(a.inverse()).log())).toBeLessThan(1e-12);
    expect(distance(b.plus(a.minus(b)).relative(a).log(), new Float64Array(6))).toBeLessThan(1e-13);
    const p = vector(3, 1);
    expect(distance(a.mul(b).apply(p), a.apply(b.apply(p)))).toBeLessThan(1e-14);
    // the frame moves, the motion stays: a exp(t) = exp(Ad t) a
    const t = vector(6, 1);
    const A = a.adjoint();
    const outer = Float64Array.from({ length: 6 }, (_, i) => t.reduce((sum, x, j) => sum + A[6 * i + j] * x, 0));
    expect(distance(a.mul(SE3.exp(t)).pos, SE3.exp(outer).mul(a).pos)).toBeLessThan(1e-12);
  }
});

test('interpolation goes from one to the other at a constant velocity', () => {
  const [a, b] = [SE3.exp(vector(6, 1)), SE3.exp(vector(6, 1))];
  expect(distance(a.interpolate(b, 0).pose, a.pose)).toBeLessThan(1e-15);
  expect(
    a
      .interpolate(b, 1)
      .minus(b)
      .every((x) => Math.abs(x) < 1e-14),
  ).toBe(true);
  const steps = Array.from({ length: 4 }, (_, k) => a.interpolate(b, (k + 1) / 4).minus(a.interpolate(b, k / 4)));
  for (const step of steps) expect(distance(step, steps[0])).toBeLessThan(1e-13);
});

test('an invalid rotation is rejected', () => {
  expect(() => new SO3([0, 0, 0, 0])).toThrow('SO3: expected a quaternion, found one of length 0');
  expect(() => new SO3([1, 0, Number.NaN, 0])).toThrow('SO3[2]: expected a number, found NaN');
  expect(() => SE3.exp([1, 2, 3])).toThrow('SE3.exp: expected 6 numbers, found 3');
  expect(() => new SE3([1, 2, Infinity], [1, 0, 0, 0])).toThrow('SE3: pos[2]: expected a finite number');
});
