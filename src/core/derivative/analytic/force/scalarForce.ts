import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { drDqOffset, drDvOffset, Mat, matOffset, stateSize } from '../layout.ts';

/*  Forces along a coordinate s(q) whose Jacobian is a sparse row J: they add -J^T f(s, ds/dt) to the residual. */

/** RQ -= stiffness J^T J, RV -= damping J^T J for a sparse row of n elements at `adr` */
export function addScalar(
  m: Model,
  w: Float64Array,
  J: Float64Array,
  adr: int,
  n: int,
  colind: Int32Array,
  stiffness: number,
  damping: number,
): void {
  const nx = stateSize(m);
  const RQ = drDqOffset(m);
  const RV = drDvOffset(m);
  for (let r = adr; r < adr + n; r++) {
    const row = colind[r] * nx;
    const k = J[r] * stiffness;
    const b = J[r] * damping;
    for (let c = adr; c < adr + n; c++) {
      w[RQ + row + colind[c]] -= k * J[c];
      w[RV + row + colind[c]] -= b * J[c];
    }
  }
}

/** Contribution of the changing Jacobian of tendon t, with T = dJ/dq at Mat.TENDON: for a force f that changes with
 *  ds/dt by `damping`, RQ -= T f + damping J^T (v^T T). */
export function addTendonDerivative(m: Model, d: Data, w: Float64Array, t: int, force: number, damping: number): void {
  const { ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const nx = stateSize(m);
  const { ten_J, qvel } = d;
  const n = ten_J_rownnz[t];
  const adr = ten_J_rowadr[t];
  const T = matOffset(m, Mat.TENDON);
  const RQ = drDqOffset(m);
  for (let c = 0; c < n; c++) {
    const speed = damping === 0 ? 0.0 : damping * tendonSpeed(m, w, t, qvel, c);
    const col = ten_J_colind[adr + c];
    for (let r = 0; r < n; r++) {
      w[RQ + ten_J_colind[adr + r] * nx + col] -= w[T + r * n + c] * force + speed * ten_J[adr + r];
    }
  }
}

/** x^T T, element c: derivative of J x with respect to the c-th dof of tendon t */
function tendonSpeed(m: Model, w: Float64Array, t: int, x: Float64Array, c: int): number {
  const { ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const n = ten_J_rownnz[t];
  const T = matOffset(m, Mat.TENDON);
  let sum: number = 0;
  for (let r = 0; r < n; r++) sum += x[ten_J_colind[ten_J_rowadr[t] + r]] * w[T + r * n + c];
  return sum;
}
