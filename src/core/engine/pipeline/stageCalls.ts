/** Steps of `steps.table.ts` that do more than call one stage. */
import { zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { Enable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';
import { badAcc } from '../integrate/bad.ts';
import { sleep } from '../sleep/sleep.ts';
import { wake } from '../sleep/wake.ts';
import { energyPos } from '../velocity/energy.ts';
import { RunMode } from './runMode.ts';

/** Wakes trees that the user disturbed. Afterward only user code can disturb trees, so `wake` skips its check.
 *  @inline */
export function wakeDisturbed(m: Model, d: Data): void {
  wake(m, d);
  d.work_sleep_int[SleepSlot.UNTOUCHED] = 1;
}

/** Wakes disturbed trees, unless `wakeDisturbed` has done so in this call.
 *  @inline */
export function wakeUnlessUntouched(m: Model, d: Data): void {
  if (d.work_sleep_int[SleepSlot.UNTOUCHED] === 0) wake(m, d);
}

/** Potential energy if the flag `energy` is on and no sensor has computed it. With the flag off, both energies are 0. */
export function potentialEnergy(m: Model, d: Data): void {
  if (d.flg_energypos !== 0) return;
  if ((m.opt.enableflags & Enable.ENERGY) !== 0) energyPos(m, d);
  else zero(d.energy, 0, 2);
}

/** Index of a bad acceleration, or -1. User code has run, and may have disturbed trees.
 *  @inline */
export function badAccAfterUserCode(m: Model, d: Data, mode: int): int {
  if ((mode & RunMode.USER_CODE) !== 0) d.work_sleep_int[SleepSlot.UNTOUCHED] = 0;
  return badAcc(m, d);
}

/** Number of trees that fell asleep. The velocities between RK4 stages would wake them, so nothing falls asleep there:
 *  1 if sleep is enabled, for a warning. */
export function sleepUnlessRK4(m: Model, d: Data, rk4: int): int {
  if (rk4 === 0) return sleep(m, d);
  return (m.opt.enableflags & Enable.SLEEP) !== 0 ? 1 : 0;
}
