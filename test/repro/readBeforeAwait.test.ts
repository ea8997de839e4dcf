// needs: the compiled engine
/** Asynchronous calls use their arguments as they are at the call: changes right after the call have no effect. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as ort from 'onnxruntime-web';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Batch, closeThreads, type RolloutOptions, rollout } from '../../src/batch.ts';
import { make, makeVector, startPpo, startSearch } from '../../src/env.ts';
import {
  Data,
  flattenMjcf,
  getState,
  loadModel,
  type Model,
  modelFromBinary,
  modelFromXml,
  modelToBinary,
  prepare,
  StateBit,
} from '../../src/index.ts';
import load from '../../src/mujoco.ts';
import { loadPolicy, toOnnx } from '../../src/policy.ts';
import { npzPieces, readNpz, recordMcap } from '../../src/record.ts';
import { Spec } from '../../src/spec.ts';
import { LocalSimulation } from '../../src/view/viewer/run/localSimulation.ts';
import { RemoteSimulation } from '../../src/view/viewer/sim/remote/remoteSimulation.ts';

const xml = `<mujoco model="arm"><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 .3"><freejoint/><geom size=".1"/>
    <body pos=".1 0 0"><joint name="h" axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 .2 0 0"/></body></body>
  </worldbody><actuator><motor joint="h"/></actuator><sensor><jointpos joint="h"/></sensor></mujoco>`;

let m: Model;
let start: Float64Array;
let folder: string;

beforeAll(async () => {
  await prepare();
  m = modelFromXml(xml);
  start = getState(m, new Data(m), StateBit.FULLPHYSICS);
  folder = mkdtempSync(join(tmpdir(), 'tenon-'));
}, 120_000);

afterAll(() => {
  closeThreads();
  rmSync(folder, { recursive: true, force: true });
});

/** An ONNX file that doubles and halves its input; `gain` distinguishes files. */
const onnx = (gain: number) =>
  toOnnx({
    mean: [0],
    scale: [1],
    layers: [{ weights: [gain], bias: [0.1], activation: 'none' }],
    low: [-9],
    high: [9],
  });

describe.each([0, 1, 2])('a rollout with %i threads', (threads) => {
  const options = (): RolloutOptions<'xpos'> => ({ nbatch: 3, nstep: 8, threads, chunkSize: 1, fields: ['xpos'] });

  test('uses the Model as it is at the call, in 20 concurrent calls', async () => {
    const gravities = Array.from({ length: 20 }, (_, k) => -k);
    const run = (value: number) => {
      m.opt.gravity[2] = value;
      return rollout(m, start, options());
    };
    const together = await Promise.all(gravities.map(run));
    for (const [k, value] of gravities.entries()) {
      expect(together[k].state, `gravity ${value}`).toEqual((await run(value)).state);
    }
    m.opt.gravity[2] = -9.81;
  });

  test('accepts a Model that is freed right after the call', async () => {
    const own = modelFromXml(xml);
    const found = rollout(own, start, options());
    own.free();
    expect((await found).state).toEqual((await rollout(m, start, options())).state);
  });

  test('uses states, controls, warm starts, parameters and options as they are at the call', async () => {
    const given = () => ({
      initial: start.slice(),
      shaped: { data: new Float64Array(24).fill(0.5), shape: [3, 8, 1] },
      warm: new Float64Array(m.nv).fill(0.1),
      mass: new Float64Array(m.nbody).fill(2),
      fields: ['xpos'] as 'xpos'[],
    });
    const call = (a: ReturnType<typeof given>, own: RolloutOptions<'xpos'> = {}) => {
      Object.assign(own, options(), { control: a.shaped, initialWarmstart: a.warm, fields: a.fields });
      own.parameters = { body_mass: a.mass };
      return { result: rollout(m, a.initial, own), own };
    };
    const expected = await call(given()).result;
    const a = given();
    const { result, own } = call(a);
    for (const array of [a.initial, a.shaped.data, a.warm, a.mass]) array.fill(7);
    a.shaped.shape.fill(1);
    a.fields.length = 0;
    for (const name of Object.keys(own)) delete (own as Record<string, unknown>)[name];
    const found = await result;
    expect(found).toEqual(expected);
  });

  test('uses a policy as it is at the call', async () => {
    const policy = () => ({
      file: onnx(2),
      config: { observation: [{ term: 'jointPositions', joints: ['h'] }], scale: 1 },
      runtime: 'onnxruntime-web',
    });
    const expected = await rollout(m, start, { ...options(), policy: policy() });
    const own = policy();
    const found = rollout(m, start, { ...options(), policy: own });
    own.file.set(onnx(3));
    own.config.scale = 5;
    own.config.observation.length = 0;
    own.runtime = 'nowhere';
    expect((await found).state).toEqual(expected.state);
  });
});

test('the URL of a policy is read at the call', async () => {
  writeFileSync(join(folder, 'one.mjs'), 'export default (m, d) => { d.ctrl[0] = 1; };');
  const address = pathToFileURL(join(folder, 'one.mjs'));
  for (const threads of [0, 1]) {
    const found = rollout(m, start, { nstep: 3, threads, policy: address, fields: ['ctrl'] });
    address.pathname = '/nowhere.mjs';
    expect([...(await found).fields.ctrl]).toEqual([1, 1, 1]);
    address.pathname = pathToFileURL(join(folder, 'one.mjs')).pathname;
  }
});

test('callbacks of a rollout and of a Batch are those at the call', async () => {
  using own = modelFromXml(xml);
  const callbacks = { control: (_: Model, d: Data) => void d.ctrl.fill(0.5) };
  own.callbacks = callbacks;
  const found = rollout(own, start, { nstep: 3, fields: ['ctrl'] });
  using batch = new Batch(own, 1);
  callbacks.control = (_, d) => void d.ctrl.fill(9);
  expect([...(await found).fields.ctrl]).toEqual([0.5, 0.5, 0.5]);
  await batch.step();
  expect(batch.ctrl[0]).toBe(0.5);
});

test.each([0, 2])('resets and parameters of a Batch are read at the call, with %i threads', async (threads) => {
  using batch = new Batch(m, 2, { threads });
  const [worlds, state, gravity, changed] = [[1], start.slice(), [0, 0, -1], [1]];
  state[1] = 0.25;
  const [first, second] = [batch.reset(worlds, state), batch.setParameters({ 'opt.gravity': gravity }, changed)];
  worlds[0] = changed[0] = 0;
  state.fill(3);
  gravity.fill(50);
  await Promise.all([first, second]);
  await batch.step();
  expect([...batch.row('qpos', 1)].slice(0, 1)).toEqual([0.25]);
  expect(batch.row('qpos', 0)[0]).toBe(0);
  expect(batch.row('qvel', 1)[2]).toBeCloseTo(-0.002);
  expect(batch.row('qvel', 0)[2]).toBeCloseTo(-0.002 * 9.81);
});

describe('environments', () => {
  test.each([0, 1])('actions of a step are read at the call, with %i threads', async (threads) => {
    const rewards = async (change: boolean) => {
      const envs = await makeVector('HalfCheetah-v5', 2, { threads });
      await envs.reset({ seed: 1 });
      const actions = new Float64Array(2 * envs.actionSpace.size).fill(0.5);
      const stepping = envs.step(actions);
      if (change) actions.fill(-1);
      const result = await stepping;
      envs.close();
      return [...result.rewards];
    };
    expect(await rewards(true)).toEqual(await rewards(false));
  });

  test('options are read at the call', async () => {
    const range: [number, number] = [0.7, 9];
    const options = { ctrl_cost_weight: 0.05, healthy_z_range: range };
    const [one, many] = [make('Hopper-v5', options as never), makeVector('Hopper-v5', 1, options as never)];
    Object.assign(options, { ctrl_cost_weight: 100, nonsense: 1 });
    range.fill(50);
    const [env, envs] = [await one, await many];
    env.reset({ seed: 1 });
    await envs.reset({ seed: 1 });
    const action = new Float64Array(env.actionSpace.size).fill(0.5);
    const single = env.step(action);
    expect(single.terminated).toBe(false);
    expect(single.reward).toBeGreaterThan(-1);
    expect([...(await envs.step(action)).terminated]).toEqual([0]);
    env.close();
    envs.close();
  });

  test('settings of a training are read at the call', async () => {
    const search = { seed: 1, directions: 2, top: 1, noise: 0.1, evaluations: 1 };
    const ppo = { seed: 1, worlds: 2, steps: 4, minibatch: 8, epochs: 1, hidden: [8] };
    const [first, second] = [startSearch('InvertedPendulum-v5', search), startPpo('InvertedPendulum-v5', ppo)];
    Object.assign(search, { seed: 2, directions: 9 });
    ppo.hidden.push(3);
    const [a, b] = [await first, await second];
    expect(a.toFile().training).toMatchObject({ seed: 1 });
    expect(b.toFile().layers.length).toBe(2);
    a.close();
    b.close();
  });
});

describe('loading', () => {
  const text = '<mujoco><include file="part.xml"/></mujoco>';
  const part = '<mujoco><worldbody><body name="given"/></worldbody></mujoco>';
  const bytes = () => new TextEncoder().encode(part);

  test('files and options are read at the call', async () => {
    writeFileSync(join(folder, 'main.xml'), text);
    const path = join(folder, 'main.xml');
    for (const read of [loadModel, Spec.load] as const) {
      const files = new Map([[join(folder, 'part.xml'), bytes()]]);
      const options: { files: typeof files; root?: string } = { files };
      const address = pathToFileURL(path);
      const loading = read(address, options);
      files.get(join(folder, 'part.xml'))!.fill(32);
      files.clear();
      options.root = '/nowhere';
      address.pathname = '/nowhere.xml';
      const found = await loading;
      expect(found instanceof Spec ? found.has('body', 'given') : found.body('given').id).toBeTruthy();
    }
  });

  test('a Model is written as it is at the call', async () => {
    using own = modelFromXml(xml);
    own.opt.gravity[2] = -1;
    const writing = modelToBinary(own);
    own.opt.gravity[2] = -2;
    const binary = await writing;
    const reading = modelFromBinary(binary);
    binary.fill(0);
    expect((await reading).opt.gravity[2]).toBe(-1);
  });

  test('settings of flattenMjcf are those at the call', async () => {
    writeFileSync(join(folder, 'arm.xml'), xml);
    using own = modelFromXml(xml);
    own.opt.gravity[2] = -1;
    const writing = flattenMjcf(join(folder, 'arm.xml'), { settings: own });
    own.opt.gravity[2] = -2;
    expect(await writing).toContain('gravity="0 0 -1"');
  });

  test('options of the drop-in API are read at the call', async () => {
    const heard: string[] = [];
    const options = { print: (line: string) => void heard.push(line) };
    const loading = load(options);
    options.print = () => {
      throw new Error('another listener');
    };
    const mj = await loading;
    mj.mju_printMat([1], 1, 1);
    expect(heard.length).toBe(1);
  });
});

test('a policy is loaded from its bytes at the call', async () => {
  const file = onnx(2);
  const loading = loadPolicy(file, ort);
  file.fill(0);
  expect((await (await loading).act([1]))[0]).toBeCloseTo(2.1);
});

describe('recordings', () => {
  test('an archive is read from its bytes at the call', async () => {
    const numbers = new Float64Array([1, 2]);
    const pieces = npzPieces({ a: { shape: [2], numbers }, b: { shape: [2], numbers } });
    const archive = new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
    const reading = readNpz(archive);
    archive.fill(0);
    expect([...(await reading).b.numbers]).toEqual([1, 2]);
  });

  test('two concurrent MCAP messages have different sequence numbers, and a Model may be freed after the call', async () => {
    const sequences: number[] = [];
    const writer = {
      start: async () => {},
      registerSchema: async () => 1,
      registerChannel: async () => 1,
      addMessage: async ({ sequence }: { sequence: number }) => void sequences.push(sequence),
      end: async () => {},
    };
    const own = modelFromXml(xml);
    const beginning = recordMcap(own, writer as never);
    own.free();
    const recorder = await beginning;
    const d = new Data(m);
    await Promise.all([recorder.add(d), recorder.add(d)]);
    expect(sequences.sort()).toEqual([0, 0, 1, 1]);
  });
});

describe('viewers', () => {
  const policy = () => ({
    file: onnx(2),
    config: { observation: [{ term: 'jointPositions', joints: ['h'] }], scale: 1 },
    runtime: import.meta.resolve('onnxruntime-web'),
  });

  test('files of a model are those at the call', async () => {
    const files = new Map([['m.xml', new TextEncoder().encode(xml)]]);
    const opening = RemoteSimulation.open({ kind: 'files', files, main: 'm.xml' }, { thread: false });
    files.get('m.xml')!.fill(32);
    files.clear();
    const { simulation } = await opening;
    expect(simulation.m.nu).toBe(1);
    simulation.dispose();
  });

  test('a policy is that at the call, in the page and on a thread', async () => {
    const files = new Map([['m.xml', new TextEncoder().encode(xml)]]);
    const { simulation } = await RemoteSimulation.open({ kind: 'files', files, main: 'm.xml' }, { thread: false });
    for (const run of [simulation, new LocalSimulation(m, new Data(m))]) {
      const own = policy();
      const setting = run.setPolicy(own);
      own.file.fill(0);
      own.config.observation[0].term = 'feelings';
      await setting;
      run.dispose();
    }
  });
});
