import { zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { Enable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { collision } from '../collision/collision.ts';
import { makeConstraint } from '../constraint/make.ts';
import { projectConstraint } from '../constraint/project.ts';
import { flexMetric } from '../flex/metric/flexMetric.ts';
import { island } from '../island/island.ts';
import { transmission } from '../position/transmission/transmission.ts';
import { sensorPos } from '../sensor/driver.ts';
import { wakeContacts, wakeEqualities } from '../sleep/wake.ts';
import { energyPos } from '../velocity/energy.ts';
import { askCallbacks, covers, eventOfCount, eventOfSensors, eventOfStatus, stopAt } from './event.ts';
import { ContactPlace, Event, Mode } from './places.ts';

/** Places of `ContactPlace` from one on, up to but without another; returns an Event. */
export function runContactPlaces(m: Model, d: Data, from: int, to: int, mode: int): int {
  let event: int = Event.NONE;
  if (covers(from, to, ContactPlace.collision)) event = eventOfStatus(d, collision(m, d));
  if (event !== Event.NONE) return stopAt(d, ContactPlace.collision, event);
  if (covers(from, to, ContactPlace.filterContacts)) event = askCallbacks(d, mode);
  if (event !== Event.NONE) return stopAt(d, ContactPlace.filterContacts, event);
  if (covers(from, to, ContactPlace.wakeContacts)) event = eventOfCount(d, wakeContacts(m, d));
  if (event !== Event.NONE) return stopAt(d, ContactPlace.wakeContacts, event);
  if (covers(from, to, ContactPlace.wakeEqualities)) wakeEqualities(m, d);
  if (covers(from, to, ContactPlace.makeConstraint)) event = eventOfStatus(d, makeConstraint(m, d));
  if (event !== Event.NONE) return stopAt(d, ContactPlace.makeConstraint, event);
  if (covers(from, to, ContactPlace.island)) island(m, d);
  if (covers(from, to, ContactPlace.projectConstraint)) event = eventOfStatus(d, projectConstraint(m, d));
  if (event !== Event.NONE) return stopAt(d, ContactPlace.projectConstraint, event);
  if (covers(from, to, ContactPlace.transmission)) transmission(m, d);
  if (covers(from, to, ContactPlace.flexMetric) && m.nflex > 0) event = eventOfStatus(d, flexMetric(m, d));
  if (event !== Event.NONE) return stopAt(d, ContactPlace.flexMetric, event);
  const sensors = (mode & Mode.SKIP_SENSOR) === 0;
  if (covers(from, to, ContactPlace.sensorPos) && sensors) event = eventOfSensors(d, sensorPos(m, d), mode);
  if (event !== Event.NONE) return stopAt(d, ContactPlace.sensorPos, event);
  if (covers(from, to, ContactPlace.energyPos)) potential(m, d);
  return Event.NONE;
}

/** Potential energy if the flag `energy` is on and a sensor has not computed it; else both energies are 0. */
function potential(m: Model, d: Data): void {
  if (d.flg_energypos !== 0) return;
  if ((m.opt.enableflags & Enable.ENERGY) !== 0) energyPos(m, d);
  else zero(d.energy, 0, 2);
}
