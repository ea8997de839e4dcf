// needs: the compiled engine
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Batch, closeThreads } from '../../batch.ts';
import {
  copyModel,
  Data,
  getState,
  type Model,
  modelFromXml,
  prepare,
  resetDataKeyframe,
  rnePostConstraint,
  StateBit,
  setState,
  step,
} from '../../index.ts';
import { parameterPatches } from './parameters.ts';

const humanoid = readFileSync('examples/humanoid.xml', 'utf8');
/** Two boxes on a floor; one is initially asleep. */
const boxes = `<mujoco><option timestep="0.005"><flag sleep="enable"/></option><worldbody><geom type="plane" size="5 5 1"/>
  <body name="a" pos="0 0 0.1" sleep="init"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body>
  <body name="b" pos="2 0 0.1"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body></worldbody></mujoco>`;

/** These weights affect derived constants: equality, limit, contact and tendon rows use the inverse inertia. Statistics
 * set in the model must not be recomputed. */
const armWith = (
  mass: number,
  timestep: number,
) => `<mujoco><option timestep="${timestep}"/><statistic meaninertia="2"/>
  <worldbody><geom type="plane" size="5 5 1" pos="0 0 -0.45"/>
  <body name="upper"><inertial pos="0 0 -0.2" mass="${mass}" diaginertia="0.02 0.02 0.01"/>
    <joint name="s" type="ball"/><geom type="capsule" size="0.04" fromto="0 0 0 0 0 -0.4"/>
    <body name="lower" pos="0 0 -0.4"><inertial pos="0.1 0 0" mass="0.5" diaginertia="0.01 0.01 0.01"/>
      <joint name="e" axis="0 1 0" range="-20 20" limited="true"/><geom type="capsule" size="0.04" fromto="0 0 0 0.2 0 0"/>
      <site name="hand" pos="0.2 0 0"/></body></body><site name="anchor" pos="0.5 0 0"/></worldbody>
  <tendon><spatial name="t" stiffness="5" limited="true" range="0 0.6"><site site="anchor"/><site site="hand"/></spatial></tendon>
  <actuator><motor joint="e" gear="2"/></actuator></mujoco>`;

let model: Model;
let sleepy: Model;
let arm: Model;
let heavy: Model;

beforeAll(async () => {
  await prepare();
  model = modelFromXml(humanoid);
  sleepy = modelFromXml(boxes);
  arm = modelFromXml(armWith(1, 0.002));
  heavy = modelFromXml(armWith(3, 0.004));
}, 120_000);

afterAll(closeThreads);

/** Controls of world `i` at step `k`. */
const control = (i: number, k: number, u: number) => Math.sin(i + 0.1 * k + u);

async function drive(batch: Batch, steps: number): Promise<void> {
  const { nu } = batch.model;
  for (let k = 0; k < steps; k++) {
    for (let i = 0; i < batch.n; i++) for (let u = 0; u < nu; u++) batch.ctrl[i * nu + u] = control(i, k, u);
    await batch.step();
  }
}

function driveOne(m: Model, i: number, steps: number, d = new Data(m)): Data {
  for (let k = 0; k < steps; k++) {
    for (let u = 0; u < m.nu; u++) d.ctrl[u] = control(i, k, u);
    step(m, d);
  }
  return d;
}

describe.each([0, 1, 2, 3])('with %i threads', (threads) => {
  test('a world is bit-identical to a single Data', async () => {
    using batch = new Batch(model, 5, { threads, fields: ['xpos', 'ncon', 'qacc_warmstart'] });
    await drive(batch, 40);
    for (let i = 0; i < batch.n; i++) {
      const d = driveOne(model, i, 40);
      expect(batch.row('qpos', i)).toEqual(d.qpos);
      expect(batch.row('qvel', i)).toEqual(d.qvel);
      expect(batch.row('sensordata', i)).toEqual(d.sensordata);
      expect(batch.row('xpos', i)).toEqual(d.xpos);
      expect(batch.row('qacc_warmstart', i)).toEqual(d.qacc_warmstart);
      expect([batch.time[i], batch.field('ncon')[i]]).toEqual([d.time, d.ncon]);
    }
  });

  test('some worlds are reset to a keyframe, a state or the reference configuration, the others continue', async () => {
    using batch = new Batch(model, 4, { threads });
    await drive(batch, 10);
    const d = new Data(model);
    resetDataKeyframe(model, d, 0);
    const state = driveOne(model, 2, 10);
    await batch.reset([3, 0], 0);
    await batch.reset(1, getState(model, state, StateBit.FULLPHYSICS));
    expect(batch.row('qpos', 3)).toEqual(d.qpos);
    expect(batch.row('ctrl', 0)).toEqual(d.ctrl);
    expect(batch.row('qpos', 1)).toEqual(state.qpos);
    await drive(batch, 5);
    expect(batch.row('qpos', 3)).toEqual(driveOne(model, 3, 5, d).qpos);
    const again = new Data(model);
    setState(model, again, getState(model, state, StateBit.FULLPHYSICS), StateBit.FULLPHYSICS);
    expect(batch.row('qpos', 1)).toEqual(driveOne(model, 1, 5, again).qpos);
    await batch.reset();
    expect([...batch.time]).toEqual([0, 0, 0, 0]);
    expect(batch.row('qpos', 2)).toEqual(model.qpos0);
  });

  test('each world sleeps independently', async () => {
    using batch = new Batch(sleepy, 3, { threads, fields: ['tree_asleep', 'xfrc_applied'] });
    expect(batch.row('tree_asleep', 1)[0]).toBeGreaterThanOrEqual(0);
    batch.row('xfrc_applied', 1)[6 + 2] = 100;
    await batch.step(200);
    batch.field('xfrc_applied').fill(0);
    await batch.step(4);
    const disturbed = new Data(sleepy);
    disturbed.xfrc_applied[6 + 2] = 100;
    step(sleepy, disturbed, 200);
    disturbed.xfrc_applied.fill(0);
    step(sleepy, disturbed, 4);
    const quiet = new Data(sleepy);
    step(sleepy, quiet, 200);
    step(sleepy, quiet, 4);
    expect([...quiet.tree_asleep].every((tree) => tree >= 0)).toBe(true);
    expect(disturbed.tree_asleep[0]).toBeLessThan(0);
    for (const [i, d] of [quiet, disturbed, quiet].entries()) {
      expect(batch.row('qpos', i)).toEqual(d.qpos);
      expect(batch.row('tree_asleep', i)).toEqual(d.tree_asleep);
    }
    await batch.reset(1);
    expect(batch.row('tree_asleep', 1)).toEqual(new Data(sleepy).tree_asleep);
  });

  test('a world with parameters is identical to a model compiled with them', async () => {
    using batch = new Batch(arm, 3, { threads });
    await batch.setParameters({ body_mass: heavy.body_mass, 'opt.timestep': [0.004] }, 1);
    await drive(batch, 10);
    await batch.reset();
    await drive(batch, 30);
    expect(batch.row('qpos', 0)).toEqual(driveOne(arm, 0, 30).qpos);
    expect(batch.row('qpos', 1)).toEqual(driveOne(heavy, 1, 30).qpos);
    // and back
    await batch.setParameters({}, 1);
    await batch.reset();
    await drive(batch, 30);
    expect(batch.row('qpos', 1)).toEqual(driveOne(arm, 1, 30).qpos);
  });

  test('warnings are counted per world and returned as text', async () => {
    using batch = new Batch(model, 3, { threads });
    batch.row('qvel', 2)[0] = Number.NaN;
    await batch.step();
    expect(batch.describeWarnings(0)).toEqual([]);
    expect(batch.describeWarnings(2)[0]).toMatch(/^NaN, infinite or huge value in qvel\[0\].*\(1 times\)$/);
  });
});

/** A model in which every input of a step matters: delays, activations, mocap, an equality, a user sensor's data. */
const inputScene = `<mujoco><option timestep="0.01"/><size nuserdata="3"/><worldbody>
  <body name="target" mocap="true" pos="0 0 1"><geom size=".05" contype="0" conaffinity="0"/></body>
  <body name="a" pos="0 0 1.1"><joint name="x" type="slide" axis="1 0 0"/><joint name="h" axis="0 1 0" damping=".1" frictionloss=".1"/>
    <geom type="capsule" size=".05" fromto="0 0 0 .3 0 .1" mass="1"/><site name="s"/></body></worldbody>
  <equality><weld body1="target" body2="a" solref=".1 1"/><joint joint1="h" active="false"/></equality>
  <actuator><general joint="h" dyntype="filter" dynprm=".1" gainprm="2"/><motor joint="x" delay=".02" nsample="3"/></actuator>
  <sensor><clock/><framepos objtype="site" objname="s"/></sensor></mujoco>`;

/** Input of a world at the start of a step: a value for each element of each input. */
const inputValues: Record<string, (i: number, k: number) => number> = {
  time: (i) => 2 + i,
  qpos: (i, k) => 0.01 * (i + 1) + 0.02 * k,
  qvel: (i, k) => 0.1 * (i + 1) - 0.3 * k,
  act: (i) => 0.5 + 0.1 * i,
  qacc_warmstart: (i, k) => 3 + i - k,
  ctrl: (i, k) => 0.7 - 0.2 * i + 0.1 * k,
  qfrc_applied: (i, k) => 0.4 * (i + 1) * (k + 1),
  xfrc_applied: (i, k) => 0.05 * (i + 1) * k,
  // both off, both the other way round, both on
  eq_active: (i, k) => (i + k >= 2 ? 1 : 0),
  mocap_pos: (i, k) => 0.1 * (i + 1) + (k === 2 ? 1 : 0),
  mocap_quat: (i, k) => (k === 0 ? 1 : 0.1 * (i + k)),
  userdata: (i, k) => 10 * i + k + 1,
};

describe.each([0, 2])('inputs of a Batch with %i threads', (threads) => {
  test.each(Object.keys(inputValues))(
    'values written to %s apply from the next step on, in their world',
    async (name) => {
      const m = modelFromXml(inputScene);
      const field = name as 'qpos';
      using batch = new Batch(m, 3, { threads, fields: [field, 'qacc'] });
      await batch.step(2);
      const array = batch.field(field);
      const width = array.length / batch.n;
      expect(width).toBeGreaterThan(0);
      for (let i = 0; i < batch.n; i++) for (let k = 0; k < width; k++) array[i * width + k] = inputValues[name](i, k);
      const written = array.slice();
      await batch.step(0);
      expect(batch.field(field)).toEqual(written);
      await batch.step();
      for (let i = 0; i < batch.n; i++) {
        const d = new Data(m);
        step(m, d, 2);
        if (name === 'time') d.time = inputValues.time(i, 0);
        else for (let k = 0; k < width; k++) d[field][k] = inputValues[name](i, k);
        step(m, d);
        expect(batch.time[i]).toBe(d.time);
        for (const result of ['qpos', 'qvel', 'act', 'sensordata'] as const)
          expect(batch.row(result, i), `${result} of world ${i}`).toEqual(d[result]);
        expect(batch.row('qacc', i)).toEqual(d.qacc);
        if (name !== 'time') expect(batch.row(field, i)).toEqual(d[field]);
      }
      // each world has its own value, which changes what comes next
      const outcome = (i: number) => [batch.time[i], ...batch.row(field, i), ...batch.row('qacc', i)];
      expect(outcome(0)).not.toEqual(outcome(1));
      const untouched = new Data(m);
      step(m, untouched, 3);
      for (const i of [0, 1, 2])
        expect(outcome(i)).not.toEqual([
          untouched.time,
          ...(name === 'time' ? [untouched.time] : untouched[field]),
          ...untouched.qacc,
        ]);
    },
  );

  test('a history is an input: delayed controls are those of its world', async () => {
    const m = modelFromXml(inputScene);
    using batch = new Batch(m, 2, { threads, fields: ['history'] });
    batch.row('ctrl', 1).fill(5);
    await batch.step(4);
    const [one, other] = [batch.row('history', 1).slice(), batch.row('history', 0).slice()];
    expect(one).not.toEqual(other);
    // worlds swap what they remember
    batch.row('history', 0).set(one);
    batch.row('history', 1).set(other);
    await batch.step();
    for (const i of [0, 1]) {
      const d = new Data(m);
      d.ctrl.fill(5 * i);
      step(m, d, 4);
      d.history.set(i === 0 ? one : other);
      step(m, d);
      expect(batch.row('qvel', i)).toEqual(d.qvel);
      expect(batch.row('history', i)).toEqual(d.history);
    }
  });

  test('values written to a result are overwritten by the next step', async () => {
    const m = modelFromXml(inputScene);
    using batch = new Batch(m, 2, { threads, fields: ['xpos', 'qacc', 'nefc', 'site_xpos', 'tree_asleep'] });
    await batch.step();
    for (const name of ['xpos', 'qacc', 'nefc', 'site_xpos', 'tree_asleep', 'sensordata', 'warning_number']) {
      const array = batch.field(name as 'qpos');
      const before = array.slice();
      expect(before.length).toBeGreaterThan(0);
      array.fill(77);
      await batch.step(0);
      expect(array, name).toEqual(before);
    }
  });
});

test('constants of trees that start asleep follow from parameters', async () => {
  const falling = (mass: number) =>
    modelFromXml(`<mujoco><option><flag sleep="enable"/></option><worldbody><geom type="plane" size="5 5 1"/>
      ${[0, 1].map((k) => `<body pos="${k} 0 .09" sleep="init"><freejoint/><inertial pos="0 0 0" mass="${mass + k}" diaginertia="1 1 1"/><geom size=".1"/></body>`).join('')}
      </worldbody></mujoco>`);
  const [light, dense] = [falling(1), falling(4)];
  using batch = new Batch(light, 2, { fields: ['xfrc_applied'] });
  await batch.setParameters({ body_mass: dense.body_mass }, 1);
  batch.field('xfrc_applied').fill(0.5);
  await batch.step(20);
  [light, dense].forEach((m, i) => {
    const d = new Data(m);
    d.xfrc_applied.fill(0.5);
    step(m, d, 20);
    expect(batch.row('qpos', i)).toEqual(d.qpos);
  });
});

test('body forces are computed after the last step if a field needs them', async () => {
  using batch = new Batch(model, 2, { fields: ['cfrc_int', 'cacc'] });
  await drive(batch, 3);
  for (const i of [0, 1]) {
    const d = driveOne(model, i, 3);
    rnePostConstraint(model, d);
    expect(d.cfrc_int.some((x) => x !== 0)).toBe(true);
    expect(batch.row('cfrc_int', i)).toEqual(d.cfrc_int);
    expect(batch.row('cacc', i)).toEqual(d.cacc);
  }
});

test('parameters that change nothing leave the constants of the model unchanged', () => {
  expect(parameterPatches('test', [arm], { body_mass: arm.body_mass }, 1)).toEqual([undefined]);
});

test('a Batch copies the Model at construction', async () => {
  const m = copyModel(model);
  using batch = new Batch(m, 1);
  m.opt.timestep = 1;
  await batch.step();
  expect(batch.time[0]).toBe(model.opt.timestep);
});

test('a Batch prints its size and the first elements of its arrays', () => {
  const m = modelFromXml(boxes.replace('<mujoco>', '<mujoco model="boxes">'));
  const batch = new Batch(m, 3);
  const lines = inspect(batch).split('\n');
  expect(lines[0]).toBe("Batch of 'boxes': 3 worlds");
  expect(lines).toContain('  qpos (3 x 14)            0, 0, 0.1, 1, 0, 0, 0, 2, …');
  expect(lines).toContain('  time (3 x 1)             0, 0, 0');
  expect(inspect({ batch })).toBe("{ batch: Batch of 'boxes': 3 worlds }");
  batch.free();
  expect(inspect(batch)).toBe('Batch (freed)');
});

test('without threads, step has finished when it returns', () => {
  using batch = new Batch(model, 2);
  void batch.step(3);
  expect(batch.time[1]).toBeCloseTo(3 * model.opt.timestep, 12);
});

test('an error in a world names the world, and leaves the others unchanged', async () => {
  const m = copyModel(model);
  m.callbacks = {
    control: (_, d) => {
      if (d.qpos[0] > 10) throw new RangeError('too far');
    },
  };
  using batch = new Batch(m, 3);
  batch.row('qpos', 1)[0] = 11;
  await expect(batch.step()).rejects.toThrow(/^world 1: too far$/);
  expect(() => new Batch(m, 3, { threads: 1 })).toThrow(/callbacks .* cannot be sent to threads/);
});

test('a callback that reads arrays of its Data does not disconnect them from the Batch', async () => {
  const m = copyModel(model);
  m.callbacks = {
    passive: (_, d) => {
      d.qfrc_passive[6] -= 0.1 * d.qvel[6] + 0.01 * d.qpos[7] * d.ctrl[0];
    },
  };
  using batch = new Batch(m, 2);
  await drive(batch, 5);
  expect(batch.row('qpos', 1)).toEqual(driveOne(m, 1, 5).qpos);
});

test('wrong arguments are errors with a message', async () => {
  expect(() => new Batch(model, 0)).toThrow('number of worlds: expected a whole number of at least 1, found 0');
  expect(() => new Batch({} as Model, 1)).toThrow('expected a Model');
  expect(() => new Batch(model, 1, { threads: -1 })).toThrow(
    'threads: expected a whole number from 0 to 1024, found -1',
  );
  expect(() => new Batch(model, 1, { fields: ['qpoz' as 'qpos'] })).toThrow("did you mean 'qpos'");
  expect(() => new Batch(model, 1, { fields: ['contact_dist' as 'qpos'] })).toThrow('differs in length between worlds');
  const batch = new Batch(model, 2);
  expect(() => batch.field('xpos')).toThrow("fields: ['xpos']");
  expect(() => batch.reset([2])).toThrow('expected world indices from 0 to 1, found 2');
  expect(() => batch.reset([0], 99)).toThrow('keyframe 99 does not exist');
  expect(() => batch.reset([0], [1, 2])).toThrow(/expected \d+ or 1 x \d+ values/);
  expect(() => batch.setParameters({ body_mas: [1] })).toThrow("did you mean 'body_mass'");
  expect(() => batch.setParameters({ body_mass: [1] })).toThrow(/body_mass: expected \d+ or 2 x \d+ values, found 1/);
  expect(() => batch.step(0.5)).toThrow('expected a whole number of steps from 0 to 2147483647, found 0.5');
  batch.free();
  await expect(batch.step()).rejects.toThrow('this Batch has been freed');
});
