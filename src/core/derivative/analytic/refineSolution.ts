import { copyInt } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { ConstraintState } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { factorBlocks, solveBlocks } from './blocks.ts';
import { constraintHessian, evaluateRows, residual } from './constraint/rows.ts';
import { Dof, dofOffset, Factored, factorLocation, Mat, matOffset, PassResult, StopReason } from './layout.ts';
import { factorSymmetric, solveVector } from './solve.ts';
import { findSpans } from './tree/spans.ts';

/** Target residual: below what differences can resolve. */
const RESIDUAL_TOLERANCE = 1e-12;
const MAX_ITERATIONS = 20;

/** Newton's method from the solver's result, while the residual decreases: derivatives hold only at the solution.
 *  PassResult.RESIDUAL gets the final residual. H may be left in the blocks of the solver unless it is needed in
 *  `rows`. Returns StopReason.ARENA_FULL, with nothing changed, if these exceed the arena, else 0. changes d: qacc
 *  efc_force efc_state qfrc_constraint writes w: the spans of rows, factors of H as PassResult.FACTORED says scratch w:
 *  H Dof.JAC Dof.WRENCH_CHANGE scratch d: as `factorHessian` */
export function refineSolution(m: Model, d: Data, w: Float64Array, rows: boolean): int {
  const { nv } = m;
  const { qacc } = d;
  const slot = PassResult.RESIDUAL;
  const step = dofOffset(m, Dof.WRENCH_CHANGE);
  w[PassResult.FACTORED] = Factored.NONE;
  findSpans(m, d, w);
  evaluateRows(m, d);
  residual(m, d, w);
  let last = w[slot];
  for (let k = 0; k < MAX_ITERATIONS && last > RESIDUAL_TOLERANCE; k++) {
    for (let i = 0; i < nv; i++) w[step + i] = w[dofOffset(m, Dof.JAC) + i];
    if (factorHessian(m, d, w, rows) === StopReason.ARENA_FULL) return StopReason.ARENA_FULL;
    solveHessian(m, d, w, step);
    move(qacc, w, step, nv, -1);
    reevaluateRows(m, d, w);
    residual(m, d, w);
    if (w[slot] < last) {
      last = w[slot];
      continue;
    }
    // no improvement: restore and stop
    move(qacc, w, step, nv, 1);
    reevaluateRows(m, d, w);
    residual(m, d, w);
    return 0;
  }
  return 0;
}

/** Factors H for the current row states, unless factors exist; in the workspace if they are needed in `rows`. Returns
 *  their location, or StopReason.ARENA_FULL.
 *  writes w: H PassResult.FACTORED   scratch d: as `factorBlocks` */
export function factorHessian(m: Model, d: Data, w: Float64Array, rows: boolean): int {
  if (factorLocation(w) !== Factored.NONE) return factorLocation(w);
  const location = rows ? Factored.NONE : factorBlocks(m, d);
  if (location === StopReason.ARENA_FULL) return StopReason.ARENA_FULL;
  w[PassResult.FACTORED] = location;
  if (location === Factored.BLOCKS) return location;
  constraintHessian(m, d, w, false);
  factorSymmetric(m, w, matOffset(m, Mat.H));
  w[PassResult.FACTORED] = Factored.ROWS;
  return Factored.ROWS;
}

/** x = H^-1 x for the vector at `x` of w, with these factors */
export function solveHessian(m: Model, d: Data, w: Float64Array, x: int): void {
  if (factorLocation(w) === Factored.BLOCKS) solveBlocks(m, d, w, x);
  else solveVector(m, w, matOffset(m, Mat.H), x);
}

/** `evaluateRows` at another acceleration. H depends on the acceleration through row states and cone Hessians. */
function reevaluateRows(m: Model, d: Data, w: Float64Array): void {
  const { nefc, efc_state, work_oldstate } = d;
  copyInt(work_oldstate, 0, efc_state, 0, nefc);
  evaluateRows(m, d);
  for (let e = 0; e < nefc; e++) {
    if (efc_state[e] !== work_oldstate[e] || efc_state[e] === ConstraintState.CONE)
      w[PassResult.FACTORED] = Factored.NONE;
  }
}

function move(x: Float64Array, w: Float64Array, at: int, n: int, sign: number): void {
  for (let i = 0; i < n; i++) x[i] += sign * w[at + i];
}
