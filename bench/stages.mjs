// Time by stage, by the same calls in both engines, in the state at the end of a run.
import { interleaved } from './kit/measure.mjs';

/** Calls that can be repeated in one state, by their names in tables. */
const stages = {
  kinematics: ['mj_kinematics', 'mj_comPos'],
  inertia: ['mj_makeM', 'mj_factorM'],
  collision: ['mj_collision'],
  velocity: ['mj_fwdVelocity'],
  actuation: ['mj_fwdActuation'],
  acceleration: ['mj_fwdAcceleration'],
  solver: ['mj_fwdConstraint'],
};

export const stageNames = Object.keys(stages);

/** Seconds of each stage: `{ collision: { official, wasm }, ... }`. */
export function stageTimes(simulations) {
  return Object.fromEntries(Object.entries(stages).map(([name, calls]) => [name, timeCalls(simulations, calls)]));
}

function timeCalls(simulations, calls) {
  const candidates = simulations.map(({ name, engine, m, d }) => ({
    name,
    run(n) {
      // the inputs of the calls are up to date, and their earlier results are removed
      engine.mj_forward(m, d);
      for (let i = 0; i < n; i++) for (const call of calls) engine[call](m, d);
    },
  }));
  return interleaved(candidates, { rounds: 5, warmup: 1, seconds: 0.03 });
}
