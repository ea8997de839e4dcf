// needs: the compiled engine
import { expect, test } from 'vitest';
import { convexPairs, place, twoFree } from '../../../test/support/scenes/twoFree.ts';
import { modelFromXml, prepare } from '../../load/load.ts';
import { forward } from '../engine/forward.ts';
import { step } from '../engine/step.ts';
import { cloneData } from '../model/copy.ts';
import { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';
import { rolloutGradient } from './reverse/rolloutGradient.ts';
import { stepVjp } from './reverse/stepVjp.ts';
import { transition } from './transition.ts';
import { maxRelativeError, validateTransition } from './validate.ts';

await prepare();

/** Two geoms that touch, as MuJoCo finds their contacts. */
function touching(one: string, two: string, margin: number): { m: Model; put: (seed: number) => Data | undefined } {
  const m = twoFree(one, two);
  Object.assign(m.opt, { ccd_tolerance: 1e-6, tolerance: 0, iterations: 50, ls_iterations: 50 });
  m.geom_margin.fill(margin / 2);
  m.geom_solref.fill(0.05);
  const d = new Data(m);
  const put = (seed: number) => {
    place(d, seed, false);
    d.qvel.forEach((_, i) => {
      d.qvel[i] = 0.5 * Math.sin(7 * seed + i);
    });
    forward(m, d);
    return d.ncon > 0 && d.contact_dist.subarray(0, d.ncon).every((x) => x > -0.06) ? d : undefined;
  };
  return { m, put };
}

/** Cost of a rollout from a state perturbed along x and rotated about z: y . (dq of the second body, qvel). */
function nudgedCost(m: Model, d: Data, y: Float64Array, steps: number, i: number, by: number): number {
  const t = cloneData(d);
  t.qvel[i] += by;
  step(m, t, steps);
  let cost = 0;
  for (let k = 0; k < m.nv; k++) cost += y[m.nv + k] * t.qvel[k];
  for (let k = 0; k < 3; k++) cost += y[k] * t.qpos[k] + y[6 + k] * t.qpos[7 + k];
  t.free();
  return cost;
}

test.each(convexPairs)(
  '%s and %s, margin %d: with ccd_exact differences and closed forms agree',
  (one, two, margin) => {
    const { m, put } = touching(one, two, margin);
    m.opt.ccd_exact = 1;
    const counts = { compared: 0, columns: 0, skipped: 0 };
    for (let seed = 0; seed < 60 && counts.compared < 6; seed++) {
      const d = put(seed);
      if (!d) continue;
      const result = transition(m, d);
      expect(result.exactContacts).toEqual([]);
      const { A, columns, switching, diverging } = validateTransition(m, d);
      expect.soft(A, `state ${seed}`).toBeLessThan(1e-6);
      counts.columns += columns;
      counts.skipped += switching + diverging;
      counts.compared++;
      // positions, velocities of a cost after one step and after four
      const y = Float64Array.from({ length: 2 * m.nv }, (_, k) => (k % 6 > 2 && k < m.nv ? 0 : Math.cos(3 * k + seed)));
      const back = stepVjp(m, d, { state: y });
      expect(back.exactContacts).toEqual([]);
      const transposed = new Float64Array(2 * m.nv);
      for (let r = 0; r < 2 * m.nv; r++)
        for (let c = 0; c < 2 * m.nv; c++) transposed[c] += y[r] * result.A[r * 2 * m.nv + c];
      expect(maxRelativeError(back.state, transposed)).toBeLessThan(1e-9);
    }
    expect(counts.compared).toBeGreaterThan(3);
    expect(counts.skipped).toBeLessThan(0.2 * counts.columns);
  },
);

test.each(convexPairs)('%s and %s, margin %d: with ccd_exact rollout gradients agree too', (one, two, margin) => {
  const { m, put } = touching(one, two, margin);
  m.opt.ccd_exact = 1;
  const steps = 3;
  let compared = 0;
  for (let seed = 0; seed < 60 && compared < 3; seed++) {
    const d = put(seed);
    if (!d) continue;
    const y = Float64Array.from({ length: 2 * m.nv }, (_, k) => (k % 6 > 2 && k < m.nv ? 0 : Math.cos(3 * k + seed)));
    const { state, exactContacts } = rolloutGradient(m, d, {
      steps,
      cost: (_data, k, gradient) => {
        if (k === steps) gradient.state.set(y);
        return 0;
      },
    });
    expect(exactContacts).toEqual([]);
    const scale = Math.max(...state.map(Math.abs));
    for (const i of [0, 4, 7, 11]) {
      const [coarse, fine] = [1e-4, 5e-5].map(
        (eps) => (nudgedCost(m, d, y, steps, i, eps) - nudgedCost(m, d, y, steps, i, -eps)) / (2 * eps),
      );
      // a contact switches on the way
      if (Math.abs(coarse - fine) > 1e-6 * scale) continue;
      expect.soft(Math.abs((4 * fine - coarse) / 3 - state[m.nv + i]) / scale, `state ${seed}`).toBeLessThan(1e-6);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(2);
});

const scene = `<mujoco><option tolerance="0"/><worldbody><geom name="dish" type="ellipsoid" size="1 .8 .3" pos="0 0 -.3"/>
  <body pos="0 .02 .1" euler="20 30 0"><freejoint/><geom name="egg" type="ellipsoid" size=".1 .15 .12"/></body>
  <body pos=".5 0 .1"><freejoint/><geom name="ball" size=".1"/></body><geom type="box" size=".1 .1 .1" pos=".5 0 -.08"/>
  </worldbody></mujoco>`;

/** State of an ellipsoid in a dish, and a ball on a box. */
function resting() {
  const m = modelFromXml(scene);
  const d = new Data(m);
  step(m, d, 40);
  return { m, d };
}

test('results list the contacts that follow the exact shapes, with the error of the step', () => {
  const { m, d } = resting();
  const { exactContacts } = transition(m, d);
  expect(exactContacts.map(({ names }) => names)).toEqual([['dish', 'egg']]);
  const [{ contact, geom1, geom2, distance, normal, position }] = exactContacts;
  expect([...d.contact_geom.subarray(2 * contact, 2 * contact + 2)]).toEqual([geom1, geom2]);
  // effect of moving the contact
  const t = cloneData(d);
  m.opt.ccd_exact = 1;
  forward(m, t);
  const apart = (a: Float64Array, b: Float64Array) => Math.hypot(...a.map((x, k) => x - b[k]));
  const at = (x: Data) => x.contact_pos.subarray(3 * contact, 3 * contact + 3);
  const along = (x: Data) => x.contact_frame.subarray(9 * contact, 9 * contact + 3);
  m.opt.ccd_exact = 0;
  forward(m, d);
  expect(Math.abs(t.contact_dist[contact] - d.contact_dist[contact])).toBeCloseTo(distance, 12);
  expect(apart(at(t), at(d))).toBeCloseTo(position, 12);
  expect(apart(along(t), along(d))).toBeCloseTo(2 * Math.sin(normal / 2), 12);
  expect(normal).toBeGreaterThan(1e-6);
  const y = new Float64Array(2 * m.nv).fill(1);
  expect(stepVjp(m, d, { state: y }).exactContacts).toEqual(exactContacts);
});

test('with ccd_exact, with differences, and for pairs with a closed form, no contact is listed', () => {
  const { m, d } = resting();
  expect(transition(m, d, { method: 'hybrid' }).exactContacts).toEqual([]);
  expect(transition(m, d, { method: 'fd' }).exactContacts).toEqual([]);
  m.opt.ccd_exact = 1;
  expect(transition(m, d).exactContacts).toEqual([]);
});

test('a rollout lists each pair once, with the step of its largest error', () => {
  const { m, d } = resting();
  const { exactContacts } = rolloutGradient(m, d, { steps: 12, cost: () => 0 });
  expect(exactContacts.map(({ names }) => names)).toEqual([['dish', 'egg']]);
  expect(exactContacts[0].step).toBeLessThan(12);
  m.opt.integrator = 1;
  expect(transition(m, d).exactContacts.length).toBe(1);
});

test('entries of a given result are reused', () => {
  const { m, d } = resting();
  const into = transition(m, d);
  const [list, entry] = [into.exactContacts, into.exactContacts[0]];
  transition(m, d, { into });
  expect(into.exactContacts).toBe(list);
  expect(into.exactContacts[0]).toBe(entry);
  d.qpos[2] += 1;
  transition(m, d, { into });
  expect(list.length).toBe(0);
});

test('validateTransition compares equal models of contact, and reports the error of the step', () => {
  const { m, d } = resting();
  const { A, B, columns, exactContacts } = validateTransition(m, d);
  expect(Math.max(A, B)).toBeLessThan(1e-6);
  expect(columns).toBe(2 * m.nv);
  expect(exactContacts[0].names).toEqual(['dish', 'egg']);
  expect(m.opt.ccd_exact).toBe(0);
});
