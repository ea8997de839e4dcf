import type { int } from '../../../math/int.ts';
import type { Model } from '../../../model/model.ts';

/** Nodes inside the box of a shell follow its surface by transfinite interpolation (Gordon and Hall, 1973): the sum of
 *  linear interpolations between opposite sides, minus those between opposite edges, plus that between corners.
 *  @param x positions or velocities of all nodes, 3 reals each */
export function trackInterior(m: Model, f: int, x: Float64Array): void {
  const { flex_interp, flex_cellnum } = m;
  const order = Math.abs(flex_interp[f]);
  const nx = flex_cellnum[3 * f] * order;
  const ny = flex_cellnum[3 * f + 1] * order;
  const nz = flex_cellnum[3 * f + 2] * order;
  for (let i = 1; i < nx; i++) {
    for (let j = 1; j < ny; j++) {
      for (let k = 1; k < nz; k++) trackNode(m, f, x, i, j, k, nx, ny, nz);
    }
  }
}

function trackNode(m: Model, f: int, x: Float64Array, i: int, j: int, k: int, nx: int, ny: int, nz: int): void {
  const base = m.flex_nodeadr[f];
  const s = i / nx;
  const t = j / ny;
  const u = k / nz;
  const node = 3 * (base + (i * (ny + 1) + j) * (nz + 1) + k);
  for (let c = 0; c < 3; c++) {
    let sum: number = 0;
    for (let a = 0; a < 3; a++) {
      // a: 0 at the low side, 1 at the high side, 2 not moved along x
      const ws = a === 0 ? 1 - s : a === 1 ? s : -1;
      const ia = a === 0 ? 0 : a === 1 ? nx : i;
      for (let b = 0; b < 3; b++) {
        const wt = b === 0 ? 1 - t : b === 1 ? t : -1;
        const jb = b === 0 ? 0 : b === 1 ? ny : j;
        for (let g = 0; g < 3; g++) {
          if (a === 2 && b === 2 && g === 2) continue;
          const wu = g === 0 ? 1 - u : g === 1 ? u : -1;
          const kg = g === 0 ? 0 : g === 1 ? nz : k;
          // one factor -1 for each axis that is not interpolated: sides count +, edges -, corners +
          sum += ws * wt * wu * x[3 * (base + (ia * (ny + 1) + jb) * (nz + 1) + kg) + c];
        }
      }
    }
    x[node + c] = sum;
  }
}
