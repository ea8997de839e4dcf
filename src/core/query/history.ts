/** Controls and sensors with a delay: reading and initializing their histories. */
import { readDelayedControl } from '../engine/actuation/actuatorDynamics.ts';
import { recallSensor } from '../engine/sensor/recall.ts';
import { expectInteger, expectNumber } from '../expect.ts';
import { MINVAL } from '../model/constants.ts';
import type { Data } from '../model/data.ts';
import { checkFits } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { expectIndex, expectLength } from './expect.ts';

/** Effective control of an actuator at `time`: delayed if it has a delay. `interp`: 0 hold, 1 linear, 2 cubic. default:
 *  that of the model
 *
 *  @example
 *  d.ctrl[0] = 1;
 *  console.log(readCtrl(m, d, 0, d.time)); // -> 0 */
export function readCtrl(m: Model, d: Data, id: number, time: number, interp?: number): number {
  const b = checkFits('readCtrl', m, d);
  expectIndex('actuator', id, m.nactuator);
  expectTime(time, interp);
  if (m.actuator_history[2 * id] <= 0) return b.ctrl[m.actuator_ctrladr[id]];
  const value = new Float64Array(1);
  readDelayedControl(m, b, id, time, interp ?? m.actuator_history[2 * id + 1], value, 0);
  return value[0];
}

/** Reading of a sensor at `time`, from its history if it has one.
 *
 *  @example
 *  forward(m, d);
 *  console.log(readSensor(m, d, 0, d.time)[0]); // -> 0 */
export function readSensor(m: Model, d: Data, id: number, time: number, interp?: number): Float64Array {
  const b = checkFits('readSensor', m, d);
  expectIndex('sensor', id, m.nsensor);
  expectTime(time, interp);
  const adr = m.sensor_adr[id];
  if (m.sensor_history[2 * id] <= 0) return b.sensordata.slice(adr, adr + m.sensor_dim[id]);
  const value = new Float64Array(m.sensor_dim[id]);
  recallSensor(m, b, id, time, interp ?? m.sensor_history[2 * id + 1], value, 0);
  return value;
}

/** Initialize the history of an actuator: `values` at `times`, which must increase. default: its present times
 *
 *  @example
 *  initCtrlHistory(m, d, 0, undefined, Float64Array.of(1, 1, 1, 1));
 *  console.log(readCtrl(m, d, 0, d.time)); // -> 1 */
export function initCtrlHistory(
  m: Model,
  d: Data,
  id: number,
  times: Float64Array | undefined,
  values: Float64Array,
): void {
  const b = checkFits('initCtrlHistory', m, d);
  expectIndex('actuator', id, m.nactuator);
  const n = m.actuator_history[2 * id];
  if (!(n > 0)) throw new RangeError(`actuator ${id} has no history`);
  fillHistory(b, m.actuator_historyadr[id], n, 1, times, values);
}

/** Initialize the history of a sensor, and the time of its last sample (`phase`).
 *
 *  @example
 *  initSensorHistory(m, d, 0, undefined, Float64Array.of(1, 1, 1, 1), 0);
 *  console.log(readSensor(m, d, 0, d.time)[0]); // -> 1 */
export function initSensorHistory(
  m: Model,
  d: Data,
  id: number,
  times: Float64Array | undefined,
  values: Float64Array,
  phase: number,
): void {
  const b = checkFits('initSensorHistory', m, d);
  expectIndex('sensor', id, m.nsensor);
  const n = m.sensor_history[2 * id];
  expectNumber('phase', phase);
  if (!(n > 0)) throw new RangeError(`sensor ${id} has no history`);
  fillHistory(b, m.sensor_historyadr[id], n, m.sensor_dim[id], times, values);
  b.history[m.sensor_historyadr[id]] = phase;
}

function expectTime(time: number, interp: number | undefined): void {
  expectNumber('time', time);
  if (interp !== undefined) expectInteger('interp', interp);
}

function fillHistory(
  d: Data,
  at: number,
  n: number,
  dim: number,
  times: Float64Array | undefined,
  values: Float64Array,
): void {
  expectLength('values', values, n * dim);
  const given = times !== undefined && times !== null;
  const when = given ? expectLength('times', times, n) : d.history.slice(at + 2, at + 2 + n);
  for (let k = 1; k < n; k++) {
    if (when[k] - when[k - 1] < MINVAL) throw new RangeError(`times must increase, found ${when[k - 1]}, ${when[k]}`);
  }
  d.history[at + 1] = n - 1;
  d.history.set(when, at + 2);
  d.history.set(values, at + 2 + n);
}
