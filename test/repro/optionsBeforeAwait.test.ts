// needs: the compiled engine
/** An asynchronous call reads its inputs before its first `await`, because a caller may change or reuse them while the call waits. */
import { afterEach, expect, test, vi } from 'vitest';
import { make, makeVector, startPpo, startSearch } from '../../src/env.ts';
import * as tenon from '../../src/index.ts';
import { loadPolicy, type OnnxRuntime, policyController } from '../../src/policy.ts';
import { Spec } from '../../src/spec.ts';

const box = (size: number) => `<mujoco><worldbody><geom name="g" type="box" size="${size} 1 1"/></worldbody></mujoco>`;
const including = '<mujoco><include file="part.xml"/></mujoco>';

afterEach(() => {
  vi.restoreAllMocks();
});

test('loadModel reads files and options before it waits', async () => {
  const files = new Map<string, string>([['m.xml', box(1)]]);
  const options: tenon.LoadOptions = { files, engine: 'js' };
  const loading = tenon.loadModel('m.xml', options);
  files.set('m.xml', box(2));
  options.engine = 'wasm';
  options.limits = { fileBytes: 1 };
  const model = await loading;
  expect(model.geom('g').size[0]).toBe(1);
  expect(model.stages).toBeUndefined();
});

test('loadModel reads the bytes of files before it waits', async () => {
  const bytes = new TextEncoder().encode(box(1));
  const loading = tenon.loadModel('m.xml', { files: { 'm.xml': including, 'part.xml': bytes } });
  bytes.fill(0);
  expect((await loading).geom('g').size[0]).toBe(1);
});

test('loadModel reads a URL object before it waits', async () => {
  const address = new URL('file:///a.xml');
  const loading = tenon.loadModel(address, { files: { '/a.xml': box(1), '/b.xml': box(2) } });
  address.pathname = '/b.xml';
  expect((await loading).geom('g').size[0]).toBe(1);
});

test.each([
  ['modelFiles', async (options: tenon.LoadOptions) => (await tenon.modelFiles('m.xml', options)).join(' ')],
  ['flattenMjcf', async (options: tenon.LoadOptions) => tenon.flattenMjcf('m.xml', options)],
  ['Spec.load', async (options: tenon.LoadOptions) => (await Spec.load('m.xml', options)).toXml()],
] as const)('%s reads files before it waits', async (_, call) => {
  const files: Record<string, string> = { 'm.xml': including, 'part.xml': box(1) };
  const expected = await call({ files: { ...files } });
  const late = call({ files });
  files['m.xml'] = '<mujoco/>';
  expect(await late).toBe(expected);
});

test('flattenMjcf reads settings of a model before it waits', async () => {
  await tenon.prepare();
  const settings = tenon.modelFromXml(box(1));
  settings.opt.timestep = 0.25;
  const writing = tenon.flattenMjcf('m.xml', { files: { 'm.xml': box(1) }, settings });
  settings.opt.timestep = 0.5;
  expect(await writing).toContain('timestep="0.25"');
});

test('make reads its options before it waits', async () => {
  const options = { max_episode_steps: 1, healthy_reward: 3, healthy_z_range: [-9, 9] as [number, number] };
  const making = make('Hopper-v5', options);
  options.max_episode_steps = 100;
  options.healthy_reward = 0;
  options.healthy_z_range[0] = 8;
  const env = await making;
  env.reset({ seed: 1 });
  const { truncated, terminated, info } = env.step([0, 0, 0]);
  expect([truncated, terminated, info.reward_survive]).toEqual([true, false, 3]);
  env.close();
});

test('makeVector reads its options before it waits', async () => {
  const options = { healthy_reward: 3, healthy_z_range: [-9, 9] as [number, number] };
  const making = makeVector('Hopper-v5', 1, options);
  options.healthy_z_range[0] = 8;
  const envs = await making;
  await envs.reset({ seed: 1 });
  expect((await envs.step([0, 0, 0])).terminated[0]).toBe(0);
  envs.close();
});

test('a step of a vector uses the actions passed to the call', async () => {
  const envs = await makeVector('HalfCheetah-v5', 1, { threads: 1 });
  const actions = new Float64Array(6).fill(0.5);
  await envs.reset({ seed: 1 });
  const once = (await envs.step(actions.slice())).infos[0].reward_ctrl;
  await envs.reset({ seed: 1 });
  const stepping = envs.step(actions);
  actions.fill(0);
  expect((await stepping).infos[0].reward_ctrl).toBe(once);
  envs.close();
});

test('startSearch and startPpo read their options before they wait', async () => {
  const first = await startSearch('InvertedPendulum-v5', { directions: 2 });
  const resume = first.toFile();
  first.close();
  const options = { directions: 2, algorithm: 'es' as 'es' | 'ars', resume };
  const starting = startSearch('InvertedPendulum-v5', options, { max_episode_steps: 2 });
  options.algorithm = 'ars';
  resume.weights[0] = 7;
  const search = await starting;
  expect(search.toFile().training.algorithm).toBe('es');
  expect(search.policy.weights[0]).toBe(0);
  search.close();

  const hidden = [4];
  const training = startPpo('InvertedPendulum-v5', { hidden, worlds: 1, steps: 2 });
  hidden.push(5);
  const ppo = await training;
  expect(ppo.toFile().layers).toHaveLength(2);
  ppo.close();
});

test('loadPolicy reads the bytes of a file before it waits', async () => {
  let seen: number[] = [];
  const runtime = {
    InferenceSession: {
      create: async (bytes: Uint8Array) => {
        await Promise.resolve();
        seen = [...bytes];
        return { inputNames: ['a'], outputNames: ['b'], run: async () => ({}) };
      },
    },
    Tensor: class {},
  } as unknown as OnnxRuntime;
  const bytes = Uint8Array.of(1, 2, 3);
  const loading = loadPolicy(bytes, runtime);
  bytes.fill(0);
  await loading;
  expect(seen).toEqual([1, 2, 3]);
});

test('a controller whose Data is reset during inference discards the result', async () => {
  await tenon.prepare();
  const m = tenon.modelFromXml(
    '<mujoco><worldbody><body><joint name="j"/><geom size="1"/></body></worldbody><actuator><motor joint="j"/></actuator></mujoco>',
  );
  const d = new tenon.Data(m);
  let answer: (action: Float32Array) => void = () => {};
  const policy = { act: () => new Promise<Float32Array>((resolve) => (answer = resolve)), close: async () => {} };
  const control = policyController(m, { policy, observation: [], decimation: 3 });
  const acting = control.act(d);
  control.reset();
  answer(Float32Array.of(0.5));
  await acting;
  // the action from before the reset is neither held nor part of the next observation
  const next = control.act(d);
  answer(Float32Array.of(0.25));
  await next;
  expect(d.ctrl[0]).toBe(0.25);
});
