// needs: the compiled engine
/** implicitfast integrates free bodies without neighbors separately, and detects them by `body_subtreemass`. Differences with respect to
 *  `body_mass` alone changed this, and compared two methods. */
import { expect, test } from 'vitest';
import { cloneData, Data, modelFromXml, prepare, rolloutGradient, setConst, step, stepVjp } from '../../src/index.ts';

await prepare();

function swimmer() {
  const m = modelFromXml(`<mujoco><option integrator="implicitfast" density="400" wind="-.5 .9 1"/><worldbody>
    <body euler="20 30 40"><freejoint/><geom type="capsule" size=".05 .1" pos=".2 .1 .3"/></body></worldbody></mujoco>`);
  const d = new Data(m);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = 3 * Math.sin(1 + 3 * i);
  const y = Float64Array.from({ length: 2 * m.nv }, (_, k) => (k < m.nv ? 0 : Math.cos(k)));
  return { m, d, y };
}

test('the gradient with respect to the mass of a single free body is that of the method that steps it', () => {
  const { m, d, y } = swimmer();
  const found = stepVjp(m, d, { state: y }, { parameters: [{ field: 'body_mass', index: 1 }] }).parameters[0];
  const mass = m.body_mass[1];
  expect(m.body_subtreemass[1]).toBe(mass);
  const cost = (by: number) => {
    m.body_mass[1] = mass + by;
    m.body_subtreemass[1] = mass + by;
    const t = cloneData(d);
    step(m, t);
    return t.qvel.reduce((sum, v, i) => sum + v * y[m.nv + i], 0);
  };
  const wanted = (cost(1e-5) - cost(-1e-5)) / 2e-5;
  expect(Math.abs(found - wanted)).toBeLessThan(1e-6 * Math.abs(wanted));
});

test('so is the gradient with recomputed constants, and the Model is not changed', () => {
  const { m, d, y } = swimmer();
  const before = [...m.body_mass, ...m.body_subtreemass];
  const parameters = [{ field: 'body_mass', index: 1 }] as const;
  const { parameters: found } = rolloutGradient(m, d, {
    steps: 1,
    parameters,
    constants: setConst,
    cost(data, k, gradient) {
      if (k === 0) return 0;
      gradient.state.set(y);
      return data.qvel.reduce((sum, v, i) => sum + v * y[m.nv + i], 0);
    },
  });
  expect([...m.body_mass, ...m.body_subtreemass]).toEqual(before);
  const mass = m.body_mass[1];
  const cost = (by: number) => {
    m.body_mass[1] = mass + by;
    setConst(m);
    const t = cloneData(d);
    step(m, t);
    return t.qvel.reduce((sum, v, i) => sum + v * y[m.nv + i], 0);
  };
  const wanted = (cost(1e-5) - cost(-1e-5)) / 2e-5;
  expect(Math.abs(found[0] - wanted)).toBeLessThan(1e-6 * Math.abs(wanted));
});
