// needs: the compiled engine
/** Flush boxes: the derivatives of a stack had an error of 7e-4 of a column where differences agree to seven digits.
 *
 *  Two boxes touch along the face whose normal is nearer to the line between their centers. If both are equally near, rotating one box
 *  alone makes the face of the other the reference, and does not change the normal; rotating both rotates the normal. So the step has a
 *  derivative along each dof, but these are not additive: there is no matrix A. `transition` gives that of the states in which the first
 *  box is the reference. */
import { expect, test } from 'vitest';
import { transition } from '../../src/core/derivative/transition.ts';
import { maxRelativeError } from '../../src/core/derivative/validate.ts';
import { step } from '../../src/core/engine/step.ts';
import { cloneData } from '../../src/core/model/copy.ts';
import { Data } from '../../src/core/model/data.ts';
import { integratePos } from '../../src/index.ts';
import { modelFromXml, prepare } from '../../src/load/load.ts';

await prepare();

const box = '<freejoint/><geom type="box" size=".1 .1 .1" density="300"/>';
const m = modelFromXml(`<mujoco><option cone="elliptic" tolerance="0" iterations="100" ls_iterations="100"/>
  <worldbody><geom type="plane" size="3 3 .1"/><body pos="0 0 .0999">${box}</body><body pos="0 0 .2997">${box}</body></worldbody></mujoco>`);

/** Rotations about the x axis of the first and of the second box. */
const [ONE, TWO] = [3, 9];

/** The boxes in a stack, after some steps; the second one is then rotated slightly about two axes. */
function stacked(tilt: number): Data {
  const d = new Data(m);
  for (let k = 0; k < 20; k++) step(m, d);
  const turn = new Float64Array(m.nv);
  turn[TWO] = tilt;
  turn[TWO + 1] = 0.7 * tilt;
  integratePos(m, d.qpos, turn, 1);
  expect(d.ncon).toBe(8);
  return d;
}

/** Directional derivative of the next velocities, by centered differences. */
function along(d: Data, dofs: readonly number[], eps: number): Float64Array {
  const direction = new Float64Array(m.nv);
  for (const dof of dofs) direction[dof] = 1;
  const [plus, minus] = [eps, -eps].map((by) => {
    const t = cloneData(d);
    integratePos(m, t.qpos, direction, by);
    step(m, t);
    expect(t.ncon).toBe(d.ncon);
    return t.qvel;
  });
  return plus.map((x, k) => (x - minus[k]) / (2 * eps));
}

/** Directional derivative along a dof, from the derivatives. */
function column(d: Data, dof: number): Float64Array {
  const { A } = transition(m, d);
  return Float64Array.from({ length: m.nv }, (_, k) => A[(m.nv + k) * 2 * m.nv + dof]);
}

test('the directional derivatives of a step of flush boxes are not additive, however small the steps', () => {
  const d = stacked(0);
  const parts = [1e-6, 1e-7].map((eps) => [[ONE], [TWO], [ONE, TWO]].map((dofs) => along(d, dofs, eps)));
  // each of them is as accurate as differences can be
  for (const k of [0, 1, 2]) expect(maxRelativeError(parts[1][k], parts[0][k])).toBeLessThan(1e-6);
  const [one, two, both] = parts[1];
  const sum = one.map((x, k) => x + two[k]);
  expect(maxRelativeError(sum, both)).toBeGreaterThan(1e-4);
  // the derivatives agree with the second box, which is not the reference, and with both together
  expect(maxRelativeError(column(d, TWO), two)).toBeLessThan(1e-6);
  const second = column(d, TWO);
  expect(
    maxRelativeError(
      column(d, ONE).map((x, k) => x + second[k]),
      both,
    ),
  ).toBeLessThan(1e-6);
});

test('with the second box slightly rotated, they are additive, and derivatives equal differences', () => {
  for (const tilt of [1e-4, 1e-5]) {
    const d = stacked(tilt);
    const [one, two, both] = [[ONE], [TWO], [ONE, TWO]].map((dofs) => along(d, dofs, 1e-3 * tilt));
    expect(
      maxRelativeError(
        one.map((x, k) => x + two[k]),
        both,
      ),
    ).toBeLessThan(1e-5);
    expect(maxRelativeError(column(d, ONE), one)).toBeLessThan(1e-5);
    expect(maxRelativeError(column(d, TWO), two)).toBeLessThan(1e-5);
  }
});

test('derivatives of flush boxes are the limit of these', () => {
  const flush = stacked(0);
  for (const dof of [ONE, TWO]) {
    const limit = column(flush, dof);
    const [coarse, fine] = [1e-4, 1e-5].map((tilt) => maxRelativeError(column(stacked(tilt), dof), limit));
    expect(fine).toBeLessThan(0.2 * coarse);
    expect(fine).toBeLessThan(1e-4);
  }
});
