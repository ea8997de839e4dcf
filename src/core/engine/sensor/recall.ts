import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { historyRead } from '../tree/history.ts';

/** out = value of sensor i from its history, delayed relative to `time` */
export function recallSensor(m: Model, d: Data, i: int, time: number, interp: int, out: Float64Array, o: int): void {
  const { sensor_history, sensor_historyadr, sensor_dim, sensor_delay } = m;
  const b = sensor_historyadr[i];
  historyRead(out, o, d.history, b, sensor_history[2 * i], sensor_dim[i], time - sensor_delay[i], interp);
}
