import { expect, test } from 'vitest';
import { forward } from '../../src/core/engine/forward.ts';
import { inverse } from '../../src/core/engine/inverse.ts';
import { step } from '../../src/core/engine/step.ts';
import { cholFactor } from '../../src/core/math/linear/cholesky.ts';
import type { Data } from '../../src/core/model/data.ts';
import { Integrator } from '../../src/core/model/enums.ts';
import type { Model } from '../../src/core/model/model.ts';
import { fullM, integratePos, jac, momentum, solveM } from '../../src/core/query/index.ts';
import { pairFromXml, random, randomState } from '../support/oracle/oracle.ts';

/* Invariants of smooth dynamics. MuJoCo only compiles the models here. */

const rk4 = 'integrator="RK4" timestep=".002"';
const chain = (n: number): string =>
  n === 0
    ? ''
    : `<body pos=".3 0 0"><joint axis="0 1 ${n % 2}"/><geom type="capsule" size=".03" fromto="0 0 0 .25 0 0"/>${chain(n - 1)}</body>`;

const tree = `<mujoco><option><flag constraint="disable"/></option><worldbody>
  <body pos="0 0 1"><freejoint/><geom type="box" size=".1 .2 .3" pos=".05 0 .1"/><site name="s" pos=".1 .2 .3"/>
    <body pos=".3 0 0"><joint type="ball" stiffness="1" damping=".2"/><geom type="capsule" size=".05" fromto="0 0 0 .2 0 0"/>
      <body pos=".3 0 0"><joint axis="0 1 0" armature=".02" damping=".1"/><joint type="slide" axis="1 0 0"/><geom size=".1"/></body></body>
    <body pos="0 .4 0"><joint axis="1 0 1"/><geom type="capsule" size=".05" fromto="0 0 0 0 .3 0"/></body></body>
  </worldbody></mujoco>`;

function model(option: string, bodies: string): { m: Model; d: Data } {
  return pairFromXml(
    `<mujoco><option ${option}><flag constraint="disable" energy="enable"/></option><worldbody>${bodies}</worldbody></mujoco>`,
  );
}

test('a free top keeps its energy and its angular momentum under RK4', () => {
  const { m, d } = model(`${rk4} gravity="0 0 0"`, '<body><freejoint/><geom type="box" size=".1 .2 .3"/></body>');
  d.qvel.set([0, 0, 0, 3, 8, 0.1]);
  forward(m, d);
  const energy = d.energy[1];
  const before = momentum(m, d).angular;
  for (let k = 0; k < 500; k++) step(m, d);
  forward(m, d);
  expect(Math.abs(d.energy[1] - energy) / energy).toBeLessThan(1e-8);
  const after = momentum(m, d).angular;
  for (let k = 0; k < 3; k++) expect(after[k]).toBeCloseTo(before[k], 4);
});

test('a frictionless chain keeps its energy under RK4', () => {
  const { m, d } = model(rk4, chain(5));
  forward(m, d);
  const energy = d.energy[0] + d.energy[1];
  let kinetic = 0;
  for (let k = 0; k < 400; k++) {
    step(m, d);
    kinetic = Math.max(kinetic, d.energy[1]);
  }
  forward(m, d);
  expect(kinetic).toBeGreaterThan(0.5);
  expect(Math.abs(d.energy[0] + d.energy[1] - energy) / kinetic).toBeLessThan(1e-6);
});

test('in free fall the center of mass of a tumbling tree moves like a point mass', () => {
  const pair = pairFromXml(tree.replace('<option>', '<option integrator="RK4" timestep=".001">'));
  const { m, d } = pair;
  randomState(pair, 2);
  d.qfrc_applied.fill(0);
  forward(m, d);
  const { linear, angular } = momentum(m, d);
  const velocity = linear.map((p) => p / m.body_subtreemass[0]);
  const start = d.subtree_com.slice(3, 6);
  for (let k = 0; k < 300; k++) step(m, d);
  forward(m, d);
  const t = d.time;
  for (let c = 0; c < 3; c++) {
    const expected = start[c] + velocity[c] * t + 0.5 * m.opt.gravity[c] * t * t;
    expect(Math.abs(d.subtree_com[3 + c] - expected)).toBeLessThan(1e-8);
    expect(momentum(m, d).angular[c]).toBeCloseTo(angular[c], 6);
  }
});

test('M is symmetric and positive definite, and solveM inverts it', () => {
  const pair = pairFromXml(tree);
  const { m, d } = pair;
  for (const seed of [1, 2, 3]) {
    randomState(pair, seed);
    forward(m, d);
    const M = fullM(m, d, new Float64Array(m.nv * m.nv));
    for (let i = 0; i < m.nv; i++) for (let j = 0; j < i; j++) expect(M[i * m.nv + j]).toBe(M[j * m.nv + i]);
    const next = random(seed);
    const x = Float64Array.from({ length: m.nv }, next);
    const y = x.map((_, i) => x.reduce((s, v, j) => s + M[i * m.nv + j] * v, 0));
    const back = new Float64Array(m.nv);
    solveM(m, d, back, y);
    for (let i = 0; i < m.nv; i++) expect(back[i]).toBeCloseTo(x[i], 9);
    expect(cholFactor(M, 0, m.nv, 1e-12)).toBe(m.nv);
  }
});

test('J qvel is the derivative of positions', () => {
  const pair = pairFromXml(tree);
  const { m, d } = pair;
  randomState(pair, 5);
  forward(m, d);
  const J = new Float64Array(3 * m.nv);
  for (let body = 1; body < m.nbody; body++) {
    randomState(pair, 5 + body);
    forward(m, d);
    const qpos = d.qpos.slice();
    const h = 1e-6;
    jac(m, d, J, undefined, d.xpos.slice(3 * body, 3 * body + 3), body);
    const velocity = [0, 1, 2].map((c) => d.qvel.reduce((s, v, i) => s + J[c * m.nv + i] * v, 0));
    integratePos(m, d.qpos, d.qvel, h);
    forward(m, d);
    const ahead = d.xpos.slice(3 * body, 3 * body + 3);
    d.qpos.set(qpos);
    integratePos(m, d.qpos, d.qvel, -h);
    forward(m, d);
    for (let c = 0; c < 3; c++) {
      expect(velocity[c]).toBeCloseTo((ahead[c] - d.xpos[3 * body + c]) / (2 * h), 6);
    }
  }
});

test('inverse dynamics after forward dynamics gives the applied force', () => {
  const pair = pairFromXml(tree);
  const { m, d } = pair;
  for (const seed of [6, 7]) {
    randomState(pair, seed);
    forward(m, d);
    inverse(m, d);
    for (let i = 0; i < m.nv; i++) expect(d.qfrc_inverse[i]).toBeCloseTo(d.qfrc_applied[i], 10);
  }
});

test('a stiff spring stays stable under implicitspringdamper, and a soft one converges to the exact solution', () => {
  const stiff = model(
    'timestep=".01" gravity="0 0 0"',
    '<body><joint type="slide" axis="1 0 0" stiffness="1e7"/><geom size=".1"/></body>',
  );
  stiff.m.opt.integrator = Integrator.IMPLICITSPRINGDAMPER;
  stiff.d.qpos[0] = 0.1;
  for (let k = 0; k < 200; k++) step(stiff.m, stiff.d);
  expect(Math.abs(stiff.d.qpos[0])).toBeLessThan(1e-3);

  // x(t) of m x'' + b x' + k x = 0 from x = 1 at rest
  const errors = [4e-3, 2e-3, 1e-3].map((h) => {
    const { m, d } = model(
      `timestep="${h}" gravity="0 0 0"`,
      '<body><joint type="slide" axis="1 0 0" stiffness="40" damping="1"/><geom size=".1" mass="1"/></body>',
    );
    m.opt.integrator = Integrator.IMPLICITSPRINGDAMPER;
    d.qpos[0] = 1;
    for (let k = 0; k < Math.round(1 / h); k++) step(m, d);
    const w = Math.sqrt(40 - 0.25);
    const exact = Math.exp(-0.5) * (Math.cos(w) + (0.5 / w) * Math.sin(w));
    return Math.abs(d.qpos[0] - exact);
  });
  expect(errors[0] / errors[1]).toBeCloseTo(2, 0);
  expect(errors[1] / errors[2]).toBeCloseTo(2, 0);
});

test('implicitspringdamper and Euler agree without springs', () => {
  const bodies = `<body><joint type="ball" damping=".3"/><geom type="box" size=".1 .2 .3" pos=".3 0 0"/>
    <body pos=".5 0 0"><joint axis="0 1 0" damping=".1 .2"/><geom size=".1" pos=".2 0 0"/></body></body>`;
  const a = model('', bodies);
  const b = model('', bodies);
  b.m.opt.integrator = Integrator.IMPLICITSPRINGDAMPER;
  for (let k = 0; k < 100; k++) {
    step(a.m, a.d);
    step(b.m, b.d);
  }
  expect(b.d.qpos).toEqual(a.d.qpos);
});
