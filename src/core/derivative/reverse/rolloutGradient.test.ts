// needs: the compiled engine
import { expect, test, vi } from 'vitest';
import { setConst } from '../../../compiler/setConst.ts';
import { modelFromXml, prepare } from '../../../load/load.ts';
import { forward } from '../../engine/forward.ts';
import { integratePos } from '../../engine/integrate/integratePos.ts';
import { step } from '../../engine/step.ts';
import { NPOLY } from '../../model/constants.ts';
import { cloneData } from '../../model/copy.ts';
import { Data } from '../../model/data.ts';
import { Integrator } from '../../model/enums.ts';
import { dataTable, modelTable } from '../../model/fields/index.ts';
import type { Model } from '../../model/model.ts';
import { type Parameter, parameterArray } from './parameters.ts';
import { type RolloutCost, rolloutGradient } from './rolloutGradient.ts';

// the compiled engine
await prepare();

/** A sliding ball, a tumbling stick, an arm with a servo, a tendon and a filter, a link that a spring presses against
 *  its limit: no contact, limit or cone switches. */
const xml = `
<mujoco><option cone="elliptic" tolerance="0" iterations="10" ls_iterations="20"/>
  <worldbody><geom name="floor" type="plane" size="5 5 .1" friction=".1"/>
    <body name="stick" pos="0 0 5"><freejoint/><geom type="capsule" size=".1 .2"/></body>
    <body name="upper" pos="0 2 1"><joint name="a" axis="0 1 0" damping=".3" stiffness="2" armature=".02"/>
      <geom type="capsule" size=".04" fromto="0 0 0 .3 0 0"/><site name="s" pos=".1 0 .1"/>
      <body name="lower" pos=".3 0 0"><joint name="b" axis="0 1 .2" damping=".1 .05"/><joint name="c" axis="1 0 0" frictionloss=".02"/>
        <geom type="capsule" size=".03" fromto="0 0 0 .25 0 .05"/><site name="t" pos=".2 .1 0"/></body></body>
    <body name="pressed" pos="0 -2 1"><joint name="p" axis="0 1 0" range="-10 60" limited="true" stiffness="20" springref="-40"
      solreflimit=".03 .9"/><geom type="capsule" size=".04" fromto="0 0 0 0 0 .3"/></body>
    <body name="sled" pos="0 4 .0999"><joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>
      <joint type="slide" axis="0 0 1"/><geom name="sled" size=".1" friction=".1" priority="1" solref=".06 1.2"/></body>
  </worldbody>
  <tendon><spatial name="l" damping=".1" stiffness="3" springlength=".1"><site site="s"/><site site="t"/></spatial></tendon>
  <actuator><motor joint="a" gear="2"/><position joint="b" kp="4" kv=".2"/>
    <general joint="c" dyntype="filter" dynprm=".1" gainprm="2"/></actuator>
  <sensor><framepos objtype="site" objname="t"/><jointactuatorfrc joint="b"/><accelerometer site="t"/></sensor>
</mujoco>`;

function world(steps: number, integrator: keyof typeof Integrator = 'EULER', engine: 'js' | 'wasm' = 'wasm') {
  const m = modelFromXml(xml, { engine });
  m.opt.integrator = Integrator[integrator];
  const d = new Data(m);
  d.qpos[m.nq - 4] = -0.18;
  d.qvel.set([0.1, 0.2, 0, 2, 3, 1]);
  d.qvel[8] = 3;
  d.qvel[m.nv - 3] = 0.9;
  d.qvel[m.nv - 2] = 0.1;
  // the sled settles in height
  step(m, d, 150);
  const controls = Float64Array.from({ length: steps * m.nu }, (_, k) => 0.5 * Math.sin(0.07 * k));
  return { m, d, controls };
}

/** Costs of the state on the way and at the end, and of the controls; quaternions have no cost. */
const costFor =
  (m: Model, steps: number): RolloutCost =>
  (d, k, gradient) => {
    const { nv } = m;
    const weight = k === steps ? 1 : 0.01;
    let sum = 0;
    for (let i = 0; i < nv; i++) {
      sum += 0.5 * weight * d.qvel[i] ** 2;
      gradient.state[nv + i] += weight * d.qvel[i];
      if (i >= 3 && i < 6) continue;
      const q = d.qpos[i < 3 ? i : i + 1];
      sum += weight * (q + 0.5 * q * q);
      gradient.state[i] += weight * (1 + q);
    }
    for (let i = 0; i < d.ctrl.length && k < steps; i++) {
      sum += 0.01 * d.ctrl[i] ** 2;
      gradient.ctrl[i] += 0.02 * d.ctrl[i];
    }
    return sum;
  };

const ignored = { state: new Float64Array(50), ctrl: new Float64Array(9), sensors: new Float64Array(7) };

/** Cost of a rollout without derivatives. */
function rolloutCost(m: Model, d: Data, controls: Float64Array): number {
  const t = cloneData(d);
  const steps = controls.length / m.nu;
  const cost = costFor(m, steps);
  let sum = 0;
  for (let k = 0; k < steps; k++) {
    t.ctrl.set(controls.subarray(k * m.nu, (k + 1) * m.nu));
    sum += cost(t, k, ignored);
    step(m, t);
  }
  sum += cost(t, steps, ignored);
  t.free();
  return sum;
}

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [ab, aa, bb] = [0, 0, 0];
  for (let k = 0; k < b.length; k++) {
    ab += a[k] * b[k];
    aa += a[k] ** 2;
    bb += b[k] ** 2;
  }
  return ab / Math.sqrt(aa * bb);
}

test.each([
  ['EULER', 200],
  ['RK4', 20],
  ['IMPLICITFAST', 40],
] as const)('%s: the gradient of %i steps matches finite differences', (integrator, steps) => {
  const { m, d, controls } = world(steps, integrator);
  const found = rolloutGradient(m, d, { steps, controls, cost: costFor(m, steps) });
  expect(found.residual).toBeLessThan(1e-10);
  const nudged = Array.from(found.state.keys()).filter((i) => i % 3 !== 1);
  const state = nudged.map((i) => {
    const [plus, minus] = [1e-6, -1e-6].map((by) => {
      const t = cloneData(d);
      if (i < m.nv) {
        const unit = new Float64Array(m.nv);
        unit[i] = 1;
        integratePos(m, t.qpos, 0, unit, 0, by);
      } else if (i < 2 * m.nv) t.qvel[i - m.nv] += by;
      else t.act[i - 2 * m.nv] += by;
      return rolloutCost(m, t, controls);
    });
    return (plus - minus) / 2e-6;
  });
  expect(
    cosine(
      nudged.map((i) => found.state[i]),
      state,
    ),
  ).toBeGreaterThan(0.9999999);
  const some = [0, 1, 2, 50, 58, 59, 100, 101, 117, 118, 119].filter((k) => k < controls.length);
  const byControl = some.map((k) => {
    const [plus, minus] = [1e-4, -1e-4].map((by) => {
      const nudged = controls.slice();
      nudged[k] += by;
      return rolloutCost(m, d, nudged);
    });
    return (plus - minus) / 2e-4;
  });
  const picked = some.map((k) => found.controls[k]);
  expect(cosine(picked, byControl)).toBeGreaterThan(0.99999);
});

/** Bodies: 1 stick, 2 upper, 3 lower, 4 pressed, 5 sled. */
const parameters: Parameter[] = [
  { field: 'body_mass', index: 5 },
  { field: 'body_mass', index: 3 },
  { field: 'body_inertia', index: 5 },
  { field: 'body_inertia', index: 10 },
  { field: 'geom_friction', index: 15 },
  { field: 'dof_damping', index: 7 },
  { field: 'dof_dampingpoly', index: 7 * NPOLY },
  { field: 'jnt_stiffness', index: 1 },
  { field: 'dof_armature', index: 6 },
  { field: 'dof_armature', index: 7 },
  { field: 'dof_frictionloss', index: 8 },
  { field: 'actuator_gainprm', index: 0 },
  { field: 'actuator_gainprm', index: 10 },
  { field: 'actuator_biasprm', index: 11 },
  { field: 'actuator_biasprm', index: 12 },
  { field: 'actuator_dynprm', index: 20 },
  { field: 'geom_solref', index: 10 },
  { field: 'geom_solref', index: 11 },
  { field: 'jnt_solref', index: 8 },
  { field: 'tendon_stiffness', index: 0 },
  { field: 'tendon_damping', index: 0 },
  { field: 'gravity', index: 0 },
  { field: 'gravity', index: 2 },
  { field: 'body_pos', index: 9 },
  { field: 'body_pos', index: 11 },
  { field: 'body_ipos', index: 9 },
];

/** Cost by a parameter, from perturbed rollouts. */
function differenceOf(m: Model, p: Parameter, value: () => number, recompute?: (m: Model) => void): number {
  const array = parameterArray(m, p);
  const from = array[p.index];
  const eps = from === 0 ? 1e-6 : 2e-5 * Math.abs(from);
  const at = (by: number) => {
    array[p.index] = from + by;
    recompute?.(m);
    return value();
  };
  const result = (at(eps) - at(-eps)) / (2 * eps);
  array[p.index] = from;
  recompute?.(m);
  return result;
}

/** Expects agreement to 1e-5, or to the resolution of the differences. */
function expectNear(found: number, wanted: number, { field, index }: Parameter): void {
  const error = Math.abs(found - wanted) / Math.max(1e-2, Math.abs(wanted));
  expect.soft(error, `${field} ${index}: ${wanted}`).toBeLessThan(1e-5);
}

test.each([
  ['EULER', 200],
  ['IMPLICIT', 40],
  ['IMPLICITFAST', 40],
  ['IMPLICITSPRINGDAMPER', 40],
] as const)('%s: the gradient with respect to each parameter matches finite differences', (integrator, steps) => {
  const { m, d, controls } = world(steps, integrator);
  const found = rolloutGradient(m, d, { steps, controls, cost: costFor(m, steps), parameters });
  for (const [k, p] of parameters.entries()) {
    const wanted = differenceOf(m, p, () => rolloutCost(m, d, controls));
    expect(wanted, `${p.field} ${p.index}`).not.toBe(0);
    expectNear(found.parameters[k], wanted, p);
  }
});

test('with setConst the constants follow the parameters', () => {
  const steps = 40;
  const { m, d, controls } = world(steps);
  const cost = costFor(m, steps);
  const some = parameters.filter(({ field }) => /mass|inertia|armature|body_pos/.test(field));
  const fields = () =>
    modelTable.filter(([name]) => !name.includes('.')).map(([name]) => m[name as 'body_mass'].slice());
  const before = fields();
  const fixed = rolloutGradient(m, d, { steps, controls, cost, parameters: some });
  const found = rolloutGradient(m, d, { steps, controls, cost, parameters: some, constants: setConst });
  expect(fields()).toEqual(before);
  expect(found.parameters[0]).not.toBeCloseTo(fixed.parameters[0], 5);
  for (const [k, p] of some.entries()) {
    const wanted = differenceOf(m, p, () => rolloutCost(m, d, controls), setConst);
    expectNear(found.parameters[k], wanted, p);
  }
});

test('a cost of sensors is differentiated with respect to states, controls and parameters', () => {
  const steps = 5;
  const { m, d, controls } = world(steps);
  // position of the site, gain of the servo, reading of the accelerometer
  const cost: RolloutCost = (t, _, gradient) => {
    gradient.sensors.set(t.sensordata);
    return t.sensordata.reduce((sum, x) => sum + 0.5 * x * x, 0);
  };
  const some: Parameter[] = [
    { field: 'body_mass', index: 3 },
    { field: 'site_pos', index: 4 },
    { field: 'actuator_biasprm', index: 11 },
  ];
  const value = (from = d, u = controls) => {
    const t = cloneData(from);
    let sum = 0;
    for (let k = 0; k <= steps; k++) {
      if (k < steps) t.ctrl.set(u.subarray(k * m.nu, (k + 1) * m.nu));
      forward(m, t);
      sum += cost(t, k, ignored);
      step(m, t);
    }
    return sum;
  };
  const found = rolloutGradient(m, d, { steps, controls, cost, parameters: some });
  for (const [k, p] of some.entries()) {
    expectNear(found.parameters[k], differenceOf(m, p, value), p);
  }
  const [plus, minus] = [1e-4, -1e-4].map((by) => {
    const nudged = controls.slice();
    nudged[3 * m.nu + 1] += by;
    return value(d, nudged);
  });
  expect(found.controls[3 * m.nu + 1] / ((plus - minus) / 2e-4)).toBeCloseTo(1, 6);
  const [faster, slower] = [1e-5, -1e-5].map((by) => {
    const t = cloneData(d);
    t.qvel[7] += by;
    return value(t);
  });
  expect(found.state[m.nv + 7] / ((faster - slower) / 2e-5)).toBeCloseTo(1, 6);
});

test('both engines give the same bits, the Data is unchanged, and nothing is allocated after the first call', () => {
  const steps = 5;
  const [js, wasm] = (['js', 'wasm'] as const).map((engine) => {
    const { m, d, controls } = world(steps, 'EULER', engine);
    const before = cloneData(d);
    const options = { steps, controls, cost: costFor(m, steps), parameters: parameters.filter((_, k) => k % 4 === 0) };
    const into = rolloutGradient(m, d, options);
    for (const [name] of dataTable) expect(d[name], name).toEqual(before[name]);
    const result = { ...into, state: into.state.slice(), controls: into.controls.slice() };
    // the quantities checked above have moved
    rolloutGradient(m, d, { ...options, into });
    const made = vi.fn();
    const construct = (target: typeof Float64Array, args: [number]) => {
      made(new Error().stack);
      return Reflect.construct(target, args);
    };
    vi.stubGlobal('Float64Array', new Proxy(Float64Array, { construct }));
    rolloutGradient(m, d, { ...options, into });
    vi.unstubAllGlobals();
    expect(made.mock.calls, engine).toEqual([]);
    expect(into.state).toEqual(result.state);
    return result;
  });
  expect(wasm.cost).toBe(js.cost);
  expect(wasm.state).toEqual(js.state);
  expect(wasm.controls).toEqual(js.controls);
  expect(wasm.parameters).toEqual(js.parameters);
});

test('wrong arguments throw descriptive errors', () => {
  const { m, d } = world(1);
  const cost = costFor(m, 2);
  const wrong = (options: object) => () => rolloutGradient(m, d, { steps: 2, cost, ...options });
  expect(wrong({ steps: 0 })).toThrow('steps: expected at least 1, found 0');
  expect(wrong({ cost: 3 })).toThrow('cost: expected a function, found 3');
  expect(wrong({ cost: () => Number.NaN })).toThrow('cost at time 0: expected a finite number, found NaN');
  expect(wrong({ controls: new Float64Array(2) })).toThrow('controls: expected 6 values, found 2');
  expect(wrong({ parameters: [{ field: 'body_parentid', index: 0 }] })).toThrow('found body_parentid');
  expect(wrong({ parameters: [{ field: 'gravity', index: 3 }] })).toThrow('index: expected 0 to 2, found 3 (gravity)');
});
