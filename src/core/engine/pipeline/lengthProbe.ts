/** Time steps that determine the length range of an actuator. */
import { zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { MINVAL } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { solveM } from '../tree/solveM.ts';
import { PipelineEvent } from './event.ts';
import { PIPELINE_END, PipelineStep } from './pipelineStep.ts';
import { runPipelineSteps } from './runPhases.ts';

/** Runs time steps until `until`, the first from pipeline step `from`, with a force on output `out` of an actuator. The force
 *  acts along its moment and gives the acceleration `accel`; a negative one shortens the actuator. Before each time step
 *  velocities are scaled by `slow`. Records the range of lengths after `settleTime`.
 *  Returns a PipelineEvent; its step is in work_pipeline. Also ends if time does not advance.
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
  let step = from;
  while (step !== PipelineStep.wakeDisturbed || d.time < until) {
    const before = d.time;
    if (step === PipelineStep.wakeDisturbed) slowDown(m, d, slow);
    if (step <= PipelineStep.actuatorDynamics) {
      const event = runPipelineSteps(m, d, step, PipelineStep.actuatorDynamics, mode);
      if (event !== PipelineEvent.DONE) return event;
      applyProbeForce(m, d, out, accel, maxforce);
    }
    const event = runPipelineSteps(m, d, Math.max(step, PipelineStep.actuatorDynamics), PIPELINE_END, mode);
    if (event !== PipelineEvent.DONE) return event;
    if (step <= PipelineStep.advanceState && !(d.time > before)) return PipelineEvent.DONE;
    if (d.time > settleTime) recordLength(d, out);
    step = PipelineStep.wakeDisturbed;
  }
  return PipelineEvent.DONE;
}

function slowDown(m: Model, d: Data, slow: number): void {
  const { nv } = m;
  const { qvel } = d;
  for (let k = 0; k < nv; k++) qvel[k] *= slow;
}

/** qfrc_applied = s moment, with |M^-1 s moment| = |accel| and |s moment| <= maxforce; maxforce 0: no limit. */
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

/** |a|, summed in order: the bits of length ranges depend on it. */
function length(a: Float64Array, n: int): number {
  let squared: number = 0;
  for (let k = 0; k < n; k++) squared += a[k] * a[k];
  return Math.sqrt(squared);
}
