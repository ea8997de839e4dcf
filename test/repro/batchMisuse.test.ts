// needs: the compiled engine
/** Wrong arguments of batches and rollouts: an error that names the argument, and no partial effect. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Batch, checkParameters, closeThreads, type RolloutOptions, rollout, withParameters } from '../../src/batch.ts';
import { copyModel, Data, getState, type Model, modelFromXml, prepare, StateBit, step } from '../../src/index.ts';

const xml = `<mujoco><worldbody><geom type="plane" size="5 5 1"/><body pos="0 0 .3"><freejoint/><geom size=".1"/>
  <body pos=".1 0 0"><joint name="h" axis="0 1 0"/><geom type="capsule" size=".03" fromto="0 0 0 .2 0 0"/></body></body>
  </worldbody><actuator><motor joint="h"/></actuator><keyframe><key/></keyframe></mujoco>`;

let m: Model;
let start: Float64Array;
let freed: Model;
const wrong = (x: unknown) => x as never;

beforeAll(async () => {
  await prepare();
  m = modelFromXml(xml);
  freed = copyModel(m);
  freed.free();
  start = getState(m, new Data(m), StateBit.FULLPHYSICS);
}, 120_000);

afterAll(closeThreads);

/** Errors of JavaScript itself, which do not help a caller. */
const RAW =
  /is not iterable|Cannot (read|convert|mix)|is not a function|undefined is not|not destructure|Invalid (typed )?array/;

describe('wrong arguments are rejected by name', () => {
  const batch = (n: unknown, options?: unknown) => new Batch(m, wrong(n), wrong(options)).free();
  const detached = () => {
    const array = new Float64Array(start);
    structuredClone(array, { transfer: [array.buffer] });
    return array;
  };

  test.each<[string, () => unknown, string]>([
    ['options of a Batch', () => batch(2, null), 'new Batch: options: expected an object, found null'],
    ['options of a Batch', () => batch(2, 'fast'), 'new Batch: options: expected an object, found the string fast'],
    ['worlds', () => batch(0), 'number of worlds: expected a whole number of at least 1, found 0'],
    ['worlds', () => batch(1.5), 'found 1.5'],
    ['worlds', () => batch(Number.NaN), 'found NaN'],
    ['worlds', () => batch('2'), 'found the string 2'],
    ['worlds', () => batch(undefined), 'found undefined'],
    ['worlds', () => batch(1e15), 'bytes, more than are available'],
    ['threads', () => batch(2, { threads: -1 }), 'threads: expected a whole number from 0 to 1024, found -1'],
    ['threads', () => batch(2, { threads: Number.NaN }), 'found NaN'],
    ['fields', () => batch(2, { fields: null }), 'new Batch: fields: expected an array of names, found null'],
    ['fields', () => batch(2, { fields: 'xpos' }), 'fields: expected an array of names, found the string xpos'],
    ['fields', () => batch(2, { fields: [Symbol('a')] }), "Data has no field 'Symbol(a)'"],
    ['device', () => batch(2, { device: { worlds: 3 } }), 'new Batch: device: expected a function'],
    ['model', () => new Batch(wrong(new Data(m)), 2), 'expected a Model, found a Data'],
    ['model', () => new Batch(freed, 2), 'freed'],
    [
      'withParameters',
      () => withParameters(m, wrong(null)),
      'withParameters: parameters: expected an object, found null',
    ],
    ['withParameters', () => withParameters(freed, {}), 'freed'],
    ['checkParameters', () => checkParameters(m, wrong([])), 'parameters: expected an object, found an array'],
  ])('%s', (_, call, text) => {
    expect(call).toThrow(text);
    expect(call).not.toThrow(RAW);
  });

  test.each<[string, (b: Batch) => unknown, string]>([
    ['step', (b) => b.step(Number.NaN), 'Batch.step: expected a whole number of steps'],
    ['step', (b) => b.step(2 ** 40), 'from 0 to 2147483647'],
    ['reset', (b) => b.reset([0], wrong(null)), 'Batch.reset: states: expected numbers, found null'],
    ['reset', (b) => b.reset(wrong(null)), 'Batch.reset: worlds: expected numbers, found null'],
    ['reset', (b) => b.reset(wrong({})), 'Batch.reset: worlds: expected numbers'],
    ['reset', (b) => b.reset([0.5]), 'found 0.5'],
    ['reset', (b) => b.reset([0], 7), 'keyframe 7 does not exist'],
    ['reset', (b) => b.reset([0], wrong(Array(start.length).fill('1'))), 'found the string 1 at index 0'],
    ['reset', (b) => b.reset([0], detached()), 'found 0'],
    ['reset', (b) => b.reset([0], wrong(new BigInt64Array(start.length))), 'states: expected numbers'],
    ['setParameters', (b) => b.setParameters(wrong(null)), 'setParameters: parameters: expected an object, found null'],
    ['setParameters', (b) => b.setParameters({ body_mass: wrong('abc') }), 'body_mass: expected numbers, found the'],
    ['setParameters', (b) => b.setParameters({ body_mass: wrong(null) }), 'body_mass: expected numbers, found null'],
    ['setParameters', (b) => b.setParameters({ body_mass: wrong(['1', 2, 3]) }), 'found the string 1 at index 0'],
    ['setParameters', (b) => b.setParameters({ body_mass: [0, Number.NaN, 1] }), 'found NaN at index 1'],
    ['setParameters', (b) => b.setParameters({ 'opt.timestep': wrong(0.1) }), 'opt.timestep: expected numbers'],
    ['row', (b) => b.row('qpos', wrong(undefined)), 'found undefined'],
    ['field', (b) => b.field(wrong('xpos')), "'xpos' was not requested"],
  ])('Batch.%s', async (_, call, text) => {
    using b = new Batch(m, 2);
    const before = b.qpos.slice();
    const run = async () => call(b);
    await expect(run()).rejects.toThrow(text);
    await expect(run()).rejects.not.toThrow(RAW);
    expect(b.qpos).toEqual(before);
  });

  test.each<[string, unknown, unknown, string]>([
    ['options', undefined, null, 'rollout: options: expected an object, found null'],
    ['initialState', null, {}, 'rollout: initialState: expected numbers, found null'],
    ['initialState', 'abc', {}, 'initialState: expected numbers, found the string abc'],
    ['initialState', { data: null, shape: [1, 2] }, {}, 'initialState: expected numbers, found null'],
    ['initialState', { data: [1], shape: null }, {}, 'initialState: shape: expected numbers, found null'],
    ['control', undefined, { control: [['a']] }, 'control: expected numbers, found an array at index 0'],
    ['control', undefined, { control: new BigInt64Array(1) }, 'control: expected numbers'],
    ['nstep', undefined, { nstep: Number.NaN }, 'nstep: expected a whole number of at least 1, found NaN'],
    ['nstep', undefined, { nstep: 1e300 }, 'nstep: expected a whole number'],
    ['nstep', undefined, { nstep: 2 ** 50 }, 'bytes, more than are available'],
    ['nbatch', undefined, { nbatch: -1 }, 'nbatch: expected a whole number of at least 1, found -1'],
    ['every', undefined, { every: 0 }, 'every: expected a whole number of at least 1, found 0'],
    ['chunkSize', undefined, { chunkSize: 0.5 }, 'chunkSize: expected a whole number'],
    ['controlSpec', undefined, { controlSpec: Number.NaN }, 'controlSpec: expected bits'],
    ['fields', undefined, { fields: null }, 'rollout: fields: expected an array of names, found null'],
    ['policy', undefined, { policy: null }, 'rollout: policy: expected a URL, a function or an ONNX file'],
    ['policy', undefined, { policy: 5 }, 'policy: expected a URL'],
    ['policy', undefined, { policy: { file: 'x' } }, 'policy: file: expected a Uint8Array, found the string x'],
    ['signal', undefined, { signal: {} }, 'signal: expected an AbortSignal, found an object'],
    ['onProgress', undefined, { onProgress: 1 }, 'onProgress: expected a function, found the number 1'],
    [
      'parameters',
      undefined,
      { parameters: { body_mass: 'abc' } },
      'body_mass: expected numbers, found the string abc',
    ],
    ['parameters', undefined, { parameters: null }, 'parameters: expected an object, found null'],
  ])('rollout: %s', async (_, initial, options, text) => {
    const call = () => rollout(m, wrong(initial === undefined ? start : initial), wrong(options));
    await expect(call()).rejects.toThrow(text);
    await expect(call()).rejects.not.toThrow(RAW);
  });

  test('rollout: models', async () => {
    const other = modelFromXml(xml.replace('<freejoint/>', ''));
    const call = (models: unknown, options: RolloutOptions = {}) => rollout(wrong(models), start, options);
    await expect(call([])).rejects.toThrow('expected at least one Model');
    await expect(call([m, null])).rejects.toThrow('expected a Model, found null');
    await expect(call(freed)).rejects.toThrow('freed');
    await expect(call([m, other])).rejects.toThrow('model 1 differs from model 0 in size');
    await expect(call([m, other], { parameters: {} })).rejects.toThrow('model 1 differs from model 0 in size');
  });

  test('controls of a model without actuators', async () => {
    using passive = modelFromXml('<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>');
    const state = getState(passive, new Data(passive), StateBit.FULLPHYSICS);
    await expect(rollout(passive, state, { control: [1, 2, 3] })).rejects.toThrow('expected rows of 0 values, found 3');
    expect((await rollout(passive, state, { control: [], nstep: 2 })).nstep).toBe(2);
  });
});

test('transferred arrays of a Batch are reported at the next step', () => {
  using batch = new Batch(m, 2);
  structuredClone(batch.qpos, { transfer: [batch.qpos.buffer as ArrayBuffer] });
  expect(() => batch.step()).toThrow('Batch.step: the array qpos is detached');
});

test('a callback can neither free, step nor reset the Batch that runs it', async () => {
  using own = copyModel(m);
  const errors: string[] = [];
  const noted = (call: () => unknown) =>
    Promise.resolve()
      .then(call)
      .catch((error: Error) => errors.push(error.message));
  let calls: Promise<unknown>[] = [];
  own.callbacks = {
    control() {
      const attempt = (call: () => unknown) => {
        try {
          const result = call();
          calls.push(noted(() => result));
        } catch (error) {
          errors.push((error as Error).message);
        }
      };
      if (calls.length + errors.length > 0) return;
      attempt(() => batch.free());
      attempt(() => batch.step());
      attempt(() => batch.reset());
    },
  };
  const batch = new Batch(own, 3);
  await batch.step();
  await Promise.all(calls);
  calls = [];
  expect(errors.length).toBe(3);
  for (const text of errors) expect(text).toContain('not allowed from a callback: world 0 is being stepped');
  const d = new Data(m);
  step(m, d);
  for (let i = 0; i < 3; i++) expect(batch.row('qpos', i)).toEqual(d.qpos);
  batch.free();
});
