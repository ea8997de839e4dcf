import { copy } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { mulMatTVec3 } from '../../math/mat3.ts';
import { copy4, normalize4 } from '../../math/quat.ts';
import { copy3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import { ConstraintType, SensorType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import type { PosSensor } from '../../model/sensors.ts';
import { unreachable } from '../../model/unreachable.ts';
import { rangefinder } from '../collision/ray/rangefinder.ts';
import { energyPos, energyVel } from '../velocity/energy.ts';
import { cameraProjection } from './measure/camera.ts';

import { frameAxis, framePosition, frameQuat } from './measure/frame.ts';
import { distanceSensor } from './measure/geomDistance.ts';
import { insideSite } from './measure/insideGeom.ts';
import { limitPosition } from './measure/limit.ts';

/** out = value of position-stage sensor i */
export function computePos(m: Model, d: Data, i: int, out: Float64Array, o: int): void {
  const type = m.sensor_type[i] as PosSensor;
  const id = m.sensor_objid[i];
  switch (type) {
    case SensorType.MAGNETOMETER:
      mulMatTVec3(out, o, d.site_xmat, 9 * id, m.opt.magnetic, 0);
      break;
    case SensorType.CAMPROJECTION:
      cameraProjection(m, d, i, out, o);
      break;
    case SensorType.RANGEFINDER:
      rangefinder(m, d, i, out, o);
      break;
    case SensorType.JOINTPOS:
      out[o] = d.qpos[m.jnt_qposadr[id]];
      break;
    case SensorType.TENDONPOS:
      out[o] = d.ten_length[id];
      break;
    case SensorType.ACTUATORPOS:
      copy(out, o, d.actuator_length, m.actuator_outadr[id], m.sensor_dim[i]);
      break;
    case SensorType.BALLQUAT:
      copy4(out, o, d.qpos, m.jnt_qposadr[id]);
      normalize4(out, o);
      break;
    case SensorType.JOINTLIMITPOS:
      out[o] = limitPosition(m, d, i, ConstraintType.LIMIT_JOINT);
      break;
    case SensorType.TENDONLIMITPOS:
      out[o] = limitPosition(m, d, i, ConstraintType.LIMIT_TENDON);
      break;
    case SensorType.FRAMEPOS:
      framePosition(m, d, i, out, o);
      break;
    case SensorType.FRAMEQUAT:
      frameQuat(m, d, i, out, o);
      break;
    case SensorType.FRAMEXAXIS:
    case SensorType.FRAMEYAXIS:
    case SensorType.FRAMEZAXIS:
      frameAxis(m, d, i, type - SensorType.FRAMEXAXIS, out, o);
      break;
    case SensorType.SUBTREECOM:
      copy3(out, o, d.subtree_com, 3 * id);
      break;
    case SensorType.INSIDESITE:
      insideSite(m, d, i, out, o);
      break;
    case SensorType.GEOMDIST:
    case SensorType.GEOMNORMAL:
    case SensorType.GEOMFROMTO:
      distanceSensor(m, d, i, out, o);
      break;
    case SensorType.E_POTENTIAL:
      if (d.flg_energypos === 0) energyPos(m, d);
      out[o] = d.energy[0];
      break;
    case SensorType.E_KINETIC:
      if (d.flg_energyvel === 0) energyVel(m, d);
      out[o] = d.energy[1];
      break;
    case SensorType.CLOCK:
      out[o] = d.time;
      break;
    default:
      unreachable(type);
  }
}
