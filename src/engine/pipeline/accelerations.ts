import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { unreachable } from '../../model/unreachable.ts';
import { actuatorDynamics } from '../actuation/actuatorDynamics.ts';
import { actuatorForce, applyActuators } from '../actuation/actuatorForce.ts';
import { fwdAcceleration } from '../actuation/fwdAcceleration.ts';
import { sensorAcc } from '../sensor/driver.ts';
import { fwdConstraint } from '../solver/fwdConstraint.ts';
import { askCallbacks, eventOfBad, eventOfSensors, eventOfStatus, stopAt } from './event.ts';
import { AccelerationPlace, Event, Mode } from './places.ts';

/** Places of `AccelerationPlace` from one on, up to but without another; returns an Event. */
export function runAccelerationPlaces(m: Model, d: Data, from: int, to: int, mode: int): int {
  for (let at = from; at < to; at++) {
    const event = runAccelerationPlace(m, d, at, mode);
    if (event !== Event.NONE) return stopAt(d, at, event);
  }
  return Event.NONE;
}

/** @inline */
function runAccelerationPlace(m: Model, d: Data, at: int, mode: int): int {
  const place = at as AccelerationPlace;
  switch (place) {
    case AccelerationPlace.control:
    case AccelerationPlace.userActuators:
    case AccelerationPlace.actuatorPlugins:
      return askCallbacks(d, mode);
    case AccelerationPlace.actuatorDynamics:
      return eventOfBad(d, actuatorDynamics(m, d));
    case AccelerationPlace.actuatorForce:
      actuatorForce(m, d);
      return Event.NONE;
    case AccelerationPlace.applyActuators:
      applyActuators(m, d);
      return Event.NONE;
    case AccelerationPlace.fwdAcceleration:
      return eventOfBad(d, fwdAcceleration(m, d));
    case AccelerationPlace.fwdConstraint:
      return eventOfStatus(d, fwdConstraint(m, d));
    case AccelerationPlace.sensorAcc:
      if ((mode & Mode.SKIP_SENSOR) !== 0) return Event.NONE;
      d.flg_rnepost = 0;
      return eventOfSensors(d, sensorAcc(m, d), mode);
    default:
      unreachable(place);
      return Event.NONE;
  }
}
