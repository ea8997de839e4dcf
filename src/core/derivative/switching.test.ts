// needs: the compiled engine
import { expect, test } from 'vitest';
import { derivativeScene } from '../../../test/support/scenes/derivativeScene.ts';
import { modelFromXml, prepare } from '../../load/load.ts';
import { forward } from '../engine/forward.ts';
import { step } from '../engine/step.ts';
import { cloneData } from '../model/copy.ts';
import { Data } from '../model/data.ts';
import { dataTable } from '../model/fields/index.ts';
import { smoothVel } from './smoothForces.ts';
import { distanceToSwitch } from './switching.ts';
import { maxRelativeError, validateTransition } from './validate.ts';

// the compiled engine
await prepare();

const slide = `<mujoco><worldbody><geom type="plane" size="1 1 .1" condim="1"/>
  <body pos="0 0 .2"><joint type="slide" axis="0 0 1" limited="true" range="-1 .5"/><geom size=".1" condim="1"/></body>
  </worldbody></mujoco>`;

test('the gap is the distance to the nearest limit, or to a detected contact', () => {
  const m = modelFromXml(slide);
  const d = new Data(m);
  d.qpos[0] = 0.45;
  expect(distanceToSwitch(m, d)).toMatchObject({
    pair: 'limit of joint 0',
    relativeMargin: Number.POSITIVE_INFINITY,
    row: '',
  });
  expect(distanceToSwitch(m, d).gap).toBeCloseTo(0.05, 12);
  d.qpos[0] = -0.102;
  expect(distanceToSwitch(m, d)).toMatchObject({ pair: 'contact 0', row: 'contact 0' });
  expect(distanceToSwitch(m, d).gap).toBeCloseTo(0.002, 12);
});

test('the relative margin is 0 where a contact opens, and grows from there', () => {
  const m = modelFromXml(slide);
  const d = new Data(m);
  d.qpos[0] = -0.101;
  // upward velocity at which the contact force vanishes, by bisection
  let [low, high] = [0, 1];
  for (let k = 0; k < 60; k++) {
    d.qvel[0] = 0.5 * (low + high);
    forward(m, d);
    if (d.efc_force[0] > 0) low = d.qvel[0];
    else high = d.qvel[0];
  }
  expect(distanceToSwitch(m, d).relativeMargin).toBeLessThan(1e-10);
  d.qvel[0] -= 0.01;
  const near = distanceToSwitch(m, d).relativeMargin;
  d.qvel[0] -= 0.05;
  expect(near).toBeGreaterThan(1e-4);
  expect(distanceToSwitch(m, d).relativeMargin).toBeGreaterThan(near);
});

test('the relative margin of elliptic contacts of every condim is the sine of the nearest angle to the cones', () => {
  const ball = (k: number, condim: number) =>
    `<body pos="${k} 0 .097"><freejoint/><geom size=".1" condim="${condim}" friction=".${k + 3} .0${k + 2} .0${k + 1}"/></body>`;
  const m = modelFromXml(`<mujoco><option cone="elliptic" jacobian="dense" tolerance="0" iterations="100"/>
    <worldbody><geom type="plane" size="9 9 1" condim="1"/>${[6, 3, 4].map((condim, k) => ball(k, condim)).join('')}</worldbody></mujoco>`);
  const found = new Set<string>();
  for (let k = 0; k < 12; k++) {
    const d = new Data(m);
    for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.02 * k * Math.sin(5 * i + k);
    forward(m, d);
    const angles = Array.from({ length: d.ncon }, (_, i) => {
      const e = d.contact_efc_address[i];
      const at = (row: number) =>
        d.efc_J.subarray(row * m.nv, (row + 1) * m.nv).reduce((sum, J, c) => sum + J * d.qacc[c], -d.efc_aref[row]);
      const mu = d.contact_mu[i];
      const U = Array.from({ length: d.contact_dim[i] }, (_, j) =>
        j === 0 ? mu * at(e) : d.contact_friction[5 * i + j - 1] * at(e + j),
      );
      // the angle from the axis of zero force; the cones are at atan(1 / mu) and at a right angle from there
      const angle = Math.atan2(Math.hypot(...U.slice(1)), U[0]);
      const [top, bottom] = [Math.atan(1 / mu), Math.atan(1 / mu) + Math.PI / 2];
      const sines = [top, bottom].map((end) => Math.abs(Math.sin(angle - end)));
      return angle < top ? sines[0] : angle > bottom ? sines[1] : Math.min(...sines);
    });
    const { row, relativeMargin } = distanceToSwitch(m, d);
    expect(relativeMargin).toBeCloseTo(Math.min(...angles), 8);
    expect(row).toBe(`contact ${angles.indexOf(Math.min(...angles))}`);
    found.add(row);
  }
  expect(found.size).toBeGreaterThan(1);
});

test.each(['pyramidal', 'elliptic'])(
  '%s: nudges below the distance switch nothing, and the Data is unchanged',
  (cone) => {
    const m = modelFromXml(derivativeScene(`cone="${cone}"`));
    const d = new Data(m);
    step(m, d, 40);
    const before = cloneData(d);
    const { distance, switching } = validateTransition(m, d);
    for (const [name] of dataTable) expect(d[name], name).toEqual(before[name]);
    expect(distance.relativeMargin).toBeGreaterThan(0);
    expect(distance.row).toMatch(/^(contact|limit of joint|friction of dof) \d+$/);
    // nudges as small as 5e-8
    if (distance.relativeMargin > 1e-3 && distance.gap > 1e-5) expect(switching).toBe(0);
  },
);

test('smoothVel is the derivative of the smooth forces with respect to velocity, in both engines', () => {
  const [js, wasm] = (['js', 'wasm'] as const).map((engine) => {
    const m = modelFromXml(derivativeScene(''), { engine });
    const d = new Data(m);
    step(m, d, 40);
    const D = smoothVel(m, d);
    const wanted = new Float64Array(D.length);
    for (let i = 0; i < m.nv; i++) {
      const [plus, minus] = [1e-6, -1e-6].map((by) => {
        const t = cloneData(d);
        t.qvel[i] += by;
        forward(m, t);
        return t.qfrc_smooth.slice();
      });
      for (let k = 0; k < m.nv; k++) wanted[k * m.nv + i] = (plus[k] - minus[k]) / 2e-6;
    }
    expect(maxRelativeError(D, wanted)).toBeLessThan(1e-7);
    expect(() => smoothVel(m, d, new Float64Array(2))).toThrow('into: expected');
    return D;
  });
  expect(wasm).toEqual(js);
});
