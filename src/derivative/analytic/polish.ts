import { copyInt } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { ConstraintState } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { constraintHessian, residual, settleRows } from './constraint/rows.ts';
import { Dof, dofAt, Mat, matAt, Told } from './layout.ts';
import { factorSymmetric, solveVector } from './solve.ts';
import { findSpans } from './tree/spans.ts';

/** Derivatives are as good as the solution: this is beyond what differences can tell. */
const ENOUGH = 1e-12;
const MOST = 20;

/** Newton's method from where the solver stopped, as long as it gets nearer: derivatives hold at the solution only. Told.RESIDUAL
 *  says how near it is.
 *  changes d: qacc efc_force efc_state qfrc_constraint   writes w: the spans of rows, H if Told.FACTORED   scratch w: H Dof.JAC Dof.DW */
export function polish(m: Model, d: Data, w: Float64Array): void {
  const { nv } = m;
  const { qacc } = d;
  const told = Told.RESIDUAL;
  const H = matAt(m, Mat.H);
  const step = dofAt(m, Dof.DW);
  w[Told.FACTORED] = 0;
  findSpans(m, d, w);
  settleRows(m, d);
  residual(m, d, w);
  let last = w[told];
  for (let k = 0; k < MOST && last > ENOUGH; k++) {
    for (let i = 0; i < nv; i++) w[step + i] = w[dofAt(m, Dof.JAC) + i];
    if (w[Told.FACTORED] === 0) {
      constraintHessian(m, d, w, false);
      factorSymmetric(m, w, H);
      w[Told.FACTORED] = 1;
    }
    solveVector(m, w, H, step);
    move(qacc, w, step, nv, -1);
    settleAgain(m, d, w);
    residual(m, d, w);
    if (w[told] < last) {
      last = w[told];
      continue;
    }
    // no nearer: back, and enough
    move(qacc, w, step, nv, 1);
    settleAgain(m, d, w);
    residual(m, d, w);
    return;
  }
}

/** `settleRows` at another acceleration. H depends on that by the states of rows, and on cones by their Hessians. */
function settleAgain(m: Model, d: Data, w: Float64Array): void {
  const { nefc, efc_state, work_oldstate } = d;
  copyInt(work_oldstate, 0, efc_state, 0, nefc);
  settleRows(m, d);
  for (let e = 0; e < nefc; e++) {
    if (efc_state[e] !== work_oldstate[e] || efc_state[e] === ConstraintState.CONE) w[Told.FACTORED] = 0;
  }
}

function move(x: Float64Array, w: Float64Array, at: int, n: int, sign: number): void {
  for (let i = 0; i < n; i++) x[i] += sign * w[at + i];
}
