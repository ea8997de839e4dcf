import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';
import { flex } from '../flex/flex.ts';
import { badPos, badVel } from '../integrate/bad.ts';
import { camlight } from '../position/camlight.ts';
import { comPos } from '../position/comPos.ts';
import { factorM } from '../position/inertia/factorM.ts';
import { makeM } from '../position/inertia/massMatrix.ts';
import { kinematics1, kinematics2 } from '../position/kinematics.ts';
import { tendon } from '../position/tendon/tendon.ts';
import { wake, wakeTendons } from '../sleep/wake.ts';
import { covers, eventOfBad, stopAt } from './event.ts';
import { Event, PosePlace, StatePlace } from './places.ts';

/** Places of `StatePlace` from one on, up to but without another; returns an Event. */
export function runStatePlaces(m: Model, d: Data, from: int, to: int): int {
  let event: int = Event.NONE;
  if (covers(from, to, StatePlace.look)) {
    wake(m, d);
    // from here on nobody can disturb sleepers, but for callbacks and plugins
    d.work_sleep_int[SleepSlot.UNTOUCHED] = 1;
  }
  if (covers(from, to, StatePlace.badPos)) event = eventOfBad(d, badPos(m, d));
  if (event !== Event.NONE) return stopAt(d, StatePlace.badPos, event);
  if (covers(from, to, StatePlace.badVel)) event = eventOfBad(d, badVel(m, d));
  if (event !== Event.NONE) return stopAt(d, StatePlace.badVel, event);
  return Event.NONE;
}

/** Places of `PosePlace` from one on, up to but without another. */
export function runPosePlaces(m: Model, d: Data, from: int, to: int): void {
  if (covers(from, to, PosePlace.wake)) {
    d.flg_energypos = 0;
    if (d.work_sleep_int[SleepSlot.UNTOUCHED] === 0) wake(m, d);
  }
  if (covers(from, to, PosePlace.kinematics1)) kinematics1(m, d);
  if (covers(from, to, PosePlace.kinematics2)) kinematics2(m, d);
  if (covers(from, to, PosePlace.comPos)) comPos(m, d);
  if (covers(from, to, PosePlace.camlight)) camlight(m, d);
  if (covers(from, to, PosePlace.flex) && m.nflex > 0) flex(m, d);
  if (covers(from, to, PosePlace.tendon)) tendon(m, d);
  if (covers(from, to, PosePlace.wakeTendons)) wakeTendons(m, d);
  if (covers(from, to, PosePlace.makeM)) makeM(m, d);
  if (covers(from, to, PosePlace.factorM)) factorM(m, d);
}
