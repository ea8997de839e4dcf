import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { actuatorDynamics } from '../actuation/actuatorDynamics.ts';
import { actuatorForce, applyActuators } from '../actuation/actuatorForce.ts';
import { fwdAcceleration } from '../actuation/fwdAcceleration.ts';
import { sensorAcc } from '../sensor/driver.ts';
import { fwdConstraint } from '../solver/fwdConstraint.ts';
import { askCallbacks, covers, eventOfBad, eventOfSensors, eventOfStatus, stopAt } from './event.ts';
import { AccelerationPlace, Event, Mode } from './places.ts';

/** Places of `AccelerationPlace` from one on, up to but without another; returns an Event. */
export function runAccelerationPlaces(m: Model, d: Data, from: int, to: int, mode: int): int {
  let event: int = Event.NONE;
  if (covers(from, to, AccelerationPlace.control)) event = askCallbacks(d, mode);
  if (event !== Event.NONE) return stopAt(d, AccelerationPlace.control, event);
  if (covers(from, to, AccelerationPlace.actuatorDynamics)) event = eventOfBad(d, actuatorDynamics(m, d));
  if (event !== Event.NONE) return stopAt(d, AccelerationPlace.actuatorDynamics, event);
  if (covers(from, to, AccelerationPlace.userActuators)) event = askCallbacks(d, mode);
  if (event !== Event.NONE) return stopAt(d, AccelerationPlace.userActuators, event);
  if (covers(from, to, AccelerationPlace.actuatorForce)) actuatorForce(m, d);
  if (covers(from, to, AccelerationPlace.actuatorPlugins)) event = askCallbacks(d, mode);
  if (event !== Event.NONE) return stopAt(d, AccelerationPlace.actuatorPlugins, event);
  if (covers(from, to, AccelerationPlace.applyActuators)) applyActuators(m, d);
  if (covers(from, to, AccelerationPlace.fwdAcceleration)) event = eventOfBad(d, fwdAcceleration(m, d));
  if (event !== Event.NONE) return stopAt(d, AccelerationPlace.fwdAcceleration, event);
  if (covers(from, to, AccelerationPlace.fwdConstraint)) event = eventOfStatus(d, fwdConstraint(m, d));
  if (event !== Event.NONE) return stopAt(d, AccelerationPlace.fwdConstraint, event);
  if (covers(from, to, AccelerationPlace.sensorAcc) && (mode & Mode.SKIP_SENSOR) === 0) {
    d.flg_rnepost = 0;
    event = eventOfSensors(d, sensorAcc(m, d), mode);
  }
  if (event !== Event.NONE) return stopAt(d, AccelerationPlace.sensorAcc, event);
  return Event.NONE;
}
