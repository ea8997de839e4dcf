import { zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { Enable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { unreachable } from '../../model/unreachable.ts';
import { collision } from '../collision/collision.ts';
import { makeConstraint } from '../constraint/make.ts';
import { projectConstraint } from '../constraint/project.ts';
import { flexMetric } from '../flex/metric/flexMetric.ts';
import { island } from '../island/island.ts';
import { transmission } from '../position/transmission/transmission.ts';
import { sensorPos } from '../sensor/driver.ts';
import { wakeContacts, wakeEqualities } from '../sleep/wake.ts';
import { energyPos } from '../velocity/energy.ts';
import { askCallbacks, eventOfCount, eventOfSensors, eventOfStatus, stopAt } from './event.ts';
import { ContactPlace, Event, Mode } from './places.ts';

/** Places of `ContactPlace` from one on, up to but without another; returns an Event. */
export function runContactPlaces(m: Model, d: Data, from: int, to: int, mode: int): int {
  for (let at = from; at < to; at++) {
    const event = runContactPlace(m, d, at, mode);
    if (event !== Event.NONE) return stopAt(d, at, event);
  }
  return Event.NONE;
}

/** @inline */
function runContactPlace(m: Model, d: Data, at: int, mode: int): int {
  const place = at as ContactPlace;
  switch (place) {
    case ContactPlace.collision:
      return eventOfStatus(d, collision(m, d));
    case ContactPlace.filterContacts:
      return askCallbacks(d, mode);
    case ContactPlace.wakeContacts:
      return eventOfCount(d, wakeContacts(m, d));
    case ContactPlace.wakeEqualities:
      wakeEqualities(m, d);
      return Event.NONE;
    case ContactPlace.makeConstraint:
      return eventOfStatus(d, makeConstraint(m, d));
    case ContactPlace.island:
      island(m, d);
      return Event.NONE;
    case ContactPlace.projectConstraint:
      return eventOfStatus(d, projectConstraint(m, d));
    case ContactPlace.transmission:
      transmission(m, d);
      return Event.NONE;
    case ContactPlace.flexMetric:
      return m.nflex > 0 ? eventOfStatus(d, flexMetric(m, d)) : Event.NONE;
    case ContactPlace.sensorPos:
      return (mode & Mode.SKIP_SENSOR) !== 0 ? Event.NONE : eventOfSensors(d, sensorPos(m, d), mode);
    case ContactPlace.energyPos:
      potential(m, d);
      return Event.NONE;
    default:
      unreachable(place);
      return Event.NONE;
  }
}

/** Potential energy if the flag `energy` is on and a sensor has not computed it; else both energies are 0. */
function potential(m: Model, d: Data): void {
  if (d.flg_energypos !== 0) return;
  if ((m.opt.enableflags & Enable.ENERGY) !== 0) energyPos(m, d);
  else zero(d.energy, 0, 2);
}
