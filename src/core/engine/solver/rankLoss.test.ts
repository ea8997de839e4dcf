// needs: the compiled engine
/** Removing a row that is far stiffer than the rest leaves only rounding errors: the Hessian loses its rank in the
 *  middle of a solve, although the model is valid. */
import { expect, test, vi } from 'vitest';
import { fieldError, mujoco, oracleModel, type Pair } from '../../../../test/support/oracle/oracle.ts';
import { modelFromXml, prepare } from '../../../load/load.ts';
import { Data } from '../../model/data.ts';
import { forward } from '../forward.ts';

/** Results of the plain engine's factorizations. The test setup has already loaded the engine, so it is loaded
 *  again. */
const lost = vi.hoisted(() => {
  vi.resetModules();
  return { byUpdate: 0, byFactor: 0 };
});
vi.mock('./primal/factor.ts', async (original) => {
  const real = await original<typeof import('./primal/factor.ts')>();
  const counted =
    <T extends unknown[]>(of: keyof typeof lost, work: (...given: T) => number) =>
    (...given: T) => {
      const raised = work(...given);
      if (raised > 0) lost[of]++;
      return raised;
    };
  return {
    ...real,
    updateFactor: counted('byUpdate', real.updateFactor),
    factorHessian: counted('byFactor', real.factorHessian),
  };
});
await Promise.all([prepare(), prepare({ engine: 'js' })]);

const slider = (name: string, mass: number) =>
  `<body><joint name="${name}" type="slide"/><geom size=".1" mass="${mass}"/></body>`;
const over = (...names: string[]) => `<fixed limited="true" range="0 10" solimplimit=".9 .9 .01">
  ${names.map((name) => `<joint joint="${name}" coef="1"/>`).join('')}</fixed>`;

/** Three sliders and three violated limits. The first limit is stiffer than the others by up to 10^18, and the second
 *  pulls it open. */
function solved([x, y, z]: readonly number[], engine: 'js' | 'wasm'): Pair {
  const xml = `<mujoco><option gravity="0 0 0" tolerance="1e-14"><flag contact="disable" island="disable"/></option>
    <worldbody>${slider('x', x)}${slider('y', y)}${slider('z', z)}</worldbody>
    <tendon>${over('x')}${over('x', 'z')}${over('y', 'z')}</tendon></mujoco>`;
  const m = modelFromXml(xml, { engine });
  const theirs = oracleModel(xml);
  for (const model of [m, theirs]) (model.tendon_invweight0 as Float64Array)[0] = 1e-20;
  const pair = { m, d: new Data(m), theirs: { m: theirs, d: new mujoco.MjData(theirs) } };
  for (const data of [pair.d, pair.theirs.d]) {
    (data.qpos as Float64Array).set([-1e-9, 0, -1e-2]);
    (data.qvel as Float64Array).set([0, -1, -1]);
  }
  Object.assign(lost, { byUpdate: 0, byFactor: 0 });
  forward(m, pair.d);
  mujoco.mj_forward(theirs, pair.theirs.d);
  return pair;
}

const cases = (['js', 'wasm'] as const).flatMap((engine) => [
  { how: 'one update loses the rank', masses: [1e-4, 1e-3, 2e-3], engine, loses: { byUpdate: 1, byFactor: 0 } },
  { how: 'two simultaneous updates lose it', masses: [1e-3, 1, 1e-2], engine, loses: { byUpdate: 0, byFactor: 1 } },
]);

test.each(cases)(
  'a Hessian that loses its rank during a solve is rebuilt: $how ($engine)',
  ({ masses, engine, loses }) => {
    const pair = solved(masses, engine);
    const { d, theirs } = pair;
    if (engine === 'js') expect(lost).toEqual(loses);
    // accelerations, forces and iterations of MuJoCo, and no warning
    for (const field of ['qacc', 'efc_force', 'efc_state', 'solver_niter'])
      expect(fieldError(pair, field), field).toBeLessThan(1e-12);
    expect(d.solver_niter[0]).toBeGreaterThan(1);
    expect([...d.warning_number].every((n) => n === 0)).toBe(true);
    // a new Hessian counts all rows
    expect([d.nefc, d.solver_nupdate[0], theirs.d.solver.get(0)!.nupdate]).toEqual([3, 3, 3]);
    theirs.d.delete();
    theirs.m.delete();
  },
);
