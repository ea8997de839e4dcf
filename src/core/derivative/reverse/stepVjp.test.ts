// needs: the compiled engine
import { expect, test, vi } from 'vitest';
import { random } from '../../../../test/support/oracle/oracle.ts';
import { derivativeScene } from '../../../../test/support/scenes/derivativeScene.ts';
import { modelFromXml, prepare } from '../../../load/load.ts';
import { step } from '../../engine/step.ts';
import { cloneData } from '../../model/copy.ts';
import { Data } from '../../model/data.ts';
import { Disable, Integrator } from '../../model/enums.ts';
import { arenaTable, dataScalars, dataTable } from '../../model/fields/index.ts';
import type { Model } from '../../model/model.ts';
import { stateDim } from '../sizes.ts';
import { transition } from '../transition.ts';
import { maxRelativeError } from '../validate.ts';
import { stepVjp } from './stepVjp.ts';

// the compiled engine
await prepare();

const integrators = ['EULER', 'RK4', 'IMPLICIT', 'IMPLICITFAST', 'IMPLICITSPRINGDAMPER'] as const;

/** The scene in contact and in motion. */
function settled(m: Model): Data {
  const d = new Data(m);
  const next = random(5);
  for (let i = 0; i < m.nu; i++) d.ctrl[i] = 0.3 * next();
  step(m, d, 40);
  return d;
}

function someCotangents(m: Model): Float64Array {
  const next = random(9);
  return Float64Array.from({ length: stateDim(m) }, () => next());
}

/** y^T X for X with rows of length n. */
function transposed(X: Float64Array, y: Float64Array, n: number): Float64Array {
  const out = new Float64Array(n);
  for (let r = 0; r < y.length; r++) for (let c = 0; c < n; c++) out[c] += y[r] * X[r * n + c];
  return out;
}

test.each(integrators)('%s: the vector-Jacobian product matches A and B', (integrator) => {
  for (const cone of ['pyramidal', 'elliptic']) {
    for (const damping of ['.2', '0']) {
      const m = modelFromXml(derivativeScene(`cone="${cone}"`, damping));
      m.opt.integrator = Integrator[integrator];
      const d = settled(m);
      expect(d.nefc).toBeGreaterThan(10);
      const y = someCotangents(m);
      const { state, ctrl, residual } = stepVjp(m, d, { state: y });
      const { A, B } = transition(m, d);
      expect(residual).toBeLessThan(1e-10);
      expect(maxRelativeError(state, transposed(A, y, stateDim(m))), `${cone} A`).toBeLessThan(1e-12);
      expect(maxRelativeError(ctrl, transposed(B, y, m.nu)), `${cone} B`).toBeLessThan(1e-12);
    }
  }
});

test('it matches for bodies in contact, with every condim and with adhesion', () => {
  const ball = (x: number, y: number, z: number, more: string) =>
    `<body pos="${x} ${y} ${z}"><freejoint/><geom size=".1" ${more}/></body>`;
  for (const cone of ['pyramidal', 'elliptic']) {
    const m = modelFromXml(`<mujoco><option cone="${cone}" tolerance="0" iterations="200"/>
      <default><geom friction=".4 .05 .02" solimp=".8 .95 .3"/></default>
      <worldbody><geom type="plane" size="3 3 .1" condim="1"/>
        ${ball(0, 0, 0.099, 'condim="1"')}${ball(0.05, 0, 0.28, 'condim="4" adhesion="2"')}${ball(0.2, 0.01, 0.15, 'condim="6"')}
        <body pos="-.18 0 .2"><joint axis="0 1 0"/><joint axis="1 0 0"/><geom type="capsule" size=".09 .1" condim="3"/>
          <body pos="-.1 .1 .1"><joint axis="0 1 0"/><geom type="box" size=".05 .1 .3"/></body></body>
      </worldbody></mujoco>`);
    const d = new Data(m);
    const next = random(3);
    for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.4 * next();
    step(m, d, 5);
    const y = someCotangents(m);
    const { A } = transition(m, d);
    expect(d.ncon).toBeGreaterThan(3);
    expect(maxRelativeError(stepVjp(m, d, { state: y }).state, transposed(A, y, stateDim(m))), cone).toBeLessThan(
      1e-12,
    );
  }
});

test.each(['EULER', 'IMPLICITFAST', 'RK4'] as const)(
  'it matches with connects and welds of bodies, sites and the world: %s',
  (integrator) => {
    const link = (
      name: string,
      x: number,
    ) => `<body name="${name}" pos="${x} 0 1" euler="10 20 ${30 * x}"><joint axis="1 .2 .3" damping=".1"/>
    <geom size=".1" pos=".2 .1 0"/><site name="${name}" pos=".1 .2 .1" euler="20 0 10"/>
    <body name="${name}2" pos=".3 .1 0"><joint type="ball"/><joint type="slide" axis="0 1 1"/><geom type="box" size=".1 .15 .05" pos=".1 0 0"/><site name="${name}2"/></body></body>`;
    const m = modelFromXml(
      `<mujoco><option tolerance="0" iterations="200"><flag contact="disable"/></option>
    <default><equality solref=".1 1"/></default>
    <worldbody>${['a', 'b', 'c', 'd'].map(link).join('')}<body name="free" pos="1 1 1"><freejoint/><geom type="box" size=".1 .2 .3"/></body></worldbody>
    <equality><connect body1="a2" body2="b" anchor=".1 .2 0"/><connect site1="b2" site2="c"/><weld body1="free" body2="c2" torquescale=".6"/>
      <joint joint1="j" joint2="k" polycoef="0 1 0 0 0"/><weld site1="d2" site2="c2"/><connect body1="d" anchor=".2 .1 0"/></equality></mujoco>`
        .replace('<joint axis="1 .2 .3"', '<joint name="j" axis="1 .2 .3"')
        .replace('<joint axis="1 .2 .3"', '<joint name="k" axis="1 .2 .3"'),
    );
    m.opt.integrator = Integrator[integrator];
    const d = new Data(m);
    const next = random(7);
    for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.5 * next();
    step(m, d, 3);
    const y = someCotangents(m);
    const { A } = transition(m, d);
    expect(d.ne).toBe(3 + 3 + 6 + 1 + 6 + 3);
    expect(maxRelativeError(stepVjp(m, d, { state: y }).state, transposed(A, y, stateDim(m)))).toBeLessThan(1e-12);
  },
);

/** Balls in the air and on the ground, single and in heaps, a hinge at its limit: many trees, inside and outside
 *  islands. */
function heaps(options: string): Model {
  const ball = (k: number) =>
    `<body pos="${0.5 * (k % 5)} ${0.5 * (k % 3)} ${0.098 + 0.19 * (k >> 3)}"><freejoint/><geom size=".1" condim="${k % 2 ? 3 : 4}"/></body>`;
  return modelFromXml(`<mujoco><option ${options}/><default><geom friction=".4 .05 .02" solimp=".8 .95 .3"/></default>
    <worldbody><geom type="plane" size="3 3 .1"/>${Array.from({ length: 24 }, (_, k) => ball(k)).join('')}
      <body pos="0 0 3"><freejoint/><geom size=".1 .1 .2" type="box"/></body>
      <body pos="0 0 4"><joint axis="0 1 0" range="1 2" limited="true"/><geom type="capsule" size=".04 .2" pos=".1 0 0"/></body>
    </worldbody></mujoco>`);
}

test.each([
  'cone="pyramidal" jacobian="sparse"',
  'cone="elliptic" jacobian="sparse"',
  'cone="elliptic" jacobian="dense"',
  'cone="elliptic" solver="CG" jacobian="sparse"',
  'cone="elliptic" solver="PGS" jacobian="sparse"',
])('it matches for islands and unconstrained trees, from the first call on: %s', (options) => {
  for (const flags of [0, Disable.ISLAND]) {
    const m = heaps(options);
    m.opt.disableflags |= flags;
    const d = new Data(m);
    const next = random(3);
    for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.4 * next();
    step(m, d, 3);
    expect(d.nefc).toBeGreaterThan(30);
    const y = someCotangents(m);
    const { state, residual } = stepVjp(m, d, { state: y });
    expect(residual).toBeLessThan(1e-10);
    expect(stepVjp(m, d, { state: y }).state).toEqual(state);
    expect(maxRelativeError(state, transposed(transition(m, d).A, y, stateDim(m)))).toBeLessThan(1e-11);
  }
});

test('it matches without constraints', () => {
  const m = modelFromXml(derivativeScene('').replace('<option ', '<option integrator="implicit" '));
  m.opt.disableflags |= Disable.CONSTRAINT;
  const d = settled(m);
  const y = someCotangents(m);
  const { A } = transition(m, d);
  expect(maxRelativeError(stepVjp(m, d, { state: y }).state, transposed(A, y, stateDim(m)))).toBeLessThan(1e-12);
});

test('both engines give the same bits, and the Data is unchanged', () => {
  for (const integrator of integrators) {
    const [js, wasm] = (['js', 'wasm'] as const).map((engine) => {
      const m = modelFromXml(derivativeScene('cone="elliptic"'), { engine });
      m.opt.integrator = Integrator[integrator];
      const d = settled(m);
      const before = cloneData(d);
      const result = stepVjp(m, d, { state: someCotangents(m) });
      for (const [name] of [...dataTable, ...arenaTable]) expect(d[name], name).toEqual(before[name]);
      for (const [name] of dataScalars) if (!name.endsWith('_need')) expect(d[name], name).toBe(before[name]);
      return result;
    });
    expect(wasm.state, integrator).toEqual(js.state);
    expect(wasm.ctrl, integrator).toEqual(js.ctrl);
  }
});

/** A settled scene in both engines, with at least ten contacts between the first pair of geom types and one between the
 *  second. */
function expectSameBits(xml: string, pairs: number[]): void {
  const [js, wasm] = (['js', 'wasm'] as const).map((engine) => {
    const m = modelFromXml(xml, { engine });
    const d = settled(m);
    const before = cloneData(d);
    const y = someCotangents(m);
    const { state } = stepVjp(m, d, { state: y });
    const { A } = transition(m, d);
    for (const [name] of [...dataTable, ...arenaTable]) expect(d[name], name).toEqual(before[name]);
    const kinds = Array.from(
      { length: d.ncon },
      (_, c) => m.geom_type[d.contact_geom[2 * c]] * 10 + m.geom_type[d.contact_geom[2 * c + 1]],
    );
    expect([...new Set(kinds)].sort((a, b) => a - b)).toEqual(pairs);
    expect(maxRelativeError(state, transposed(A, y, stateDim(m)))).toBeLessThan(1e-9);
    return { state, A };
  });
  expect(wasm.state).toEqual(js.state);
  expect(wasm.A).toEqual(js.A);
}

const cube = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => `${0.1 * x} ${0.15 * y} ${0.05 * z}`)));

test('engines agree with meshes and on a height field, where the product matches A^T y', () => {
  const xml = `<mujoco><asset><mesh name="m" vertex="${cube.join(' ')}"/>
    <hfield name="h" nrow="4" ncol="4" size="1 1 .1 .1" elevation="0 1 2 0  1 2 0 1  2 0 1 1  0 1 2 2"/></asset>
    <worldbody><geom type="hfield" hfield="h" pos="3 0 0"/><geom type="plane" size="2 2 .1"/>
    <body pos="3.1 .2 .13"><freejoint/><geom size=".1"/></body>
    <body pos="0 0 .05"><freejoint/><geom type="mesh" mesh="m"/></body>
    <body pos=".02 .03 .145" euler="0 0 20"><freejoint/><geom type="mesh" mesh="m"/></body>
    <body pos=".02 .03 .243"><freejoint/><geom size=".05"/></body></worldbody></mujoco>`;
  // plane and mesh, height field and ball, ball and mesh, two meshes
  expectSameBits(xml, [7, 12, 27, 77]);
});

test('engines agree with ellipsoids and cylinders, and contacts found by rotating them', () => {
  const lying = 'euler="90 3 0"';
  const xml = `<mujoco><asset><mesh name="m" vertex="${cube.join(' ')}"/></asset><worldbody><geom type="plane" size="2 2 .1"/>
    <body pos="2 0 .05"><freejoint/><geom type="mesh" mesh="m"/></body>
    <body pos="2.02 .03 .139"><freejoint/><geom type="ellipsoid" size=".06 .07 .04"/></body>
    <body pos="0 0 .1" ${lying}><freejoint/><geom type="cylinder" size=".1 .2"/></body>
    <body pos=".01 0 .295" euler="0 92 0"><freejoint/><geom type="cylinder" size=".1 .2"/></body>
    <body pos=".01 0 .43" euler="0 5 20"><freejoint/><geom type="ellipsoid" size=".06 .05 .04"/></body>
    <body pos="1 0 .2"><freejoint/><geom type="box" size=".2 .2 .2"/></body>
    <body pos="1 0 .495" euler="88 3 0"><freejoint/><geom type="cylinder" size=".1 .15"/></body>
    <body pos="1 0 .64"><freejoint/><geom type="ellipsoid" size=".06 .07 .05"/></body></worldbody></mujoco>`;
  expectSameBits(xml, [5, 6, 7, 45, 47, 55, 56]);
});

test('nothing is allocated after the first call', () => {
  const m = modelFromXml(derivativeScene(''));
  const d = settled(m);
  const state = someCotangents(m);
  const into = stepVjp(m, d, { state });
  const { used } = m.heap;
  let made = 0;
  const counted = new Proxy(Float64Array, {
    construct(target, args) {
      made++;
      return Reflect.construct(target, args);
    },
  });
  vi.stubGlobal('Float64Array', counted);
  for (let k = 0; k < 5; k++) stepVjp(m, d, { state }, { into });
  vi.unstubAllGlobals();
  expect(made).toBe(0);
  expect(m.heap.used).toBe(used);
});

test('wrong sizes and unsupported features throw descriptive errors', () => {
  const m = modelFromXml(derivativeScene(''));
  const d = new Data(m);
  const state = someCotangents(m);
  expect(() => stepVjp(m, d, { state: new Float64Array(3) })).toThrow('cotangents.state: expected');
  expect(() => stepVjp(m, d, { state }, { into: { ctrl: new Float64Array(9) } })).toThrow('ctrl: expected');
  m.opt.integrator = Integrator.RK4;
  const parameters = [{ field: 'body_mass', index: 1 } as const];
  expect(() => stepVjp(m, d, { state }, { parameters })).toThrow(
    'parameters: the reverse pass has no closed form for the integrator RK4. Choose another integrator',
  );
});
