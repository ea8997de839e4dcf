// needs: the compiled engine
/** ONNX Runtime reads our ONNX files, and policies control simulations as in deployments. */
import * as ort from 'onnxruntime-web';
import { expect, test } from 'vitest';
import { make, policyFromFile, startSearch } from '../env.ts';
import { Data, forward, modelFromXml, step } from '../index.ts';
import {
  angularVelocity,
  clock,
  command,
  createController,
  createNetwork,
  jointPositions,
  jointVelocities,
  lastAction,
  linearVelocity,
  loadPolicy,
  type Network,
  type OnnxRuntime,
  type Policy,
  pdMotor,
  policyController,
  projectedGravity,
  scaled,
  sensor,
  toOnnx,
} from '../policy.ts';

const runtime: OnnxRuntime = ort;
const act = (values: number[]): Policy => ({ act: async () => Float32Array.from(values), close: async () => {} });

const robot = `<mujoco>
  <worldbody>
    <body name="trunk" pos="0 0 1" euler="0 90 0">
      <freejoint/><geom size="0.1"/>
      <body><joint name="hip" axis="1 0 0"/><geom size="0.05" pos="0 0.1 0"/>
        <body pos="0 0.2 0"><joint name="knee" type="slide"/><geom size="0.05"/></body>
      </body>
    </body>
  </worldbody>
  <actuator><motor name="m1" joint="knee"/><motor name="m0" joint="hip"/></actuator>
  <sensor><jointpos name="angle" joint="hip"/></sensor>
</mujoco>`;

const activations: Record<string, (x: number) => number> = {
  tanh: Math.tanh,
  relu: (x) => Math.max(x, 0),
  elu: (x) => (x > 0 ? x : Math.expm1(x)),
};

test.each(['tanh', 'relu', 'elu'] as const)('ONNX Runtime computes the network (%s)', async (activation) => {
  const network: Network = {
    mean: [1, -2],
    scale: [0.5, 2],
    layers: [
      { weights: [1, 2, -3, 0.5, 0.25, -1], bias: [0.1, 0, -0.2], activation },
      { weights: [1, -1, 2], bias: [0.3], activation: 'none' },
    ],
    low: [-2],
    high: [2],
  };
  const by = (x: number, y: number) => {
    const [a, b] = [(x - 1) * 0.5, (y + 2) * 2];
    const f = activations[activation];
    const hidden = [f(a + 2 * b + 0.1), f(-3 * a + 0.5 * b), f(0.25 * a - b - 0.2)];
    return Math.min(Math.max(hidden[0] - hidden[1] + 2 * hidden[2] + 0.3, -2), 2);
  };
  const policy = await loadPolicy(toOnnx(network), runtime);
  const rows = [1.2, -2.1, 0.4, -1.9, 1, -2, 30, 40, -30, -10];
  const found = await policy.act(rows, 5);
  expect(found).toHaveLength(5);
  for (const [k, action] of found.entries()) expect(action).toBeCloseTo(by(rows[2 * k], rows[2 * k + 1]), 5);
  await policy.close();
});

test('a trained policy and its ONNX file compute the same actions', async () => {
  const search = await startSearch('Hopper-v5', { seed: 3, directions: 2, top: 1 }, { max_episode_steps: 20 });
  for (let k = 0; k < 2; k++) await search.iterate();
  const file = search.toFile();
  search.close();
  const env = await make('Hopper-v5');
  const policy = await loadPolicy(toOnnx(createNetwork(file, env.actionSpace)), runtime);
  const own = policyFromFile(file, env.actionSpace);
  let { observation } = env.reset({ seed: 1 });
  for (let k = 0; k < 5; k++) {
    const expected = own(observation);
    const found = await policy.act(observation);
    for (const [u, x] of found.entries()) expect(x).toBeCloseTo(expected[u], 4);
    observation = env.step(expected).observation;
  }
  env.close();
});

test('terms compute observations of a robot', () => {
  const m = modelFromXml(robot, { engine: 'js' });
  const d = new Data(m);
  d.qpos.set([0.4, 0.2], 7);
  d.qvel.set([1, 2, 3, 4, 5, 6, 0.7, 0.8]);
  forward(m, d);
  const read = (term: ReturnType<typeof scaled>, size: number) => {
    const bound = term(m, 2);
    expect(bound.size).toBe(size);
    const out = new Float64Array(size + 1).fill(9);
    bound.write(d, out, 1, { lastAction: [0.1, 0.2] });
    return [...out.subarray(1)].map((x) => Number(x.toFixed(6)) + 0);
  };
  // rotated by 90 degrees about y: the trunk's x axis points down
  expect(read(projectedGravity('trunk'), 3)).toEqual([1, 0, 0]);
  expect(read(angularVelocity('trunk'), 3)).toEqual([4, 5, 6]);
  expect(read(linearVelocity('trunk'), 3)).toEqual([-3, 2, 1]);
  expect(read(jointPositions(), 2)).toEqual([0.4, 0.2]);
  expect(read(jointPositions(['knee', 'hip'], [0.2, 0.1]), 2)).toEqual([0, 0.3]);
  expect(read(scaled(jointVelocities(['knee']), 0.5), 1)).toEqual([0.4]);
  expect(read(sensor('angle'), 1)).toEqual([0.4]);
  expect(read(lastAction, 2)).toEqual([0.1, 0.2]);
  const wanted = [1, 0];
  const term = command(wanted);
  wanted[1] = 0.5;
  expect(read(term, 2)).toEqual([1, 0.5]);
});

test('a policy runs every few steps, and its action is clipped, scaled and offset', async () => {
  const m = modelFromXml(robot, { engine: 'js' });
  const d = new Data(m);
  const asked: number[][] = [];
  const policy: Policy = {
    act: async (observation) => {
      asked.push(Array.from(observation));
      return Float32Array.from([0.5, -40]);
    },
    close: async () => {},
  };
  const observation = [command([7]), lastAction];
  const control = policyController(m, { policy, observation, decimation: 3, scale: [2, 1], offset: [1, 0], clip: 10 });
  for (let k = 0; k < 4; k++) {
    await control.act(d);
    step(m, d);
    expect([...d.ctrl]).toEqual([2, -10]);
  }
  expect(asked).toEqual([
    [7, 0, 0],
    [7, 0.5, -10],
  ]);
  control.reset();
  await control.act(d);
  expect(asked[2]).toEqual([7, 0, 0]);
});

test('PD control is computed for torque actuators', async () => {
  const m = modelFromXml(robot, { engine: 'js' });
  const d = new Data(m);
  d.qpos.set([0.5, 0], 7);
  d.qvel.set([0.1, -0.2], 6);
  const motor = pdMotor({
    stiffness: 20,
    damping: [1, 2],
    limit: 8,
    joints: ['hip', 'knee'],
    actuators: ['m0', 'm1'],
  });
  const control = policyController(m, { policy: act([1, 0.1]), observation: [jointPositions()], motor });
  await control.act(d);
  expect([...d.ctrl].map((x) => Number(x.toFixed(5)))).toEqual([2.4, 8]);
});

test('invalid arguments are rejected with a message', async () => {
  const m = modelFromXml(robot, { engine: 'js' });
  const policy = act([1]);
  const observation = [jointPositions()];
  const refused = (options: object) => () => policyController(m, { policy, observation, ...options });
  expect(refused({ decimation: 0 })).toThrow('decimation: expected a whole number of at least 1, found 0');
  expect(refused({ scale: [1] })).toThrow('scale: expected 2 numbers, found 1');
  expect(refused({ observation: [projectedGravity('head')] })).toThrow("the model has no body 'head'");
  expect(refused({ observation: [jointPositions(['hip'], [1, 2])] })).toThrow(
    'expected a stance of 1 numbers, found 2',
  );
  await expect(policyController(m, { policy, observation }).act(new Data(m))).rejects.toThrow(
    'policy: expected 2 actions, found 1',
  );
  await expect(loadPolicy(new Uint8Array(4), {} as OnnxRuntime)).rejects.toThrow("the module 'onnxruntime-web'");
  const network = { mean: [0], scale: [1], layers: [{ weights: [1, 2], bias: [0], activation: 'none' as const }] };
  expect(() => toOnnx({ ...network, low: [-1], high: [1] })).toThrow('layer 0: expected 1 x 1 weights, found 2');
});

test('a config defines in JSON how a controller observes and acts', async () => {
  const m = modelFromXml(robot.replace('</mujoco>', '<keyframe><key qpos="0 0 1 1 0 0 0 .3 .1"/></keyframe></mujoco>'));
  const d = new Data(m);
  forward(m, d);
  d.time = 0.1;
  const config = {
    observation: [
      { term: 'jointPositions', stance: 'key', scale: 2 },
      { term: 'clock', frequency: 2.5 },
      { term: 'angularVelocity', body: 'trunk' },
      'lastAction',
    ],
    offset: 'key',
    clip: 0.5,
  } as const;
  const control = createController(m, config, act([9, -9]));
  await control.act(d);
  const phase = 2 * Math.PI * 2.5 * 0.1;
  const wanted = [-0.6, -0.2, Math.sin(phase), Math.cos(phase), 0, 0, 0, 0, 0];
  control.observation.forEach((x, k) => {
    expect(x).toBeCloseTo(wanted[k], 12);
  });
  expect(Array.from(d.ctrl, (x) => x.toFixed(6))).toEqual(['0.800000', '-0.400000']);
  expect(clock(1)(m, 0).size).toBe(2);
});

test('a missing required property is reported by name', () => {
  const m = modelFromXml(robot);
  const of = (config: object) => () => createController(m, config as never, act([0, 0]));
  expect(of({})).toThrow("expected 'observation'");
  expect(of({ observation: ['feelings'] })).toThrow("found 'feelings'");
  expect(of({ observation: ['angularVelocity'] })).toThrow("angularVelocity: expected 'body'");
  expect(of({ observation: ['lastAction'], offset: 'key' })).toThrow('no keyframe');
});
