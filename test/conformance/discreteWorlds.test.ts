// needs: the compiled engine
/** The integrator `discrete` in batches and rollouts, and with sleeping trees as in MuJoCo 3.14.0. */
import { afterAll, expect, test } from 'vitest';
import { compareSleep, SLACK } from '../../scripts/conformance/sleep.mjs';
import { Batch, closeThreads, rollout } from '../../src/batch.ts';
import { Data, getState, modelFromXml, prepare, StateBit, step } from '../../src/index.ts';
import load from '../../src/mujoco.ts';
import { discreteModels } from '../models/discrete.ts';
import { mujocoNext } from '../support/oracle/next.ts';
import { box, sceneXml } from '../support/scenes/sleeping.ts';

await prepare();
const ours = await load({ engine: 'wasm' });
afterAll(closeThreads);

const control = (i: number, k: number, u: number): number => 0.5 * Math.sin(i + 0.1 * k + u);
const model = modelFromXml(discreteModels.find(([name]) => name === 'everything, sparse')![1]);

/** World i, alone. */
function alone(i: number, steps: number): Data {
  const d = new Data(model);
  for (let k = 0; k < steps; k++) {
    for (let u = 0; u < model.nu; u++) d.ctrl[u] = control(i, k, u);
    step(model, d);
  }
  return d;
}

test.each([0, 2])('worlds of a batch and of a rollout are those of single Data, with %i threads', async (threads) => {
  const [n, steps] = [3, 10];
  using batch = new Batch(model, n, { threads });
  const controls = new Float64Array(n * steps * model.nu);
  for (let k = 0; k < steps; k++) {
    for (let i = 0; i < n; i++) {
      for (let u = 0; u < model.nu; u++) {
        batch.ctrl[i * model.nu + u] = control(i, k, u);
        controls[(i * steps + k) * model.nu + u] = control(i, k, u);
      }
    }
    await batch.step();
  }
  const initial = getState(model, new Data(model), StateBit.FULLPHYSICS);
  const { state } = await rollout(model, initial, { control: controls, nstep: steps, threads });
  for (let i = 0; i < n; i++) {
    const d = alone(i, steps);
    expect(batch.row('qpos', i)).toEqual(d.qpos);
    expect(batch.row('qvel', i)).toEqual(d.qvel);
    const last = getState(model, d, StateBit.FULLPHYSICS);
    expect(state.subarray(((i + 1) * state.length) / n - last.length, ((i + 1) * state.length) / n)).toEqual(last);
  }
});

const pendulum = (
  k: number,
): string => `<body pos="${k} 0 2"><joint name="j${k}" axis="0 1 0" damping="${0.5 + 0.5 * k}" stiffness="2"/>
  <geom type="capsule" size=".04" fromto="0 0 0 .3 0 -.3"/></body>`;

const scenes: Record<string, string> = {
  'stacks that settle': sceneXml(
    Array.from({ length: 9 }, (_, k) => box(`b${k}`, `${k % 3} 0 ${0.11 + 0.22 * Math.floor(k / 3)}`)).join(''),
  ),
  'damped pendulums': sceneXml([0, 1, 2, 3].map(pendulum).join('')),
};

test.each(Object.keys(scenes))('%s: the same trees sleep as in MuJoCo 3.14.0, within two steps', (name) => {
  const xml = scenes[name].replace('<option', '<option integrator="discrete"');
  const sides = [mujocoNext, ours].map((mj) => {
    const m = mj.MjModel.from_xml_string(xml);
    return { mj, m, d: new mj.MjData(m as never) };
  });
  expect((sides[1].m as { opt: { integrator: number } }).opt.integrator).toBe(4);
  const found = compareSleep(sides, { seconds: Number.POSITIVE_INFINITY });
  expect(found, JSON.stringify(found)).toMatchObject({ verdict: expect.stringMatching(/^(same|within slack)$/) });
  expect(found.late).toBeLessThanOrEqual(SLACK);
  expect(found.maxAsleep).toBeGreaterThan(0);
});
