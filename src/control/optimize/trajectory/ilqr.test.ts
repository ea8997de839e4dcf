import { expect, test } from 'vitest';
import { Data, forward, type Model, modelFromXml, prepare, step, transition } from '../../../index.ts';
import { dlqr } from '../regulator/lqr.ts';
import { times, timesTranspose } from '../regulator/matrix.ts';
import { Ilqr, ilqr, type TrajectoryCost } from './ilqr.ts';

await prepare({ engine: 'js' });

const cart = (range: string) =>
  modelFromXml(`<mujoco><option timestep="0.02" integrator="implicitfast"/><worldbody><body>
    <joint name="slide" type="slide" axis="1 0 0" damping="0.1"/><geom type="box" size="0.1 0.05 0.05" mass="1"/>
    <body><joint name="pole" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0 0 0.5" size="0.02" mass="0.2"/></body>
  </body></worldbody><actuator><motor joint="slide" gear="10" ${range}/></actuator></mujoco>`);

/** 1/2 x'Qx + 1/2 R u^2 with diagonal weights; ten times as much at the end. */
function quadratic(model: Model, weights: number[], R: number, horizon: number): TrajectoryCost {
  const n = 2 * model.nv;
  return (data, k, out) => {
    const factor = k === horizon ? 10 : 1;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const x = i < model.nv ? data.qpos[i] : data.qvel[i - model.nv];
      sum += 0.5 * factor * weights[i] * x * x;
      if (!out) continue;
      out.lx[i] += factor * weights[i] * x;
      out.lxx[i * (n + 1)] += factor * weights[i];
    }
    if (k === horizon) return sum;
    if (out) {
      out.lu[0] += R * data.ctrl[0];
      out.luu[0] += R;
    }
    return sum + 0.5 * R * data.ctrl[0] ** 2;
  };
}

test('with the cost to go of the regulator at the end, every gain is that of the regulator', () => {
  const model = cart('');
  const data = new Data(model);
  forward(model, data);
  const { A, B } = transition(model, data);
  const { K, S } = dlqr(A, B, [1, 5, 0.1, 0.1], 0.1);
  const horizon = 20;
  const running = quadratic(model, [1, 5, 0.1, 0.1], 0.1, horizon);
  const cost: TrajectoryCost = (d, k, out) => {
    if (k < horizon) return running(d, k, out);
    const x = Float64Array.of(...d.qpos, ...d.qvel);
    const gradient = times(S, x, 4, 4, 1);
    out?.lx.set(gradient);
    out?.lxx.set(S);
    return 0.5 * timesTranspose(x, gradient, 1, 4, 1)[0];
  };
  data.qpos.set([1e-6, 1e-6]);
  const { feedback } = ilqr(model, data, { horizon, cost });
  for (const gain of feedback) {
    for (let i = 0; i < 4; i++) expect(Math.abs(gain[i] + K[i])).toBeLessThan(1e-5 * Math.abs(K[i]));
  }
});

/** Swings the pole up within the range of the motor. */
function swingUp(range: string): { plan: Ilqr; model: Model; data: Data } {
  const model = cart(range);
  const data = new Data(model);
  data.qpos[1] = Math.PI;
  const horizon = 120;
  const running = quadratic(model, [0.01, 0.02, 0.001, 0.001], 0.02, horizon);
  const last = quadratic(model, [10, 50, 2, 2], 0.02, horizon);
  const cost: TrajectoryCost = (d, k, out) => (k === horizon ? last : running)(d, k, out);
  const controls = Float64Array.from({ length: horizon }, (_, k) => 0.3 * Math.sin(0.15 * k));
  return { plan: ilqr(model, data, { horizon, cost, controls, maxIterations: 300 }), model, data };
}

test('a pole is swung up within the range of its motor', () => {
  const { plan, model, data } = swingUp('ctrlrange="-0.8 0.8" ctrllimited="true"');
  expect(Math.max(...plan.controls.map(Math.abs))).toBeLessThanOrEqual(0.8);
  // some controls are at the limit, where the feedback is zero
  const saturated = [...plan.controls].findIndex((u) => Math.abs(u) === 0.8);
  expect(saturated).toBeGreaterThanOrEqual(0);
  expect([...plan.feedback[saturated]].every((k) => k === 0)).toBe(true);
  for (let k = 0; k < plan.horizon; k++) {
    plan.controlsAt(k, data, data.ctrl);
    step(model, data);
  }
  expect(Math.abs(data.qpos[1])).toBeLessThan(0.15);
});

test('each iteration lowers the cost', () => {
  const model = cart('');
  const data = new Data(model);
  data.qpos.set([0.5, 0.3]);
  const planner = new Ilqr(model, { horizon: 50, cost: quadratic(model, [1, 1, 0.1, 0.1], 0.1, 50) });
  planner.start(data);
  let before = planner.cost;
  let iterations = 0;
  while (planner.improve()) {
    expect(planner.cost).toBeLessThan(before);
    before = planner.cost;
    iterations++;
  }
  expect(iterations).toBeGreaterThan(1);
  expect(data.time).toBe(0);
});

test('a shifted plan starts at the next state with a lower cost than a new one', () => {
  const model = cart('');
  const data = new Data(model);
  data.qpos.set([0.5, 0.3]);
  const cost = quadratic(model, [1, 1, 0.1, 0.1], 0.1, 50);
  const planner = ilqr(model, data, { horizon: 50, cost });
  for (let k = 0; k < 5; k++) {
    data.ctrl[0] = planner.controls[k];
    step(model, data);
  }
  const fresh = new Ilqr(model, { horizon: 50, cost });
  fresh.start(data);
  planner.shift(data, 5);
  expect(planner.cost).toBeLessThan(0.5 * fresh.cost);
});

test('an aborted signal and a callback end the plan', () => {
  const model = cart('');
  const data = new Data(model);
  data.qpos.set([0.5, 0.3]);
  const cost = quadratic(model, [1, 1, 0.1, 0.1], 0.1, 50);
  let calls = 0;
  ilqr(model, data, { horizon: 50, cost, onIteration: () => ++calls < 2 });
  expect(calls).toBe(2);
  const signal = AbortSignal.abort(new Error('enough'));
  expect(() => ilqr(model, data, { horizon: 50, cost, signal })).toThrow('enough');
});

test('a model without actuators and a cost that is not finite are errors', () => {
  const still = modelFromXml('<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>');
  expect(() => new Ilqr(still, { horizon: 5, cost: () => 0 })).toThrow(/the model has no actuators/);
  const model = cart('');
  expect(() => ilqr(model, new Data(model), { horizon: 5, cost: () => Number.NaN })).toThrow(
    /first trajectory has a cost of/,
  );
  expect(() => new Ilqr(model, { horizon: 0, cost: () => 0 })).toThrow(/horizon: expected a whole number/);
});
