import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { Enable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { unreachable } from '../../model/unreachable.ts';
import { referenceConstraint } from '../constraint/reference.ts';
import { flexShift } from '../flex/metric/products.ts';
import { passive } from '../passive/passive.ts';
import { sensorVel } from '../sensor/driver.ts';
import { comVel } from '../velocity/comVel.ts';
import { energyVel } from '../velocity/energy.ts';
import { bias } from '../velocity/rne.ts';
import { velocities } from '../velocity/velocities.ts';
import { askCallbacks, eventOfSensors, stopAt } from './event.ts';
import { Event, Mode, VelocityPlace } from './places.ts';

/** Places of `VelocityPlace` from one on, up to but without another; returns an Event. */
export function runVelocityPlaces(m: Model, d: Data, from: int, to: int, mode: int): int {
  for (let at = from; at < to; at++) {
    const event = runVelocityPlace(m, d, at, mode);
    if (event !== Event.NONE) return stopAt(d, at, event);
  }
  return Event.NONE;
}

/** @inline */
function runVelocityPlace(m: Model, d: Data, at: int, mode: int): int {
  const place = at as VelocityPlace;
  switch (place) {
    case VelocityPlace.velocities:
      d.flg_subtreevel = 0;
      d.flg_energyvel = 0;
      velocities(m, d);
      return Event.NONE;
    case VelocityPlace.comVel:
      comVel(m, d);
      return Event.NONE;
    case VelocityPlace.passive:
      passive(m, d);
      return Event.NONE;
    case VelocityPlace.userForces:
      return askCallbacks(d, mode);
    case VelocityPlace.referenceConstraint:
      referenceConstraint(m, d);
      return Event.NONE;
    case VelocityPlace.bias:
      bias(m, d);
      return Event.NONE;
    case VelocityPlace.flexShift:
      if (d.efm_active !== 0) flexShift(m, d);
      return Event.NONE;
    case VelocityPlace.sensorVel:
      return (mode & Mode.SKIP_SENSOR) !== 0 ? Event.NONE : eventOfSensors(d, sensorVel(m, d), mode);
    case VelocityPlace.energyVel:
      // unless a sensor has computed it
      if ((m.opt.enableflags & Enable.ENERGY) !== 0 && d.flg_energyvel === 0) energyVel(m, d);
      return Event.NONE;
    default:
      unreachable(place);
      return Event.NONE;
  }
}
