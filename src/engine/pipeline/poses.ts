import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { SleepInt } from '../../model/sleepInt.ts';
import { unreachable } from '../../model/unreachable.ts';
import { flex } from '../flex/flex.ts';
import { badPos, badVel } from '../integrate/bad.ts';
import { camlight } from '../position/camlight.ts';
import { comPos } from '../position/comPos.ts';
import { factorM } from '../position/inertia/factorM.ts';
import { makeM } from '../position/inertia/massMatrix.ts';
import { kinematics1, kinematics2 } from '../position/kinematics.ts';
import { tendon } from '../position/tendon/tendon.ts';
import { wake, wakeTendons } from '../sleep/wake.ts';
import { eventOfBad, stopAt } from './event.ts';
import { Event, PosePlace, StatePlace } from './places.ts';

/** Places of `StatePlace` from one on, up to but without another; returns an Event. */
export function runStatePlaces(m: Model, d: Data, from: int, to: int): int {
  for (let at = from; at < to; at++) {
    const event = runStatePlace(m, d, at);
    if (event !== Event.NONE) return stopAt(d, at, event);
  }
  return Event.NONE;
}

/** @inline */
function runStatePlace(m: Model, d: Data, at: int): int {
  const place = at as StatePlace;
  switch (place) {
    case StatePlace.look:
      wake(m, d);
      // from here on nobody can disturb sleepers, but for callbacks and plugins
      d.work_sleep_int[SleepInt.UNTOUCHED] = 1;
      return Event.NONE;
    case StatePlace.badPos:
      return eventOfBad(d, badPos(m, d));
    case StatePlace.badVel:
      return eventOfBad(d, badVel(m, d));
    default:
      unreachable(place);
      return Event.NONE;
  }
}

/** Places of `PosePlace` from one on, up to but without another. */
export function runPosePlaces(m: Model, d: Data, from: int, to: int): void {
  for (let at = from; at < to; at++) runPosePlace(m, d, at);
}

/** @inline */
function runPosePlace(m: Model, d: Data, at: int): void {
  const place = at as PosePlace;
  switch (place) {
    case PosePlace.wake:
      d.flg_energypos = 0;
      if (d.work_sleep_int[SleepInt.UNTOUCHED] === 0) wake(m, d);
      break;
    case PosePlace.kinematics1:
      kinematics1(m, d);
      break;
    case PosePlace.kinematics2:
      kinematics2(m, d);
      break;
    case PosePlace.comPos:
      comPos(m, d);
      break;
    case PosePlace.camlight:
      camlight(m, d);
      break;
    case PosePlace.flex:
      if (m.nflex > 0) flex(m, d);
      break;
    case PosePlace.tendon:
      tendon(m, d);
      break;
    case PosePlace.wakeTendons:
      wakeTendons(m, d);
      break;
    case PosePlace.makeM:
      makeM(m, d);
      break;
    case PosePlace.factorM:
      factorM(m, d);
      break;
    default:
      unreachable(place);
  }
}
