import { clip } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { DataType, SensorType, Stage } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { computeAcc } from './computeAcc.ts';
import { computePos } from './computePos.ts';
import { computeVel } from './computeVel.ts';

/** out = current value of sensor i, limited to its cutoff */
export function computeSensor(m: Model, d: Data, i: int, out: Float64Array, o: int): void {
  switch (m.sensor_needstage[i]) {
    case Stage.POS:
      computePos(m, d, i, out, o);
      break;
    case Stage.VEL:
      computeVel(m, d, i, out, o);
      break;
    default:
      computeAcc(m, d, i, out, o);
  }
  cutoff(m, i, out, o);
}

/** Limits the value of sensor i: on both sides, or only from above for positive types. Contact and fromto sensors are
 *  not limited. */
export function cutoff(m: Model, i: int, out: Float64Array, o: int): void {
  const { sensor_cutoff, sensor_type, sensor_datatype, sensor_dim } = m;
  const limit = sensor_cutoff[i];
  const type = sensor_type[i];
  if (limit <= 0 || type === SensorType.CONTACT || type === SensorType.GEOMFROMTO) return;
  const end = o + sensor_dim[i];
  for (let k = o; k < end; k++) {
    if (sensor_datatype[i] === DataType.REAL) out[k] = clip(out[k], -limit, limit);
    else if (sensor_datatype[i] === DataType.POSITIVE) out[k] = Math.min(limit, out[k]);
  }
}
