import { zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { MINVAL } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { solveM } from '../tree/solveM.ts';
import { AccelerationPlace, END, Event, IntegrationPlace, StatePlace } from './places.ts';
import { runPlaces } from './run.ts';

/** Steps up to the time `until`, the first from a place on, in which a force pulls at output `out` of an actuator: along its
 *  moment, and as large as gives this acceleration, which is negative where the actuator is to be shortened. Velocities are slowed
 *  down before each step. Lengths after the time `settled` are noted.
 *  Returns why it stopped, an Event; where stands in work_pipeline. It also stops where time does not go on.
 *  Writes what the stages write, qvel, qfrc_applied, work_pull_* and work_pipeline. */
export function runProbeSteps(
  m: Model,
  d: Data,
  from: int,
  out: int,
  accel: number,
  maxforce: number,
  slow: number,
  settleTime: number,
  until: number,
  mode: int,
): int {
  let at = from;
  while (at !== StatePlace.look || d.time < until) {
    const before = d.time;
    if (at === StatePlace.look) slowDown(m, d, slow);
    if (at <= AccelerationPlace.actuatorDynamics) {
      const event = runPlaces(m, d, at, AccelerationPlace.actuatorDynamics, mode);
      if (event !== Event.NONE) return event;
      applyProbeForce(m, d, out, accel, maxforce);
    }
    const event = runPlaces(m, d, Math.max(at, AccelerationPlace.actuatorDynamics), END, mode);
    if (event !== Event.NONE) return event;
    if (at <= IntegrationPlace.advanceState && !(d.time > before)) return Event.NONE;
    if (d.time > settleTime) recordLength(d, out);
    at = StatePlace.look;
  }
  return Event.NONE;
}

function slowDown(m: Model, d: Data, slow: number): void {
  const { nv } = m;
  const { qvel } = d;
  for (let k = 0; k < nv; k++) qvel[k] *= slow;
}

/** qfrc_applied = s moment, with |M^-1 s moment| = |accel| and |s moment| <= maxforce, unless that is 0. */
function applyProbeForce(m: Model, d: Data, out: int, accel: number, maxforce: number): void {
  const { nv } = m;
  const { qfrc_applied, moment_rowadr, moment_rownnz, moment_colind, actuator_moment, work_pull_moment } = d;
  zero(work_pull_moment, 0, nv);
  const start = moment_rowadr[out];
  const end = start + moment_rownnz[out];
  for (let k = start; k < end; k++) work_pull_moment[moment_colind[k]] = actuator_moment[k];
  solveM(m, d, qfrc_applied, 0, work_pull_moment, 0, 1);
  const scale = accel / Math.max(MINVAL, length(qfrc_applied, nv));
  for (let k = 0; k < nv; k++) qfrc_applied[k] = work_pull_moment[k] * scale;
  const force = length(qfrc_applied, nv);
  if (maxforce > 0 && force > maxforce) {
    for (let k = 0; k < nv; k++) qfrc_applied[k] *= maxforce / Math.max(MINVAL, force);
  }
}

function recordLength(d: Data, out: int): void {
  const { actuator_length, work_pull_length } = d;
  work_pull_length[0] = Math.min(work_pull_length[0], actuator_length[out]);
  work_pull_length[1] = Math.max(work_pull_length[1], actuator_length[out]);
}

/** |a|, summed in order: ranges of actuators keep their bits. */
function length(a: Float64Array, n: int): number {
  let squared: number = 0;
  for (let k = 0; k < n; k++) squared += a[k] * a[k];
  return Math.sqrt(squared);
}
