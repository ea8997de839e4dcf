import { copy } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { ConstraintType, SensorType, TrnType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import type { AccSensor } from '../../model/sensors.ts';
import { unreachable } from '../../model/unreachable.ts';
import { rnePostConstraint } from '../velocity/rnePostConstraint.ts';
import { contactSensor } from './measure/contact.ts';
import { accelerometer, frameAcceleration, interaction } from './measure/frame.ts';
import { limitForce } from './measure/limit.ts';
import { tactile } from './measure/tactile.ts';
import { touch } from './measure/touch.ts';

/** out = value of acceleration-stage sensor i */
export function computeAcc(m: Model, d: Data, i: int, out: Float64Array, o: int): void {
  const id = m.sensor_objid[i];
  const type = m.sensor_type[i] as AccSensor;
  switch (type) {
    case SensorType.TOUCH:
      touch(m, d, i, out, o);
      break;
    case SensorType.CONTACT:
      contactSensor(m, d, i, out, o);
      break;
    case SensorType.TACTILE:
      tactile(m, d, i, out, o);
      break;
    case SensorType.ACCELEROMETER:
      needForces(m, d);
      accelerometer(m, d, i, out, o);
      break;
    case SensorType.FORCE:
      needForces(m, d);
      interaction(m, d, i, 3, out, o);
      break;
    case SensorType.TORQUE:
      needForces(m, d);
      interaction(m, d, i, 0, out, o);
      break;
    case SensorType.ACTUATORFRC:
      copy(out, o, d.actuator_force, m.actuator_outadr[id], m.sensor_dim[i]);
      break;
    case SensorType.JOINTACTFRC:
      out[o] = d.qfrc_actuator[m.jnt_dofadr[id]];
      break;
    case SensorType.TENDONACTFRC:
      out[o] = tendonActuatorForce(m, d, id);
      break;
    case SensorType.JOINTLIMITFRC:
      out[o] = limitForce(m, d, i, ConstraintType.LIMIT_JOINT);
      break;
    case SensorType.TENDONLIMITFRC:
      out[o] = limitForce(m, d, i, ConstraintType.LIMIT_TENDON);
      break;
    case SensorType.FRAMELINACC:
      needForces(m, d);
      frameAcceleration(m, d, i, 3, out, o);
      break;
    case SensorType.FRAMEANGACC:
      needForces(m, d);
      frameAcceleration(m, d, i, 0, out, o);
      break;
    default:
      unreachable(type);
  }
}

/** Computes body accelerations and forces, once per step. */
function needForces(m: Model, d: Data): void {
  if (d.flg_rnepost === 0) rnePostConstraint(m, d);
}

/** Sum of the actuator forces on a tendon. */
function tendonActuatorForce(m: Model, d: Data, id: int): number {
  const { nactuator, actuator_trntype, actuator_trnid, actuator_outadr } = m;
  const { actuator_force } = d;
  let sum: number = 0;
  for (let k = 0; k < nactuator; k++) {
    if (actuator_trntype[k] === TrnType.TENDON && actuator_trnid[2 * k] === id)
      sum += actuator_force[actuator_outadr[k]];
  }
  return sum;
}
