// needs: the compiled engine
/** Shaders in plain JavaScript, in single precision, with every index checked. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { measureAgreement, measureEndurance } from '../../bench/webgpu/cases.mjs';
import { Batch, withParameters } from '../../src/batch.ts';
import * as tenon from '../../src/index.ts';
import { Data, type Model, modelFromXml, step } from '../../src/index.ts';
import { checkScope } from '../../src/worlds/webgpu/scope.ts';
import { compareNumbers } from '../support/oracle/difference.mjs';
import { scenes } from '../support/scenes/constraintScenes.ts';
import * as models from '../support/scenes/smoothModels.ts';
import { emulatedDevice } from './emulator/device.ts';

const bench = {
  tenon,
  Batch,
  exampleText: (name: string) => readFileSync(`examples/${name}.xml`, 'utf8'),
  deviceOf: async (capacities: object) => emulatedDevice(capacities).device,
  adapter: 'JavaScript',
  print() {},
};
const long = process.env['TENON_LONG'] !== undefined;

describe('a step in shaders', () => {
  test.each([
    ['pendulum', 20],
    ['quadruped', 0],
    ['arm_gripper', 0],
    ['humanoid', 20],
  ])('agrees with the f64 engine in every field: %s', async (name, steps) => {
    const { errors, device, processor } = await measureAgreement(bench, name, { worlds: 1, steps });
    expect(errors.length).toBeGreaterThan(25);
    expect(errors[0].error, errors[0].field).toBeLessThan(1e-5);
    if (steps === 0) return;
    expect(device.finite).toBe(1);
    for (const key of ['energy', 'kinetic', 'contacts'] as const) expect(device[key]).toBeCloseTo(processor[key], 3);
  });

  const actuators = `<muscle joint="a" lengthrange="-1 1"/><pid joint="b" kp="5" kv="1" ki="2" imax=".05"/><orientation joint="c" kp="2" kv=".1"/>
    <dcmotor joint="b" motorconst=".05 .06" resistance="2" inductance=".1" lugre="1 2 3 4 5" cogging="1 2 3"/>
    <dcmotor joint="a" nominal="12 3 40" damping=".01" saturation="1 0 3" controller="1 2 3 0 5 6" input="pos"/>`;
  test.each(['RK4', 'implicit', 'implicitfast'])(
    'agrees with the f64 engine with every kind of actuator in a fluid: %s',
    async (kind) => {
      const m =
        modelFromXml(`<mujoco><option integrator="${kind}" density="900" viscosity="0.2" wind="0.3 0 0"/><worldbody>
      <body><freejoint/><geom type="ellipsoid" size=".1 .05 .2" fluidshape="ellipsoid"/><body pos=".2 0 0"><joint name="a" axis="0 1 0"/>
      <geom type="box" size=".1 .02 .05" pos=".1 0 0"/><body pos=".2 0 0"><joint name="c" type="ball"/><geom size=".05" pos=".1 0 0"/></body></body>
      <body pos="-.2 0 0"><joint name="b"/><geom size=".1"/></body></body></worldbody><actuator>${actuators}</actuator></mujoco>`);
      const names = ['qpos', 'qvel', 'act', 'qacc', 'qfrc_passive', 'qfrc_actuator'] as const;
      using batch = new Batch(m, 1, { device: emulatedDevice().device, fields: names.slice(3) });
      using d = new Data(m);
      for (let u = 0; u < m.nu; u++) batch.ctrl[u] = d.ctrl[u] = 0.5 * Math.cos(u);
      for (let k = 0; k < m.nv; k++) batch.qvel[k] = d.qvel[k] = Math.sin(k + 1);
      await batch.step(2);
      for (let k = 0; k < 2; k++) step(m, d);
      for (const name of names)
        expect(compareNumbers(batch.row(name, 0), d[name], { floor: 1 }).error, name).toBeLessThan(1e-5);
      expect(batch.time[0]).toBeCloseTo(d.time, 7);
    },
  );

  test.each(['pyramidal', 'elliptic'])(
    'agrees with the f64 engine for a figure with friction loss, whose forearms are nearly parallel to the edges of a box: %s',
    async (cone) => {
      const m = modelFromXml(scenes.figure(`cone="${cone}"`));
      using batch = new Batch(m, 1, { device: emulatedDevice().device, fields: ['qacc'] });
      using d = new Data(m);
      for (let k = 0; k < 12; k++) {
        await batch.step();
        step(m, d);
        // single precision at angles of 0.006: rounding by 6e-8 moves contacts by 1e-5
        expect(compareNumbers(batch.row('qacc', 0), d.qacc, { floor: 1 }).error, `step ${k}`).toBeLessThan(5e-5);
      }
    },
  );

  const lying = (angle: number, other: string) => `<mujoco><option gravity="-9.81 0 0"/><worldbody>${other}
    <body pos=".1395 ${0.03 * angle} 0" euler="${57 * angle} ${28 * angle * angle} 0"><freejoint/><geom type="capsule" size=".04 .1"/></body></worldbody></mujoco>`;
  const edge = '<geom type="box" size=".07071068 .07071068 .2" euler="0 0 45"/>';
  const capsule = '<geom type="capsule" size=".1 .2"/>';
  test.each([
    ['the edge of a box', edge],
    ['a capsule', capsule],
  ])('finds where a capsule touches %s, as accurately as single precision allows at their angle', async (_, other) => {
    for (const angle of [0.03, 0.003, 0.0003]) {
      const m = modelFromXml(lying(angle, other));
      using batch = new Batch(m, 1, { device: emulatedDevice().device, fields: ['qacc', 'ncon'] });
      using d = new Data(m);
      await batch.step();
      step(m, d);
      expect(batch.field('ncon')[0]).toBe(d.ncon);
      const { error } = compareNumbers(batch.row('qacc', 0), d.qacc, { floor: 1 });
      expect(error, `angle ${angle}`).toBeLessThan(1e-5 + 5e-6 / angle);
    }
  });

  test('has two contacts of parallel capsules in any orientation', async () => {
    for (const euler of ['0 0 0', '10 20 30', '77 -13 5', '-40 60 170']) {
      const m = modelFromXml(
        `<mujoco><option gravity="0 0 0"/><worldbody><body euler="${euler}">${capsule}
        <body pos=".1395 .001 .02"><freejoint/><geom type="capsule" size=".04 .1"/></body></body></worldbody></mujoco>`.replace(
          '<freejoint/>',
          '<joint type="slide" axis="1 0 0"/><joint axis="0 1 0"/>',
        ),
      );
      using batch = new Batch(m, 1, { device: emulatedDevice().device, fields: ['qacc', 'ncon'] });
      using d = new Data(m);
      await batch.step();
      step(m, d);
      expect([d.ncon, batch.field('ncon')[0]], euler).toEqual([2, 2]);
      expect(compareNumbers(batch.row('qacc', 0), d.qacc, { floor: 1 }).error, euler).toBeLessThan(1e-4);
    }
  });

  test('accesses nothing outside its arrays', async () => {
    const { device, checks } = emulatedDevice();
    const texts = [...Object.values(models), ...Object.values(scenes).map((scene) => scene())];
    const all = [...texts.map((xml) => modelFromXml(xml)), convex()].filter(fits);
    expect(all.length).toBeGreaterThan(10);
    for (const m of all) {
      using batch = new Batch(m, 1, { device });
      for (let u = 0; u < m.nu; u++) batch.ctrl[u] = Math.sin(u);
      await batch.step(2);
      expect([...batch.qvel].every(Number.isFinite)).toBe(true);
    }
    expect(checks()).toBeGreaterThan(1e6);
  });

  test('that accesses memory outside an array is an error with its location', async () => {
    const m = modelFromXml('<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>');
    m.jnt_dofadr[0] = 1000;
    using batch = new Batch(m, 1, { device: emulatedDevice().device });
    await expect(batch.step()).rejects.toThrow(/^\w+: \w+ \(.*\)\n {2}index 6003 of D_cdof, which has 6$/);
  });

  test.runIf(long).each(['stiff', 'fall', 'heap'])(
    'is stable for 2,000 steps: %s',
    async (name) => {
      const { finite, warnings } = await measureEndurance(bench, name, { worlds: 1, steps: 2000 });
      expect(finite).toBe(true);
      expect(warnings).toEqual([]);
    },
    300_000,
  );
});

describe('worlds in shaders', () => {
  // ten balls next to each other on a floor: more contacts than the capacity when all touch it
  const balls = Array.from(
    { length: 10 },
    (_, i) => `<body pos="${i} 0 0.0${i}"><freejoint/><geom size="0.1"/></body>`,
  );
  const m = modelFromXml(
    `<mujoco><worldbody><geom type="plane" size="9 9 1"/>${balls.join('')}</worldbody>
    <keyframe><key time="3" qpos="${Array.from({ length: 10 }, (_, i) => `${i} 0 1 1 0 0 0`).join(' ')}"/></keyframe></mujoco>`,
  );
  const made = (n: number, capacities = {}) =>
    new Batch(m, n, { device: emulatedDevice(capacities).device, fields: ['ncon', 'nefc'] });
  /** The f64 engine after some steps. */
  const stepped = (steps: number, model = m): Data => {
    const d = new Data(model);
    for (let k = 0; k < steps; k++) step(model, d);
    return d;
  };
  const error = (batch: Batch, world: number, d: Data) =>
    compareNumbers(batch.row('qpos', world), d.qpos, { floor: 1 }).error;

  test('have a capacity of contacts: the last ones are dropped and counted', async () => {
    using batch = made(1, { contacts: 4 });
    await batch.step(2);
    expect(batch.field('ncon')[0]).toBe(4);
    expect(batch.describeWarnings(0)).toEqual(['Too many contacts: the capacity is 4. (2 times)']);
  });

  test('have a capacity of constraint rows: the last contacts are dropped and counted', async () => {
    using batch = made(1, { rows: 20 });
    await batch.step();
    expect(batch.field('nefc')[0]).toBe(20);
    expect(batch.describeWarnings(0)).toEqual(['Too many constraint rows: the capacity is 20. (1 times)']);
    expect([...batch.qvel].every(Number.isFinite)).toBe(true);
  });

  test('are reset one by one, to the initial state, a keyframe or a given state', async () => {
    using batch = made(4);
    await batch.step(3);
    const state = Float64Array.from([batch.time[0], ...batch.row('qpos', 0), ...batch.row('qvel', 0)]);
    await batch.reset(1);
    await batch.reset(2, 0);
    await batch.reset(3, state);
    expect([...batch.time].map((time) => Math.round(1000 * time))).toEqual([6, 0, 3000, 6]);
    await batch.step(2);
    expect([...batch.time].map((time) => Math.round(1000 * time))).toEqual([10, 4, 3004, 10]);
    expect(error(batch, 0, stepped(5))).toBeLessThan(1e-6);
    expect(error(batch, 1, stepped(2))).toBeLessThan(1e-6);
    expect(batch.row('qpos', 2)[2]).toBeCloseTo(1 - 9.81 * 3 * 0.002 ** 2, 6);
    expect(error(batch, 3, stepped(5))).toBeLessThan(1e-6);
  });

  test('have their own parameters, and keep their states with them', async () => {
    using batch = made(2);
    await batch.step(2);
    await batch.setParameters({ 'opt.timestep': [0.004] }, 1);
    await batch.step(2);
    const d = stepped(2);
    const slow = withParameters(m, { 'opt.timestep': [0.004] });
    for (let k = 0; k < 2; k++) step(slow, d);
    expect(error(batch, 0, stepped(4))).toBeLessThan(1e-6);
    expect(error(batch, 1, d)).toBeLessThan(1e-6);
    expect(error(batch, 1, stepped(4))).toBeGreaterThan(1e-5);
  });

  test('reject parameters that need features outside their shaders, by name', async () => {
    using batch = made(2);
    await expect(batch.setParameters({ 'opt.density': [1] }, 1)).rejects.toThrow(
      /omit functions that parameters of a world need: fluid, .*Create the Batch from/,
    );
    await expect(batch.setParameters({ 'opt.integrator': [1] })).rejects.toThrow(
      /omit functions that parameters of a world need: rungeKutta1, /,
    );
    const masks = m.geom_contype.map((mask, g) => (g === 1 ? 0 : mask));
    await expect(batch.setParameters({ geom_contype: masks, geom_conaffinity: masks })).rejects.toThrow(
      /other geoms that may touch/,
    );
    await expect(batch.setParameters({ 'opt.noslip_iterations': [1] })).rejects.toThrow(/model: noslip iterations/);
    await batch.setParameters({ 'opt.gravity': [0, 0, -1] }, 1);
    await batch.step();
  });

  test('are reset after a bad state, with a warning', async () => {
    using batch = made(2);
    batch.row('qvel', 1)[3] = Number.POSITIVE_INFINITY;
    await batch.step();
    expect(batch.describeWarnings(0)).toEqual([]);
    expect(batch.describeWarnings(1)[0]).toMatch(/^NaN, infinite or huge value in qvel\[3\]/);
    expect(error(batch, 1, stepped(1))).toBeLessThan(1e-6);
  });

  test('that exceed a buffer are rejected, with the number that fit', async () => {
    using batch = made(2000);
    await expect(batch.step()).rejects.toThrow(/2000 worlds of \d+ bytes exceed .*Expected at most \d+ worlds/);
  });
});

/** Whether a Model can be stepped on a device. */
function fits(m: Model): boolean {
  try {
    checkScope(m, new Data(m));
    return true;
  } catch {
    return false;
  }
}

/** Shapes whose contacts are found by an iterative search, with CG. */
function convex(): Model {
  return modelFromXml(`<mujoco><option solver="CG" integrator="implicitfast" cone="elliptic"/>
    <asset><mesh name="t" vertex="0 0 0  0.2 0 0  0 0.2 0  0 0 0.2"/></asset><worldbody><geom type="box" size="1 1 0.1" pos="0 0 -0.1"/>
    <body pos="0 0 0.09"><freejoint/><geom type="cylinder" size="0.1 0.1"/></body>
    <body pos="0.05 0 0.28"><freejoint/><geom type="ellipsoid" size="0.1 0.1 0.1"/></body>
    <body pos="0.3 0 -0.01"><freejoint/><geom type="mesh" mesh="t"/></body></worldbody></mujoco>`);
}
