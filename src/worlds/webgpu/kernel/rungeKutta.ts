import { advanceInputs, advanceState } from '../../../core/engine/integrate/advance.ts';
import { badAcc } from '../../../core/engine/integrate/bad.ts';
import { rungeKuttaFinish, rungeKuttaSave, rungeKuttaStage } from '../../../core/engine/integrate/rungeKutta.ts';
import type { Data } from '../../../core/model/data.ts';
import { Warning } from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';
import { restartBad } from './check.ts';

/* Fourth-order Runge-Kutta: kernels of forward dynamics run between these, without sensors. */

/** Time at the start of the step, and whether the world was reset during the step. */
const start = new Float64Array(1);
const isOver = new Int32Array(1);

/** Save the rates at the start, and advance by half a step. A world with a bad acceleration is reset instead, and
 * continues with the next step.
 *  reads  d: qacc qvel act_dot   writes d: qpos qvel act time work_rk_* */
export function rungeKutta1(m: Model, d: Data): void {
  const acc = badAcc(m, d);
  const over = acc >= 0 && restartBad(m, d, Warning.BADQACC, acc);
  isOver[0] = over ? 1 : 0;
  if (over) return;
  start[0] = d.time;
  rungeKuttaSave(m, d, 0);
  rungeKuttaStage(m, d, 1, start[0]);
}

/** Advance by half a step from the start, with the new rates.
 *  reads  d: qacc qvel act_dot   writes d: qpos qvel act time work_rk_* */
export function rungeKutta2(m: Model, d: Data): void {
  if (isOver[0] !== 0) return;
  rungeKuttaSave(m, d, 1);
  rungeKuttaStage(m, d, 2, start[0]);
}

/** Advance by a whole step from the start.
 *  reads  d: qacc qvel act_dot   writes d: qpos qvel act time work_rk_* */
export function rungeKutta3(m: Model, d: Data): void {
  if (isOver[0] !== 0) return;
  rungeKuttaSave(m, d, 2);
  rungeKuttaStage(m, d, 3, start[0]);
}

/** The next state, from the weighted mean of all four rates.
 *  reads  d: qacc qvel act_dot work_rk_*   writes d: qpos qvel act time qacc_warmstart */
export function rungeKuttaEnd(m: Model, d: Data): void {
  if (isOver[0] !== 0) return;
  rungeKuttaSave(m, d, 3);
  rungeKuttaFinish(m, d, start[0]);
  advanceInputs(m, d, 1);
  advanceState(m, d, 1);
}
