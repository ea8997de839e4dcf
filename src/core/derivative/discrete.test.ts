/** Derivatives through the integrator `discrete`. */
import { expect, test } from 'vitest';
import { loadModelFromXml } from '../../../test/support/compileMjcf.ts';
import '../../../test/support/plainEngine.ts';
import { step } from '../engine/step.ts';
import { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';
import { rolloutGradient } from './reverse/rolloutGradient.ts';
import { stepVjp } from './reverse/stepVjp.ts';
import { stateDim } from './sizes.ts';
import { transition } from './transition.ts';

const arm = (option: string, world = '', after = '', joint = ''): Model =>
  loadModelFromXml(`<mujoco><option integrator="discrete" timestep=".01" ${option}/><worldbody>${world}
  <body pos="0 0 .6"><joint name="a" axis="0 1 0" damping="2" stiffness="40" springref="20" ${joint}/>
    <geom type="capsule" fromto="0 0 0 .3 0 0" size=".04"/><site name="s" pos=".1 0 .1"/>
    <body pos=".3 0 0"><joint name="b" axis="0 .3 1" damping=".2"/><geom type="capsule" fromto="0 0 0 .3 .1 0" size=".03"/>
      <body pos=".3 .1 0"><joint name="ball" type="ball" stiffness="3" damping=".1"/><geom type="box" size=".1 .05 .02" pos=".1 0 0"/></body></body>
  </body>
  <body pos="0 .6 .6"><joint name="c" axis="0 1 0"/><joint name="d" type="slide" axis="1 0 0" stiffness="30"/>
    <geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/><site name="t" pos=".2 0 0"/></body>
  </worldbody>
  <tendon><fixed name="chain" stiffness="30" damping="1"><joint joint="a" coef="1"/><joint joint="b" coef="-.7"/></fixed>
    <fixed name="trees" stiffness="15" damping=".5"><joint joint="b" coef="1"/><joint joint="c" coef="2"/></fixed></tendon>
  <actuator><position joint="a" kp="1e4" kv="50"/><position joint="b" kp="200" kv="5"/><velocity joint="d" kv="8"/>
    <intvelocity joint="c" kp="20" actrange="-2 2"/><motor joint="d"/><position tendon="trees" kp="30" kv="1"/>
    <general joint="c" dyntype="filterexact" dynprm=".05" gainprm="5" biastype="affine" biasprm="0 -5 -1"/></actuator>${after}</mujoco>`);

function moved(m: Model): Data {
  const d = new Data(m);
  for (let j = 0; j < m.njnt; j++) if (m.jnt_type[j] > 1) d.qpos[m.jnt_qposadr[j]] += 0.2 * Math.sin(3 * j + 1);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 0.5 * Math.cos(2 * i);
  for (let i = 0; i < m.nu; i++) d.ctrl[i] = 0.4 * Math.sin(i);
  for (let i = 0; i < m.na; i++) d.act[i] = 0.3 * Math.cos(i);
  return d;
}

const differ = (a: Float64Array, b: Float64Array): number => {
  const scale = Math.max(1, ...b.map(Math.abs));
  return Math.max(...a.map((x, k) => Math.abs(x - b[k]))) / scale;
};

const touching = '<geom type="plane" size="3 3 1" pos="0 0 .56"/>';

test.each([
  ['springs, servos and tendons', arm('')],
  ['sparse', arm('jacobian="sparse"')],
  ['without springs', arm('', '', '<option><flag spring="disable"/></option>')],
])('%s: analytic A and B are within 1e-6 of differences', (_, m) => {
  const d = moved(m);
  const exact = transition(m, d);
  const wanted = transition(m, d, { method: 'fd', centered: true });
  expect(d.nefc).toBe(0);
  expect(differ(exact.A, wanted.A)).toBeLessThan(1e-6);
  expect(differ(exact.B, wanted.B)).toBeLessThan(1e-6);
  expect(exact.residual).toBeLessThan(1e-10);
  // reverse: y^T A and y^T B
  const y = Float64Array.from({ length: stateDim(m) }, (_v, k) => Math.sin(k));
  const { state, ctrl } = stepVjp(m, d, { state: y });
  const [nx, nu] = [stateDim(m), m.nu];
  for (let c = 0; c < nx; c++)
    expect(state[c]).toBeCloseTo(
      y.reduce((sum, v, r) => sum + v * exact.A[r * nx + c], 0),
      8,
    );
  for (let c = 0; c < nu; c++)
    expect(ctrl[c]).toBeCloseTo(
      y.reduce((sum, v, r) => sum + v * exact.B[r * nu + c], 0),
      8,
    );
});

test.each([
  ['contacts, pyramids', arm('', touching)],
  ['contacts, elliptic', arm('cone="elliptic"', touching)],
  [
    'sparse contacts, limits and friction',
    arm('jacobian="sparse"', touching, '', 'range="-5 10" limited="true" frictionloss=".5"'),
  ],
  [
    'equalities',
    arm(
      '',
      '',
      '<equality><joint joint1="c" joint2="d" polycoef=".1 .5 0 0 0"/><connect site1="s" site2="t"/></equality>',
    ),
  ],
])('%s: hybrid A and B are within 1e-6 of differences', (_, m) => {
  const d = moved(m);
  const result = transition(m, d, { method: 'hybrid' });
  const wanted = transition(m, d, { method: 'fd', centered: true });
  expect(differ(result.A, wanted.A)).toBeLessThan(1e-6);
  expect(differ(result.B, wanted.B)).toBeLessThan(1e-6);
  const t = new Data(m);
  t.qpos.set(d.qpos);
  step(m, t);
  expect(t.nefc).toBeGreaterThan(0);
  expect(() => transition(m, d)).toThrow(/positions of constraint rows with the integrator discrete. Use hybrid or fd/);
  expect(() => stepVjp(m, d, { state: new Float64Array(stateDim(m)) })).toThrow(/Use hybrid or fd/);
});

test('a gradient of a rollout is that of differences', () => {
  const m = arm('');
  const d = moved(m);
  const steps = 5;
  const controls = Float64Array.from({ length: steps * m.nu }, (_, k) => 0.3 * Math.cos(k));
  const cost = (data: Data, k: number): number => (k < steps ? 0 : data.qpos[0] * 2 + data.qvel[2]);
  const run = (u: Float64Array): number => {
    const t = new Data(m);
    t.qpos.set(d.qpos);
    t.qvel.set(d.qvel);
    t.act.set(d.act);
    for (let k = 0; k < steps; k++) {
      t.ctrl.set(u.subarray(k * m.nu, (k + 1) * m.nu));
      step(m, t);
    }
    return cost(t, steps);
  };
  const { controls: gradient } = rolloutGradient(m, d, {
    steps,
    controls,
    cost(data, k, g) {
      if (k === steps) {
        g.state[0] = 2;
        g.state[m.nv + 2] = 1;
      }
      return cost(data, k);
    },
  });
  for (const c of [0, 3, m.nu + 1, 3 * m.nu + 5]) {
    const [up, down] = [1e-5, -1e-5].map((e) => run(controls.map((u, k) => (k === c ? u + e : u))));
    expect(Math.abs(gradient[c] - (up - down) / 2e-5)).toBeLessThan(1e-6);
  }
});

test('what has no closed form is refused with its name, and differences work', () => {
  const refused: [Model, RegExp][] = [
    [arm('density="100"'), /polynomial dampers or fluids with the integrator discrete. Use fd/],
    [arm('', '<body pos="3 0 3"><freejoint/><geom size=".1"/></body>'), /an isolated free body .*joint 0/],
    [
      arm('', '', '<actuator><general joint="a" gaintype="affine" gainprm="1 -2 -3"/></actuator>'),
      /gain or resistance varies/,
    ],
    [
      arm('', '', '<tendon><spatial stiffness="5"><site site="s"/><site site="t"/></spatial></tendon>'),
      /spatial tendons .*Use hybrid or fd/,
    ],
  ];
  for (const [m, message] of refused) {
    expect(() => transition(m, moved(m))).toThrow(message);
    const { A } = transition(m, moved(m), { method: 'fd' });
    expect(A.every(Number.isFinite)).toBe(true);
  }
});
