/** Stiffness matrices of the cells, or shell faces, of an interpolated flex: linear elasticity, integrated over an
 * axis-aligned box. The matrices are negative: forces are K times displacements. */

import { dphi, phi } from '../../../core/engine/flex/shape.ts';
import type { Vec } from '../../../formats/pose/frame.ts';
import { quadrature } from './quadrature.ts';

/** Stiffness of a cell with these nodes (3 values each, first and last at opposite corners). */
export function cellStiffness(pos: readonly number[], young: number, poisson: number, order: number): Float64Array {
  const n = pos.length / 3;
  const size = [0, 1, 2].map((k) => pos[3 * (n - 1) + k] - pos[k]);
  const inverse = size.map((x) => 1 / x);
  const volume = size[0] * size[1] * size[2];
  const la = (young * poisson) / (1 + poisson) / (1 - 2 * poisson);
  const mu = young / (2 * (1 + poisson));
  const K = new Float64Array(9 * n * n);
  const { points, weights } = quadrature(order);
  for (let a = 0; a <= order; a++) {
    for (let b = 0; b <= order; b++) {
      for (let c = 0; c <= order; c++) {
        const at = [points[a], points[b], points[c]];
        const gradients = cellGradients(at, order).map((g) => g.map((x, k) => inverse[k] * x));
        addElastic(K, gradients, [0, 1, 2], la, mu, weights[a] * weights[b] * weights[c] * volume);
      }
    }
  }
  return K;
}

/** Gradients of the shape functions of all nodes at a point of the unit cube. */
function cellGradients([s, t, u]: readonly number[], order: number): Vec[] {
  const result: Vec[] = [];
  for (let x = 0; x <= order; x++) {
    for (let y = 0; y <= order; y++) {
      for (let z = 0; z <= order; z++) {
        result.push([
          dphi(s, x, order) * phi(t, y, order) * phi(u, z, order),
          phi(s, x, order) * dphi(t, y, order) * phi(u, z, order),
          phi(s, x, order) * phi(t, y, order) * dphi(u, z, order),
        ]);
      }
    }
  }
  return result;
}

/** Stiffness of a flat shell face normal to an axis: plane stress, without out-of-plane forces. */
export function faceStiffness(
  pos: readonly number[],
  young: number,
  poisson: number,
  order: number,
  thickness: number,
  normal: number,
): Float64Array {
  const n = pos.length / 3;
  const axes = [(normal + 1) % 3, (normal + 2) % 3];
  const size = axes.map((k) => pos[3 * (n - 1) + k] - pos[k]);
  const la = (young * poisson) / (1 - poisson * poisson);
  const mu = young / (2 * (1 + poisson));
  const K = new Float64Array(9 * n * n);
  const { points, weights } = quadrature(order);
  for (let a = 0; a <= order; a++) {
    for (let b = 0; b <= order; b++) {
      const gradients: Vec[] = [];
      for (let x = 0; x <= order; x++) {
        for (let y = 0; y <= order; y++) {
          const g = [0, 0, 0];
          g[axes[0]] = (1 / size[0]) * (dphi(points[a], x, order) * phi(points[b], y, order));
          g[axes[1]] = (1 / size[1]) * (phi(points[a], x, order) * dphi(points[b], y, order));
          gradients.push(g);
        }
      }
      addElastic(K, gradients, axes, la, mu, weights[a] * weights[b] * (size[0] * size[1]) * thickness);
    }
  }
  return K;
}

// K(i k, j l) -= (la tr(Du) tr(Dv) + mu tr(sym(Du) sym(Dv))) dV, with Du = e_k g_i^T and Dv = e_l g_j^T
function addElastic(
  K: Float64Array,
  gradients: readonly Vec[],
  axes: readonly number[],
  la: number,
  mu: number,
  dV: number,
) {
  const n = 3 * gradients.length;
  for (let i = 0; i < gradients.length; i++) {
    for (let j = 0; j < gradients.length; j++) {
      for (const k of axes) {
        for (const l of axes) {
          const at = n * (3 * i + k) + 3 * j + l;
          K[at] -= la * gradients[i][k] * gradients[j][l] * dV;
          K[at] -= mu * strainProduct(gradients[i], k, gradients[j], l) * dV;
        }
      }
    }
  }
}

const left = new Float64Array(9);
const right = new Float64Array(9);

/** tr(sym(e_k g^T) sym(e_l h^T)). Summed element by element: if modes of a cell share an eigenvalue, the last bits
 * determine which ones are found. */
function strainProduct(g: Vec, k: number, h: Vec, l: number): number {
  symmetricOuter(left, g, k);
  symmetricOuter(right, h, l);
  let trace = 0;
  for (let i = 0; i < 3; i++) {
    trace += left[3 * i] * right[i] + left[3 * i + 1] * right[3 + i] + left[3 * i + 2] * right[6 + i];
  }
  return trace;
}

function symmetricOuter(res: Float64Array, g: Vec, row: number): void {
  res.fill(0);
  for (let c = 0; c < 3; c++) {
    res[3 * row + c] += g[c] / 2;
    res[3 * c + row] += g[c] / 2;
  }
}
