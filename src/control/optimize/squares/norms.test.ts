import { expect, test } from 'vitest';
import { cosh, identity, l2, l22, type Norm, powerLoss, quadratic, rectify, smoothAbs, smoothAbs2 } from './norms.ts';

const norms: Norm[] = [
  quadratic,
  identity,
  l2(0.3),
  l22(0.4, 3),
  cosh(0.7),
  powerLoss(2.5),
  smoothAbs(0.2),
  smoothAbs2(0.3, 2.5),
  rectify(0.4),
];
const r = Float64Array.of(0.6, -0.9, 1.7);

function hessian(norm: Norm, at: Float64Array): { gradient: Float64Array; H: number[][] } {
  const [gradient, diagonal, outer] = [0, 0, 0].map(() => new Float64Array(3));
  const scale = norm.derivatives(at, gradient, diagonal, outer);
  return {
    gradient,
    H: [0, 1, 2].map((i) => [0, 1, 2].map((j) => (i === j ? diagonal[i] : 0) + scale * outer[i] * outer[j])),
  };
}

test.each(norms)('$name: gradient and Hessian match differences', (norm) => {
  const h = 1e-5;
  const { gradient, H } = hessian(norm, r);
  for (let i = 0; i < 3; i++) {
    const [above, below] = [r.slice(), r.slice()];
    above[i] += h;
    below[i] -= h;
    expect(gradient[i]).toBeCloseTo((norm.value(above) - norm.value(below)) / (2 * h), 8);
    const [high, low] = [hessian(norm, above).gradient, hessian(norm, below).gradient];
    for (let j = 0; j < 3; j++) expect(H[i][j]).toBeCloseTo((high[j] - low[j]) / (2 * h), 7);
  }
});

test.each<[Norm, number]>([
  [quadratic, 0.5 * (0.36 + 0.81 + 2.89)],
  [identity, 1.4],
  [l2(3), Math.sqrt(4.06 + 9) - 3],
  [l22(2, 4), (4.06 ** 2 + 16) ** 0.25 - 2],
  [powerLoss(1), 3.2],
  [powerLoss(2), 4.06],
])('%s has the value of its formula', (norm, expected) => {
  expect(norm.value(r)).toBeCloseTo(expected, 12);
});

test('large residuals overflow no rectified norm', () => {
  expect(rectify(1e-3).value(Float64Array.of(50, -50))).toBeCloseTo(50, 9);
  expect(hessian(rectify(1e-3), Float64Array.of(50, -50, 0)).gradient.every(Number.isFinite)).toBe(true);
});

test('derivatives at zero are finite', () => {
  for (const norm of norms) {
    const { gradient, H } = hessian(norm, new Float64Array(3));
    expect([...gradient, ...H.flat()].every(Number.isFinite), norm.name).toBe(true);
  }
});

test('a parameter of zero is an error', () => {
  expect(() => l2(0)).toThrow(/l2: p: expected a finite number/);
  expect(() => powerLoss(0.5)).toThrow(/powerLoss: p: expected a finite number of at least 1, found 0.5/);
});
