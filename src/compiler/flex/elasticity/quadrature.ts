/** Gauss-Legendre points to integrate shape functions with. */

export interface Quadrature {
  points: number[];
  weights: number[];
}

/** Two points for linear, three for quadratic interpolation. The outer ones of three are those of MuJoCo, farther out
 * than in Gauss quadrature. */
export function quadrature(order: number): Quadrature {
  if (order === 1) return { points: [-0.5 / Math.sqrt(3) + 0.5, 0.5 / Math.sqrt(3) + 0.5], weights: [0.5, 0.5] };
  const outer = 0.5 / Math.sqrt(3 / 5);
  return { points: [0.5, -outer + 0.5, outer + 0.5], weights: [(8 / 9) * 0.5, (5 / 9) * 0.5, (5 / 9) * 0.5] };
}
