/** Values of sensors that depend on velocities. */
import { copy } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { copy3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import { ConstraintType, SensorType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import type { VelSensor } from '../../model/sensors.ts';
import { unreachable } from '../../model/unreachable.ts';
import { subtreeVel } from '../velocity/subtreeVel.ts';
import { frameVelocity, siteVelocity } from './measure/frame.ts';
import { limitVelocity } from './measure/limit.ts';

/** out = value of velocity-stage sensor i */
export function computeVel(m: Model, d: Data, i: int, out: Float64Array, o: int): void {
  const id = m.sensor_objid[i];
  const type = m.sensor_type[i] as VelSensor;
  switch (type) {
    case SensorType.VELOCIMETER:
      siteVelocity(m, d, i, 3, out, o);
      break;
    case SensorType.GYRO:
      siteVelocity(m, d, i, 0, out, o);
      break;
    case SensorType.JOINTVEL:
      out[o] = d.qvel[m.jnt_dofadr[id]];
      break;
    case SensorType.TENDONVEL:
      out[o] = d.ten_velocity[id];
      break;
    case SensorType.ACTUATORVEL:
      copy(out, o, d.actuator_velocity, m.actuator_outadr[id], m.sensor_dim[i]);
      break;
    case SensorType.BALLANGVEL:
      copy3(out, o, d.qvel, m.jnt_dofadr[id]);
      break;
    case SensorType.JOINTLIMITVEL:
      out[o] = limitVelocity(m, d, i, ConstraintType.LIMIT_JOINT);
      break;
    case SensorType.TENDONLIMITVEL:
      out[o] = limitVelocity(m, d, i, ConstraintType.LIMIT_TENDON);
      break;
    case SensorType.FRAMELINVEL:
      frameVelocity(m, d, i, 3, out, o);
      break;
    case SensorType.FRAMEANGVEL:
      frameVelocity(m, d, i, 0, out, o);
      break;
    case SensorType.SUBTREELINVEL:
      if (d.flg_subtreevel === 0) subtreeVel(m, d);
      copy3(out, o, d.subtree_linvel, 3 * id);
      break;
    case SensorType.SUBTREEANGMOM:
      if (d.flg_subtreevel === 0) subtreeVel(m, d);
      copy3(out, o, d.subtree_angmom, 3 * id);
      break;
    default:
      unreachable(type);
  }
}
