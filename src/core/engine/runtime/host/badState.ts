/** Bad values in the state: reported by joint and body, then the Data is reset if the flag `autoreset` is on. */
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

/** Report and reset; returns whether it did reset. The count is incremented again after the reset, which clears it: MuJoCo
 *  does the same. */
export function failState(m: Model, d: Data, kind: Warning, i: number, handlers: HostHandlers): boolean {
  const resets = (m.opt.disableflags & Disable.AUTORESET) === 0;
  warn(m, d, kind, i);
  if (resets) restart(m, d, handlers);
  d.warning_number[kind]++;
  d.warning_lastinfo[kind] = i;
  return resets;
}
