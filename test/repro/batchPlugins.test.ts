// needs: the compiled engine
/** Plugins read arrays of a Data, which moves them. Batches and rollouts copied from their old addresses. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Batch, closeThreads, rollout } from '../../src/batch.ts';
import {
  Data,
  getState,
  inverseFD,
  type Model,
  modelFromXml,
  prepare,
  registerPlugin,
  StateBit,
  setState,
  step,
  transition,
} from '../../src/index.ts';

/** MuJoCo's own actuator plugin with a state: it also runs on threads. */
const controlled = `<mujoco>
  <extension><plugin plugin="mujoco.pid"><instance name="loop">
    <config key="kp" value="40"/><config key="ki" value="4"/><config key="kd" value="2"/><config key="imax" value="1"/>
  </instance></plugin></extension>
  <worldbody><geom type="plane" size="5 5 1"/>
    <body pos="0 0 1"><joint name="h" axis="0 1 0" damping=".1"/><geom type="capsule" size=".05" fromto="0 0 0 .4 0 0"/>
      <body pos=".4 0 0"><joint type="ball"/><geom size=".08" pos=".1 0 0"/></body></body></worldbody>
  <actuator><plugin joint="h" plugin="mujoco.pid" instance="loop" actdim="1"/></actuator>
  <sensor><jointpos joint="h"/></sensor></mujoco>`;

/** A user plugin: its force depends on the velocities that it reads. */
const windy = `<mujoco><extension><plugin plugin="test.drag"><instance name="drag"/></plugin></extension>
  <worldbody><body><plugin instance="drag"/><joint type="slide" axis="0 0 1"/><geom size=".1"/></body></worldbody></mujoco>`;

registerPlugin({
  name: 'test.drag',
  kind: 'passive',
  compute(m, d) {
    for (let i = 0; i < m.nv; i++) d.qfrc_passive[i] -= 2 * d.qvel[i];
  },
});

/** Reads velocities only after a perturbation, so that the array moves during the differences. */
const late = { calls: 0, after: Number.POSITIVE_INFINITY };
registerPlugin({
  name: 'test.late',
  kind: 'passive',
  compute(m, d) {
    if (late.calls++ < late.after) return;
    for (let i = 0; i < m.nv; i++) d.qfrc_passive[i] += 0 * d.qvel[i];
  },
});

let pid: Model;
let drag: Model;

beforeAll(async () => {
  await prepare();
  await prepare({ engine: 'js' });
  pid = modelFromXml(controlled);
  drag = modelFromXml(windy);
}, 120_000);

afterAll(closeThreads);

/** States after each step of a single Data; world i has its own initial velocity and control. */
function alone(m: Model, i: number, steps: number): { states: number[]; d: Data } {
  const d = new Data(m);
  setState(m, d, initialState(m, i), StateBit.FULLPHYSICS);
  const states: number[] = [];
  for (let k = 0; k < steps; k++) {
    d.ctrl.fill(0.1 * i);
    step(m, d);
    states.push(...getState(m, d, StateBit.FULLPHYSICS));
  }
  return { states, d };
}

function initialState(m: Model, i: number): Float64Array {
  const d = new Data(m);
  d.qvel.fill(0.1 + 0.2 * i);
  return getState(m, d, StateBit.FULLPHYSICS);
}

const cases = ['mujoco.pid, threads 0', 'mujoco.pid, threads 2', 'a user plugin, threads 0'] as const;
const of = (name: string) => ({ m: name.startsWith('m') ? pid : drag, threads: name.endsWith('2') ? 2 : 0 });

describe.each(cases)('a model with plugins: %s', (name) => {
  test('worlds of a Batch have the states of a single Data', async () => {
    const { m, threads } = of(name);
    using batch = new Batch(m, 3, { threads, fields: ['xpos', 'qacc'] });
    for (let i = 0; i < 3; i++) batch.row('qvel', i).fill(0.1 + 0.2 * i);
    for (let i = 0; i < 3; i++) batch.row('ctrl', i).fill(0.1 * i);
    for (let k = 0; k < 20; k++) await batch.step();
    for (let i = 0; i < 3; i++) {
      const { d } = alone(m, i, 20);
      expect(batch.row('qpos', i)).toEqual(d.qpos);
      expect(batch.row('qvel', i)).toEqual(d.qvel);
      expect(batch.row('xpos', i)).toEqual(d.xpos);
      expect(batch.row('qacc', i)).toEqual(d.qacc);
      expect(batch.row('sensordata', i)).toEqual(d.sensordata);
    }
  });

  test('a rollout has the states of a single Data', async () => {
    const { m, threads } = of(name);
    const starts = Float64Array.from([0, 1, 2, 3].flatMap((i) => [...initialState(m, i)]));
    const control = m.nu > 0 ? { control: { data: [0, 1, 2, 3].map((i) => 0.1 * i), shape: [4, 1, 1] } } : {};
    for (const chunkSize of [1, 4]) {
      const { state } = await rollout(m, starts, { ...control, nbatch: 4, nstep: 15, threads, chunkSize });
      expect([...state]).toEqual([0, 1, 2, 3].flatMap((i) => alone(m, i, 15).states));
    }
  });
});

test.each(['wasm', 'js'] as const)(
  'derivatives of sensors do not depend on when a callback reads an array (%s)',
  (engine) => {
    const text = `<mujoco><worldbody><body><joint name="h" axis="0 1 0" damping=".1"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
    <actuator><motor joint="h"/></actuator><sensor><jointvel joint="h"/><user dim="1"/></sensor></mujoco>`;
    const derivatives = (after: number) => {
      using m = modelFromXml(text, { engine });
      using d = new Data(m);
      let calls = 0;
      const read = { sum: 0 };
      m.callbacks = {
        sensor(_, data) {
          if (calls++ >= after) read.sum += data.qvel[0] + data.ctrl[0];
        },
      };
      const { C, D } = transition(m, d, { method: 'analytic', sensors: true });
      return { C, D };
    };
    const expected = derivatives(Number.POSITIVE_INFINITY);
    for (let after = 0; after < 12; after++) expect(derivatives(after), `call ${after}`).toEqual(expected);
  },
);

test.each(['wasm', 'js'] as const)('differences do not depend on when a plugin first reads an array (%s)', (engine) => {
  const text = windy.replaceAll('test.drag', 'test.late').replace('axis="0 0 1"', 'axis="0 0 1" damping="3"');
  const differences = (after: number) => {
    Object.assign(late, { calls: 0, after });
    using m = modelFromXml(text, { engine });
    using d = new Data(m);
    return inverseFD(m, d);
  };
  const expected = differences(Number.POSITIVE_INFINITY);
  for (let after = 0; after < 5; after++) expect(differences(after), `call ${after}`).toEqual(expected);
});
