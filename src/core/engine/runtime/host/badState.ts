/** Bad values in the state: reports them by joint and body, then resets the `Data` if the `autoreset` flag is on. */
import type { Data } from '../../../model/data.ts';
import { Disable, Stage, Warning } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { runForwardDynamics } from '../forwardDynamics.ts';
import type { HostHandlers } from '../pipelineRunner.ts';
import { restart } from '../restart.ts';
import { warn } from '../warning.ts';

/** Report a bad acceleration, reset, and run forward dynamics again. */
export function failAcc(m: Model, d: Data, i: number, handlers: HostHandlers): void {
  if (failState(m, d, Warning.BADQACC, i, handlers)) runForwardDynamics(m, d, Stage.NONE, false, handlers);
}

/** Reports and resets; returns whether it reset. The count is incremented again after the reset, which clears it, as in
 *  MuJoCo. */
export function failState(m: Model, d: Data, kind: Warning, i: number, handlers: HostHandlers): boolean {
  const resets = (m.opt.disableflags & Disable.AUTORESET) === 0;
  warn(m, d, kind, i);
  if (resets) restart(m, d, handlers);
  d.warning_number[kind]++;
  d.warning_lastinfo[kind] = i;
  return resets;
}
