import { copyInt } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { ConstraintState } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { factorBlocks, solveBlocks } from './blocks.ts';
import { constraintHessian, residual, settleRows } from './constraint/rows.ts';
import { Dof, dofAt, Factored, Mat, matAt, Stopped, Told } from './layout.ts';
import { factorSymmetric, solveVector } from './solve.ts';
import { findSpans } from './tree/spans.ts';

/** Derivatives are as good as the solution: this is beyond what differences can tell. */
const ENOUGH = 1e-12;
const MOST = 20;

/** Newton's method from where the solver stopped, as long as it gets nearer: derivatives hold at the solution only. Told.RESIDUAL
 *  says how near it is. H may be left in the blocks of the solver unless it is wanted in `rows`; returns Stopped.CRAMPED, with nothing
 *  changed, if these have no room, else 0.
 *  changes d: qacc efc_force efc_state qfrc_constraint   writes w: the spans of rows, factors of H as Told.FACTORED says
 *  scratch w: H Dof.JAC Dof.DW   scratch d: as `factorHessian` */
export function polish(m: Model, d: Data, w: Float64Array, rows: boolean): int {
  const { nv } = m;
  const { qacc } = d;
  const told = Told.RESIDUAL;
  const step = dofAt(m, Dof.DW);
  w[Told.FACTORED] = Factored.NOWHERE;
  findSpans(m, d, w);
  settleRows(m, d);
  residual(m, d, w);
  let last = w[told];
  for (let k = 0; k < MOST && last > ENOUGH; k++) {
    for (let i = 0; i < nv; i++) w[step + i] = w[dofAt(m, Dof.JAC) + i];
    if (factorHessian(m, d, w, rows) === Stopped.CRAMPED) return Stopped.CRAMPED;
    solveHessian(m, d, w, step);
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
    return 0;
  }
  return 0;
}

/** The factors of H for the states of rows that there are, unless they are there; in the workspace, if they are wanted in `rows`. Returns
 *  where they are, or Stopped.CRAMPED.
 *  writes w: H Told.FACTORED   scratch d: as `factorBlocks` */
export function factorHessian(m: Model, d: Data, w: Float64Array, rows: boolean): int {
  if (w[Told.FACTORED] !== Factored.NOWHERE) return w[Told.FACTORED] | 0;
  const found = rows ? Factored.NOWHERE : factorBlocks(m, d);
  if (found === Stopped.CRAMPED) return Stopped.CRAMPED;
  w[Told.FACTORED] = found;
  if (found === Factored.BLOCKS) return found;
  constraintHessian(m, d, w, false);
  factorSymmetric(m, w, matAt(m, Mat.H));
  w[Told.FACTORED] = Factored.ROWS;
  return Factored.ROWS;
}

/** x = H^-1 x for the vector at `x` of w, with these factors */
export function solveHessian(m: Model, d: Data, w: Float64Array, x: int): void {
  if (w[Told.FACTORED] === Factored.BLOCKS) solveBlocks(m, d, w, x);
  else solveVector(m, w, matAt(m, Mat.H), x);
}

/** `settleRows` at another acceleration. H depends on that by the states of rows, and on cones by their Hessians. */
function settleAgain(m: Model, d: Data, w: Float64Array): void {
  const { nefc, efc_state, work_oldstate } = d;
  copyInt(work_oldstate, 0, efc_state, 0, nefc);
  settleRows(m, d);
  for (let e = 0; e < nefc; e++) {
    if (efc_state[e] !== work_oldstate[e] || efc_state[e] === ConstraintState.CONE) w[Told.FACTORED] = Factored.NOWHERE;
  }
}

function move(x: Float64Array, w: Float64Array, at: int, n: int, sign: number): void {
  for (let i = 0; i < n; i++) x[i] += sign * w[at + i];
}
