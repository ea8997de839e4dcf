// needs: the compiled engine
/** Gymnasium's environments: each step of ours against the published formulas on MuJoCo's own step from the same state. `ENV_STEPS=1000`
 *  takes 1000 steps of each; `ENV_MODELS=<folder>` takes the models from Gymnasium's files there. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { modelFromXml } from '../../src/index.ts';
import { kinds } from '../../src/learn/env/kinds.ts';
import { Generator } from '../../src/learn/env/random/generator.ts';
import { Simulation } from '../../src/learn/env/simulation.ts';
import type { TaskKind } from '../../src/learn/env/task.ts';
import { compareNumbers } from '../support/oracle/difference.mjs';
import { copyStateToOracle, mujoco, oracleModel, type Pair } from '../support/oracle/oracle.ts';
import { beforeStep, published } from './published.ts';

const STEPS = Number(process.env['ENV_STEPS'] ?? 12);
const FOLDER = process.env['ENV_MODELS'];

const files: Record<string, string> = {
  'HalfCheetah-v5': 'half_cheetah',
  'InvertedDoublePendulum-v5': 'inverted_double_pendulum',
  'InvertedPendulum-v5': 'inverted_pendulum',
  'Pusher-v5': 'pusher_v5',
  'Walker2d-v5': 'walker2d_v5',
};

test.each(Object.keys(kinds))(
  '%s has the published observations, rewards and termination',
  (id) => {
    const kind = kinds[id as keyof typeof kinds] as unknown as TaskKind;
    const isTheirs = id.endsWith('-v5');
    const xml =
      FOLDER && isTheirs
        ? readFileSync(`${FOLDER}/${files[id] ?? id.slice(0, -3).toLowerCase()}.xml`, 'utf8')
        : kind.xml;
    const { worst, steps, ends } = compareSteps(kind, xml);
    expect(steps).toBe(STEPS);
    if (process.env['ENV_STEPS'])
      console.log(`${id}: ${steps} steps, ${ends} ends, largest error ${worst.toExponential(1)}`);
    expect(worst).toBeLessThan(1e-9);
  },
  600_000,
);

/** Largest error over steps of random actions; the episode restarts when it ends. */
function compareSteps(kind: TaskKind, xml: string): { worst: number; steps: number; ends: number } {
  // MuJoCo's model does not change, so ours does not either
  const { parameters, ...same } = kind;
  const env = new Simulation(same, modelFromXml(xml), kind.options);
  const theirModel = oracleModel(xml);
  const pair: Pair = { m: env.model, d: env.data, theirs: { m: theirModel, d: new mujoco.MjData(theirModel) } };
  const random = new Generator(3);
  let [worst, ends, seed] = [0, 0, 11];
  startBoth(env, pair, seed);
  for (let k = 0; k < STEPS; k++) {
    const action = Array.from(env.actionSpace.sample(random));
    const expected = theirStep(kind, pair, action);
    const found = env.step(action);
    expect(found.terminated).toBe(expected.terminated);
    worst = Math.max(
      worst,
      compareNumbers([found.reward], [expected.reward], { each: 1 }).error,
      compareNumbers(found.observation, expected.observation, { floor: 1 }).error,
    );
    if (!found.terminated) continue;
    ends++;
    startBoth(env, pair, ++seed);
  }
  pair.theirs.d.delete();
  theirModel.delete();
  return { worst, steps: STEPS, ends };
}

function startBoth(env: Simulation, pair: Pair, seed: number): void {
  env.reset({ seed });
  mujoco.mj_resetData(pair.theirs.m, pair.theirs.d);
  copyStateToOracle(pair);
  mujoco.mj_forward(pair.theirs.m, pair.theirs.d);
}

/** The published step on MuJoCo's Data, from our state, so that errors do not accumulate. */
function theirStep(kind: TaskKind, pair: Pair, action: number[]) {
  const { m, d } = pair.theirs;
  const before = beforeStep(m, d);
  copyStateToOracle(pair);
  before.x = pair.d.qpos[0];
  (d.ctrl as Float64Array).set(action);
  for (let k = 0; k < kind.options.frame_skip; k++) mujoco.mj_step(m, d);
  mujoco.mj_rnePostConstraint(m, d);
  const body = (name: string) => Array.from((d.body(name) as unknown as { xpos: Float64Array }).xpos);
  const dt = m.opt.timestep * kind.options.frame_skip;
  return published[kind.id]({ m, d, action, before, dt, body });
}
