/** Least-squares problems of Moré, Garbow, Hillstrom: Testing unconstrained optimization software (1981), and some of them
 *  with bounds. `bench/others/leastSquares.py` has the same, and recorded the minima. */

export interface Problem {
  name: string;
  x0: number[];
  lower?: number[];
  upper?: number[];
  residual: (x: ArrayLike<number>) => number[];
}

const range = (n: number, from = 1) => Array.from({ length: n }, (_, k) => k + from);

const rosenbrock = (x: ArrayLike<number>) => [10 * (x[1] - x[0] * x[0]), 1 - x[0]];
const beale = (x: ArrayLike<number>) => [1.5, 2.25, 2.625].map((y, k) => y - x[0] * (1 - x[1] ** (k + 1)));
const powell = (x: ArrayLike<number>) => [
  x[0] + 10 * x[1],
  Math.sqrt(5) * (x[2] - x[3]),
  (x[1] - 2 * x[2]) ** 2,
  Math.sqrt(10) * (x[0] - x[3]) ** 2,
];
const wood = (x: ArrayLike<number>) => [
  10 * (x[1] - x[0] * x[0]),
  1 - x[0],
  Math.sqrt(90) * (x[3] - x[2] * x[2]),
  1 - x[2],
  Math.sqrt(10) * (x[1] + x[3] - 2),
  (x[1] - x[3]) / Math.sqrt(10),
];
const helical = (x: ArrayLike<number>) => {
  const theta = Math.atan(x[1] / x[0]) / (2 * Math.PI) + (x[0] < 0 ? 0.5 : 0);
  return [10 * (x[2] - 10 * theta), 10 * (Math.hypot(x[0], x[1]) - 1), x[2]];
};
const bardY = [0.14, 0.18, 0.22, 0.25, 0.29, 0.32, 0.35, 0.39, 0.37, 0.58, 0.73, 0.96, 1.34, 2.1, 4.39];
const bard = (x: ArrayLike<number>) =>
  bardY.map((y, k) => {
    const [u, v] = [k + 1, 15 - k];
    return y - (x[0] + u / (v * x[1] + Math.min(u, v) * x[2]));
  });
const kowalikY = [0.1957, 0.1947, 0.1735, 0.16, 0.0844, 0.0627, 0.0456, 0.0342, 0.0323, 0.0235, 0.0246];
const kowalikU = [4, 2, 1, 0.5, 0.25, 0.167, 0.125, 0.1, 0.0833, 0.0714, 0.0625];
const kowalik = (x: ArrayLike<number>) =>
  kowalikY.map(
    (y, k) => y - (x[0] * (kowalikU[k] ** 2 + kowalikU[k] * x[1])) / (kowalikU[k] ** 2 + kowalikU[k] * x[2] + x[3]),
  );
const gaussianY = [0.0009, 0.0044, 0.0175, 0.054, 0.1295, 0.242, 0.3521, 0.3989];
const gaussian = (x: ArrayLike<number>) =>
  range(15).map((k) => x[0] * Math.exp((-x[1] * ((8 - k) / 2 - x[2]) ** 2) / 2) - gaussianY[k <= 8 ? k - 1 : 15 - k]);
const osborneY = [
  0.844, 0.908, 0.932, 0.936, 0.925, 0.908, 0.881, 0.85, 0.818, 0.784, 0.751, 0.718, 0.685, 0.658, 0.628, 0.603, 0.58,
  0.558, 0.538, 0.522, 0.506, 0.49, 0.478, 0.467, 0.457, 0.448, 0.438, 0.431, 0.424, 0.42, 0.414, 0.411, 0.406,
];
const osborne = (x: ArrayLike<number>) =>
  osborneY.map((y, k) => y - (x[0] + x[1] * Math.exp(-10 * k * x[3]) + x[2] * Math.exp(-10 * k * x[4])));
const brownDennis = (x: ArrayLike<number>) =>
  range(20).map((k) => {
    const t = k / 5;
    return (x[0] + t * x[1] - Math.exp(t)) ** 2 + (x[2] + x[3] * Math.sin(t) - Math.cos(t)) ** 2;
  });
const jennrich = (x: ArrayLike<number>) => range(10).map((k) => 2 + 2 * k - (Math.exp(k * x[0]) + Math.exp(k * x[1])));
const box3 = (x: ArrayLike<number>) =>
  range(10).map((k) => {
    const t = k / 10;
    return Math.exp(-t * x[0]) - Math.exp(-t * x[1]) - x[2] * (Math.exp(-t) - Math.exp(-10 * t));
  });
const freudenstein = (x: ArrayLike<number>) => [
  -13 + x[0] + ((5 - x[1]) * x[1] - 2) * x[1],
  -29 + x[0] + ((x[1] + 1) * x[1] - 14) * x[1],
];
const broyden = (x: ArrayLike<number>) =>
  range(10, 0).map((k) => (3 - 2 * x[k]) * x[k] - (k > 0 ? x[k - 1] : 0) - 2 * (k < 9 ? x[k + 1] : 0) + 1);
const extended = (x: ArrayLike<number>) =>
  range(5, 0).flatMap((k) => [10 * (x[2 * k + 1] - x[2 * k] ** 2), 1 - x[2 * k]]);
const brownBadly = (x: ArrayLike<number>) => [x[0] - 1e6, x[1] - 2e-6, x[0] * x[1] - 2];

export const problems: Problem[] = [
  { name: 'Rosenbrock', x0: [-1.2, 1], residual: rosenbrock },
  { name: 'Freudenstein and Roth', x0: [0.5, -2], residual: freudenstein },
  { name: 'Brown, badly scaled', x0: [1, 1], residual: brownBadly },
  { name: 'Beale', x0: [1, 1], residual: beale },
  { name: 'Jennrich and Sampson', x0: [0.3, 0.4], residual: jennrich },
  { name: 'helical valley', x0: [-1, 0, 0], residual: helical },
  { name: 'Bard', x0: [1, 1, 1], residual: bard },
  { name: 'Gaussian', x0: [0.4, 1, 0], residual: gaussian },
  { name: 'Box, three dimensions', x0: [0, 10, 20], lower: [0.5, 5, 0.5], upper: [2, 20, 30], residual: box3 },
  { name: 'Powell, singular', x0: [3, -1, 0, 1], residual: powell },
  { name: 'Wood', x0: [-3, -1, -3, -1], residual: wood },
  { name: 'Kowalik and Osborne', x0: [0.25, 0.39, 0.415, 0.39], residual: kowalik },
  { name: 'Brown and Dennis', x0: [25, 5, -5, -1], residual: brownDennis },
  { name: 'Osborne 1', x0: [0.5, 1.5, -1, 0.01, 0.02], residual: osborne },
  { name: 'Broyden, tridiagonal', x0: Array(10).fill(-1), residual: broyden },
  { name: 'Rosenbrock, ten variables', x0: Array(5).fill([-1.2, 1]).flat(), residual: extended },
  { name: 'Rosenbrock, bounded from above', x0: [-1.2, 1], upper: [0.5, 2], lower: [-2, -2], residual: rosenbrock },
  { name: 'Beale, bounded', x0: [1, 1], lower: [0.6, 0.5], upper: [10, 100], residual: beale },
  {
    name: 'Wood, bounded',
    x0: [-3, -1, -3, -1],
    lower: [-100, -100, -100, -100],
    upper: [0, 10, 100, 100],
    residual: wood,
  },
  {
    name: 'Kowalik and Osborne, bounded',
    x0: [0.25, 0.39, 0.415, 0.39],
    lower: [0, -1, 0.13, 0.12],
    upper: [0.18, 1, 0.13, 1],
    residual: kowalik,
  },
];
