/** Comparison of whole pipelines with MuJoCo's. */
import { expect } from 'vitest';
import { forward } from '../../../src/core/engine/forward.ts';
import { step } from '../../../src/core/engine/step.ts';
import { copyStateFromOracle, fieldError, mujoco, type Pair, pairFromXml, randomState } from './oracle.ts';

/** Results of the smooth stages in a Data. */
const smoothFields = [
  'qfrc_spring',
  'qfrc_damper',
  'qfrc_gravcomp',
  'qfrc_fluid',
  'qfrc_passive',
  'qfrc_bias',
  'actuator_length',
  'actuator_velocity',
  'actuator_force',
  'act_dot',
  'qfrc_actuator',
  'qfrc_smooth',
  'qacc_smooth',
  'qacc',
  'sensordata',
  'energy',
] as const;

/** Forward dynamics at a few random states: every field agrees within `tolerance`, relative to its scale. */
export function expectSameForward(xml: string, tolerance = 1e-11, prepare?: (pair: Pair) => void): Pair {
  const pair = pairFromXml(xml);
  for (const seed of [1, 2, 3]) {
    randomState(pair, seed);
    prepare?.(pair);
    forward(pair.m, pair.d);
    mujoco.mj_forward(pair.theirs.m, pair.theirs.d);
    for (const field of smoothFields) {
      expect(fieldError(pair, field), `${field}, seed ${seed}`).toBeLessThan(tolerance);
    }
  }
  return pair;
}

/** A trajectory under a fixed control law, from the keyframe or the reference configuration: the state agrees with MuJoCo's after each of
 *  `steps` steps. */
export function expectSameTrajectory(xml: string, steps: number, tolerance = 1e-8): Pair {
  const pair = pairFromXml(xml);
  const { m, d, theirs } = pair;
  if (m.nkey > 0) {
    mujoco.mj_resetDataKeyframe(theirs.m, theirs.d, 0);
    copyStateFromOracle(pair);
  }
  for (let k = 0; k < steps; k++) {
    for (let u = 0; u < m.nu; u++) {
      d.ctrl[u] = Math.sin(0.03 * k + u);
      theirs.d.ctrl[u] = d.ctrl[u];
    }
    step(m, d);
    mujoco.mj_step(theirs.m, theirs.d);
    if (k % 50 === 0 || k === steps - 1) {
      for (const field of ['time', 'qpos', 'qvel', 'act', 'history', 'sensordata', 'qacc_warmstart']) {
        expect(fieldError(pair, field), `${field} after step ${k + 1}`).toBeLessThan(tolerance);
      }
    }
  }
  return pair;
}
