// needs: the compiled engine
/** Calls that were accepted with a wrong effect and no error: NaN, values in the wrong place, or no effect at all. */
import { describe, expect, test } from 'vitest';
import { Box, clipAction, Generator, make, makeVector, rescaleAction, timeLimit } from '../../src/env.ts';
import * as tenon from '../../src/index.ts';

await tenon.prepare();
await tenon.prepare({ engine: 'js' });
const arm = `<mujoco><worldbody><geom type="plane" size="1 1 1"/>
  <body name="a" pos="0 0 .09"><joint name="j" axis="0 1 0"/><geom name="g" size=".1"/></body>
  <body name="b" pos="1 0 .09"><freejoint name="f"/><geom size=".1"/></body></worldbody>
  <actuator><general joint="j" gaintype="user" biastype="user" dyntype="user" actdim="1"/></actuator></mujoco>`;
const m = tenon.modelFromXml(arm);
const d = new tenon.Data(m);
tenon.forward(m, d);
const wrong = (x: unknown) => x as never;

describe('named views', () => {
  test('a row that is too long does not overwrite the next one', () => {
    const next = [...m.body('b').pos];
    expect(() => {
      m.body('a').pos = wrong([1, 2, 3, 4, 5, 6]);
    }).toThrow('pos: expected 3 numbers, found 6');
    expect([...m.body('b').pos]).toEqual(next);
  });

  test('a number is assigned to all positions of a joint', () => {
    const data = new tenon.Data(m);
    data.joint('j').qpos = wrong(0.5);
    expect(data.joint('j').qpos[0]).toBe(0.5);
  });

  test.each([['abc'], [null], [['x', 'y', 'z']], [new BigInt64Array(3)]])('%s is not a valid row', (value) => {
    expect(() => {
      d.body('a').xfrc_applied = wrong(value);
    }).toThrow('xfrc_applied');
    expect(d.xfrc_applied).not.toContain(Number.NaN);
  });
});

describe('numbers', () => {
  test.each<[string, () => unknown, string]>([
    ['steps', () => tenon.step(m, d, wrong('abc')), "nstep: expected a whole number of at least 0, found 'abc'"],
    ['half a step', () => tenon.step(m, d, 0.5), 'nstep: expected a whole number of at least 0, found 0.5'],
    [
      'infinitely many steps',
      () => tenon.step(m, d, Infinity),
      'nstep: expected a whole number of at least 0, found Infinity',
    ],
    [
      'a contact',
      () => tenon.contactForce(m, d, 0.5, new Float64Array(6)),
      'contact: expected a whole number, found 0.5',
    ],
    ['an id', () => tenon.id2name(m, tenon.ObjType.BODY, 0.5), 'id: expected a whole number, found 0.5'],
    ['a distance', () => tenon.geomDistance(m, d, 0, 1, Number.NaN), 'distmax: expected a number, found NaN'],
    ['a point', () => tenon.ray(m, d, wrong('abc'), [0, 0, 1]), "pnt: expected 3 numbers, found 'abc'"],
    [
      'a vector',
      () => tenon.mulM(m, d, new Float64Array(7), wrong('abcdefg')),
      "vec: expected 7 numbers, found 'abcdefg'",
    ],
    ['the time', () => Object.assign(d, { time: 'abc' }), "time: expected a number, found 'abc'"],
    ['an option', () => Object.assign(m.opt, { timestep: 'abc' }), "timestep: expected a number, found 'abc'"],
    ['an array', () => Object.assign(d, { ctrl: ['abc'] }), "ctrl[0]: expected a number, found 'abc'"],
    [
      'an engine',
      () => tenon.modelFromXml('<mujoco/>', { engine: wrong('native') }),
      "engine: expected 'wasm' or 'js'",
    ],
  ])('%s', (_, call, words) => {
    const before = tenon.getState(m, d, tenon.StateBit.INTEGRATION);
    expect(call).toThrow(words);
    expect(tenon.getState(m, d, tenon.StateBit.INTEGRATION)).toEqual(before);
  });
});

describe.each(['wasm', 'js'] as const)('what callbacks return to the %s engine', (engine) => {
  const model = tenon.modelFromXml(arm, { engine });

  test.each(['actDyn', 'actGain', 'actBias'] as const)('%s', (name) => {
    const data = new tenon.Data(model);
    for (const value of ['3', Symbol('x'), 1n, Promise.resolve(1), {}]) {
      model.callbacks = { [name]: () => value };
      expect(() => tenon.step(model, data)).toThrow(`callbacks.${name}: expected a number for actuator 0, found`);
    }
    model.callbacks = undefined;
    expect(data.time).toBe(0);
  });

  test('a filter that returns a promise is rejected', () => {
    const data = new tenon.Data(model);
    model.callbacks = { contactFilter: wrong(async () => false) };
    expect(() => tenon.step(model, data)).toThrow('contactFilter: expected a boolean, found a promise');
    model.callbacks = undefined;
  });
});

describe('environments', () => {
  test('an action that is too short is rejected by wrappers too', async () => {
    const env = await make('Swimmer-v5');
    env.reset({ seed: 1 });
    expect(() => clipAction(env).step([1])).toThrow('expected 2 numbers, found 1');
    expect(() => rescaleAction(env).step([1])).toThrow('expected 2 numbers, found 1');
    expect(() => timeLimit(env, Number.NaN)).toThrow('steps: expected a number, found NaN');
    expect(env.data.ctrl).not.toContain(Number.NaN);
    env.close();
  });

  test('names of Object members are not options, environments or algorithms', async () => {
    await expect(make('Swimmer-v5', wrong({ constructor: 1 }))).rejects.toThrow("unknown option 'constructor'");
    await expect(make(wrong('constructor'))).rejects.toThrow("unknown environment 'constructor'");
  });

  test('an option that is undefined has its default', async () => {
    const env = await make('Hopper-v5', wrong({ healthy_z_range: undefined, frame_skip: undefined }));
    env.reset({ seed: 1 });
    expect(env.step([0, 0, 0]).reward).toBeGreaterThan(0);
    env.close();
  });

  test('a vector takes one seed per world, and rejects all if one is invalid', async () => {
    const envs = await makeVector('Swimmer-v5', 2);
    await expect(envs.step([0, 0, 0, 0])).rejects.toThrow('Call reset first');
    const first = (await envs.reset({ seed: 5 })).slice();
    await expect(envs.reset({ seed: [5] })).rejects.toThrow('seed: expected 2 seeds, found 1');
    await expect(envs.reset({ seed: wrong([1, 'a']) })).rejects.toThrow("found 'a'");
    expect(await envs.reset({ seed: 5n })).toEqual(first);
    const stepping = envs.step([1, 1, 1, 1]);
    await expect(envs.step([0, 0, 0, 0])).rejects.toThrow('the last step or reset is still running');
    await stepping;
    envs.close();
  });

  test('seeds in typed arrays equal those in lists', () => {
    expect(new Generator(wrong(Uint32Array.of(1, 2))).random()).toBe(new Generator([1, 2]).random());
    expect(() => new Generator(wrong('7'))).toThrow("found '7'");
    expect(new Box([0], [1]).contains(wrong('5'))).toBe(false);
  });
});
