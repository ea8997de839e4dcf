/** Checks the state for bad values: NaN, infinite, or larger than MAXVAL. Reports the joint and body, and resets the
 *  `Data` if the `autoreset` flag is on. */
import type { Data } from '../model/data.ts';
import { Warning } from '../model/enums.ts';
import type { Model } from '../model/model.ts';
import { stagesOf } from './runtime/engine.ts';
import { failAcc, failState } from './runtime/host/badState.ts';
import { hostHandlers } from './runtime/host/handlers.ts';

/** Reset if a position is bad. */
export function checkPos(m: Model, d: Data): void {
  const i = stagesOf(m).badPos(m, d);
  if (i >= 0) failState(m, d, Warning.BADQPOS, i, hostHandlers);
}

/** Reset if a velocity is bad. */
export function checkVel(m: Model, d: Data): void {
  const i = stagesOf(m).badVel(m, d);
  if (i >= 0) failState(m, d, Warning.BADQVEL, i, hostHandlers);
}

/** Reset and run forward dynamics again if an acceleration is bad. */
export function checkAcc(m: Model, d: Data): void {
  const i = stagesOf(m).badAcc(m, d);
  if (i >= 0) failAcc(m, d, i, hostHandlers);
}
