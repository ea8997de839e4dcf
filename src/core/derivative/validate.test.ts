// needs: the compiled engine
import { expect, test } from 'vitest';
import { modelFromXml, prepare } from '../../load/load.ts';
import { step } from '../engine/step.ts';
import { Data } from '../model/data.ts';
import { transition } from './transition.ts';
import { convergenceCheck, maxRelativeError, validateTransition } from './validate.ts';

await prepare();

/** A pendulum, and a ball at a given height above the floor. */
function scene(height: number) {
  const m = modelFromXml(`<mujoco><option tolerance="0"/><worldbody><geom type="plane" size="1 1 1"/>
    <body pos="0 0 1"><joint name="j" axis="1 0 0" damping=".1"/><geom type="capsule" fromto="0 0 0 0 .2 0" size=".05"/></body>
    <body pos=".5 0 ${0.1 + height}"><freejoint/><geom size=".1"/></body></worldbody>
    <actuator><motor joint="j"/></actuator></mujoco>`);
  const d = new Data(m);
  d.qvel[0] = 1;
  return { m, d };
}

test('correct matrices pass', () => {
  const { m, d } = scene(-0.01);
  const { A, B, columns, switching, diverging } = validateTransition(m, d);
  expect(Math.max(A, B)).toBeLessThan(1e-7);
  expect([columns, switching, diverging]).toEqual([15, 0, 0]);
  expect(validateTransition(m, d, { matrices: transition(m, d) }).A).toBe(A);
});

test.each(['A', 'B'] as const)('one wrong element of %s is detected at every index', (name) => {
  const { m, d } = scene(-0.01);
  const matrices = transition(m, d);
  const values = matrices[name];
  const scale = Math.max(1, ...values.map(Math.abs));
  for (const at of [0, Math.trunc(values.length / 3), Math.trunc(values.length / 2), values.length - 1]) {
    const right = values[at];
    values[at] += (at === 0 ? -0.01 : 0.01) * scale;
    const report = validateTransition(m, d, { matrices });
    expect(report[name]).toBeGreaterThan(0.005);
    expect(report[name]).toBeLessThan(0.02);
    expect(report[name === 'A' ? 'B' : 'A']).toBeLessThan(1e-7);
    values[at] = right;
  }
});

test('a NaN element makes the error of its matrix infinite at every index', () => {
  const { m, d } = scene(-0.01);
  const matrices = transition(m, d);
  for (const at of [0, 37, matrices.A.length - 1]) {
    const right = matrices.A[at];
    matrices.A[at] = Number.NaN;
    expect(validateTransition(m, d, { matrices }).A).toBe(Number.POSITIVE_INFINITY);
    matrices.A[at] = right;
  }
  matrices.B[0] = Number.NaN;
  expect(validateTransition(m, d, { matrices }).B).toBe(Number.POSITIVE_INFINITY);
  expect(maxRelativeError(Float64Array.of(Number.NaN, 1), Float64Array.of(1, 1))).toBe(Number.POSITIVE_INFINITY);
  expect(maxRelativeError(Float64Array.of(1, 1), Float64Array.of(1, Number.NaN))).toBe(Number.POSITIVE_INFINITY);
});

test('matrices of other sizes are rejected with their names', () => {
  const { m, d } = scene(0.1);
  const { A } = transition(m, d);
  expect(() => validateTransition(m, d, { matrices: { A, B: A } })).toThrow('matrices.B: expected 14 x 1');
});

test('differences converge where a step is smooth', () => {
  const { m, d } = scene(0.1);
  d.qpos[0] = 0.5;
  const { ratio, coarse } = convergenceCheck(m, d, 1e-2);
  expect(coarse).toBeGreaterThan(0);
  expect(ratio).toBeLessThan(0.1);
});

test('differences do not converge if nudges cross a switch, or only rounding remains', () => {
  // the ball is 3e-6 above the floor: the two smaller nudges do not reach it
  const { m, d } = scene(3e-6);
  m.opt.timestep = 1e-3;
  const { coarse, fine, ratio } = convergenceCheck(m, d, 3e-4);
  expect(ratio).toBeGreaterThan(0.8);
  expect(ratio).toBeCloseTo(fine / coarse, 12);
  const far = scene(0.1);
  expect(convergenceCheck(far.m, far.d, 1e-11).ratio).toBeGreaterThan(0.05);
});

test('differences of a step that gives NaN do not converge', () => {
  const { m, d } = scene(0.1);
  m.callbacks = {
    passive: (_m, t) => {
      // a force that acts only in the state itself
      if (t.qvel[0] !== 1) t.qfrc_passive[0] = Number.NaN;
    },
  };
  m.opt.disableflags |= 1 << 16;
  const report = convergenceCheck(m, d);
  expect(report.ratio).toBe(Number.POSITIVE_INFINITY);
});

test('columns in which a contact jumps between facets are counted, not compared', () => {
  const m =
    modelFromXml(`<mujoco><option tolerance="0"/><worldbody><geom type="ellipsoid" size="1 .8 .3" pos="0 0 -.3"/>
    <body pos="0 .02 .1" euler="20 30 0"><freejoint/><geom type="ellipsoid" size=".1 .15 .12"/></body></worldbody></mujoco>`);
  const d = new Data(m);
  step(m, d, 30);
  let found = 0;
  for (let k = 0; k < 20; k++) {
    step(m, d);
    expect(d.ncon).toBe(1);
    const { columns, diverging, switching } = validateTransition(m, d, { matrices: transition(m, d) });
    expect(columns + diverging + switching).toBe(12);
    found += diverging;
  }
  expect(found).toBeGreaterThan(0);
});
