import { copy } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { historyInsert } from '../tree/history.ts';
import { computeSensor } from './compute.ts';
import { recallSensor } from './recall.ts';

/*  Sensors with a history: a delay (an old value is reported) or an interval (the value is sampled periodically). */

/** out = reading of sensor i: computed, or from its history */
export function readSensor(m: Model, d: Data, i: int, out: Float64Array, o: int): void {
  const { sensor_history, sensor_delay, sensor_interval } = m;
  // without a history there is no delay
  const hasHistory = sensor_history[2 * i] > 0;
  if (hasHistory && (sensor_delay[i] > 0 || (sensor_interval[2 * i] > 0 && !isDue(m, d, i)))) {
    recallSensor(m, d, i, d.time, sensor_history[2 * i + 1], out, o);
  } else {
    computeSensor(m, d, i, out, o);
  }
}

/** True if the interval of sensor i has passed since its last sample, whose time is in the user slot. */
function isDue(m: Model, d: Data, i: int): boolean {
  return d.history[m.sensor_historyadr[i]] + m.sensor_interval[2 * i] <= d.time;
}

/** Records sensors with a history: with an interval, when it has passed; with a delay, the value is computed, because
 *  sensordata contains the delayed one.
 *  reads  d: sensordata   writes d: history */
export function recordSensors(m: Model, d: Data): void {
  const { nsensor, sensor_history, sensor_historyadr, sensor_interval, sensor_delay, sensor_dim, sensor_adr } = m;
  const { history, sensordata } = d;
  for (let i = 0; i < nsensor; i++) {
    const n = sensor_history[2 * i];
    const dim = sensor_dim[i];
    const b = sensor_historyadr[i];
    if (n <= 0) continue;
    if (sensor_interval[2 * i] > 0) {
      if (!isDue(m, d, i)) continue;
      history[b] += sensor_interval[2 * i];
    }
    const at = historyInsert(history, b, n, dim, d.time);
    if (sensor_delay[i] > 0) computeSensor(m, d, i, history, at);
    else copy(history, at, sensordata, sensor_adr[i], dim);
  }
}
