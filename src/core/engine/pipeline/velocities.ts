import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { Enable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { referenceConstraint } from '../constraint/reference.ts';
import { flexShift } from '../flex/metric/products.ts';
import { passive } from '../passive/passive.ts';
import { sensorVel } from '../sensor/driver.ts';
import { comVel } from '../velocity/comVel.ts';
import { energyVel } from '../velocity/energy.ts';
import { bias } from '../velocity/rne.ts';
import { velocities } from '../velocity/velocities.ts';
import { askCallbacks, covers, eventOfSensors, stopAt } from './event.ts';
import { Event, Mode, VelocityPlace } from './places.ts';

/** Places of `VelocityPlace` from one on, up to but without another; returns an Event. */
export function runVelocityPlaces(m: Model, d: Data, from: int, to: int, mode: int): int {
  let event: int = Event.NONE;
  if (covers(from, to, VelocityPlace.velocities)) {
    d.flg_subtreevel = 0;
    d.flg_energyvel = 0;
    velocities(m, d);
  }
  if (covers(from, to, VelocityPlace.comVel)) comVel(m, d);
  if (covers(from, to, VelocityPlace.passive)) passive(m, d);
  if (covers(from, to, VelocityPlace.userForces)) event = askCallbacks(d, mode);
  if (event !== Event.NONE) return stopAt(d, VelocityPlace.userForces, event);
  if (covers(from, to, VelocityPlace.referenceConstraint)) referenceConstraint(m, d);
  if (covers(from, to, VelocityPlace.bias)) bias(m, d);
  if (covers(from, to, VelocityPlace.flexShift) && d.efm_active !== 0) flexShift(m, d);
  const sensors = (mode & Mode.SKIP_SENSOR) === 0;
  if (covers(from, to, VelocityPlace.sensorVel) && sensors) event = eventOfSensors(d, sensorVel(m, d), mode);
  if (event !== Event.NONE) return stopAt(d, VelocityPlace.sensorVel, event);
  // unless a sensor has computed it
  const energy = (m.opt.enableflags & Enable.ENERGY) !== 0 && d.flg_energyvel === 0;
  if (covers(from, to, VelocityPlace.energyVel) && energy) energyVel(m, d);
  return Event.NONE;
}
