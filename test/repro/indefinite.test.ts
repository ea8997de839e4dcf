// needs: the compiled engine
/** A matrix that should be positive definite and is not: the solver and the implicit integrators report it once per run, and name the
 *  joint. */
import { expect, test, vi } from 'vitest';
import { forward } from '../../src/core/engine/forward.ts';
import { resetData } from '../../src/core/engine/reset.ts';
import { step } from '../../src/core/engine/step.ts';
import { Data } from '../../src/core/model/data.ts';
import { Disable, Integrator, Solver, Warning } from '../../src/core/model/enums.ts';
import type { Model } from '../../src/core/model/model.ts';
import { modelFromXml, prepare } from '../../src/load/load.ts';
import { compareNumbers } from '../support/oracle/difference.mjs';
import { mujoco, oracleModel } from '../support/oracle/oracle.ts';

await prepare();

const link = (name: string, y: number, joint = '') =>
  `<body name="${name}" pos="0 ${y} 1"><joint name="${name}" axis="0 0 1" ${joint}/><geom size=".1" mass="10" pos=".3 0 0"/></body>`;
const xml = (joint: string, option = '', rest = '') =>
  `<mujoco><option gravity="0 0 0" ${option}/><worldbody>${['left', 'middle', 'right', 'far']
    .map((name, k) => link(name, k, joint))
    .join('')}</worldbody>${rest}</mujoco>`;

const engines = ['js', 'wasm'] as const;

function listen(m: Model): { texts: string[] } {
  const texts: string[] = [];
  m.callbacks = { warning: (text) => texts.push(text) };
  return { texts };
}

const cases = engines.flatMap((engine) => (['NEWTON', 'CG'] as const).map((solver) => ({ engine, solver })));

test.each(cases)('an indefinite Hessian is reported once, with its joint: $solver ($engine)', (one) => {
  const m = modelFromXml(xml('frictionloss="1"'), { engine: one.engine });
  const d = new Data(m);
  const { texts } = listen(m);
  m.opt.solver = Solver[one.solver];
  m.dof_armature[2] = -1000;
  d.qfrc_applied.fill(0.5);
  for (let k = 0; k < 3; k++) forward(m, d);
  expect(d.nisland).toBe(4);
  expect(d.warning_number[Warning.INERTIA]).toBe(3);
  // a dof, not the index of an island
  expect(d.warning_lastinfo[Warning.INERTIA]).toBe(2);
  expect(texts).toEqual([
    expect.stringMatching(/inertia matrix is not positive definite at joint 'right' of body 'right'/),
  ]);
  expect(d.qacc.every(Number.isFinite)).toBe(true);
  // without islands there is one problem, and the dof is the same
  m.opt.disableflags |= Disable.ISLAND;
  d.warning_lastinfo.fill(-1);
  forward(m, d);
  expect(d.warning_lastinfo[Warning.INERTIA]).toBe(2);
});

test.each(engines)('the warning is printed to the console without a callback (%s)', (engine) => {
  const m = modelFromXml(xml('frictionloss="1"'), { engine });
  const d = new Data(m);
  m.dof_armature[1] = -1000;
  const spy = vi.spyOn(console, 'warn').mockImplementation(() => {});
  forward(m, d);
  forward(m, d);
  expect(spy.mock.calls).toEqual([[expect.stringContaining("joint 'middle'")]]);
  spy.mockRestore();
});

/** Forces that grow with velocity, by more than the inertia balances in a time step. */
const runaway = '<actuator><velocity joint="right" kv="-2000"/></actuator>';
const implicit = engines.flatMap((engine) =>
  (['IMPLICIT', 'IMPLICITFAST'] as const).map((integrator) => ({ engine, integrator })),
);

test.each(implicit)(
  'an indefinite matrix of $integrator is reported once per run, and the step continues as in MuJoCo ($engine)',
  (one) => {
    const text = xml('damping="0.1"', `integrator="${one.integrator.toLowerCase()}"`, runaway);
    const m = modelFromXml(text, { engine: one.engine });
    const d = new Data(m);
    const { texts } = listen(m);
    const om = oracleModel(text);
    const od = new mujoco.MjData(om);
    (od.qvel as Float64Array).fill(0.3);
    d.qvel.fill(0.3);
    for (let k = 0; k < 3; k++) {
      step(m, d);
      mujoco.mj_step(om, od);
    }
    expect(compareNumbers(d.qvel, od.qvel as Float64Array, { floor: 1 })).toMatchObject({
      count: 4,
      error: expect.closeTo(0, 12),
    });
    expect(texts).toEqual([
      expect.stringMatching(/not positive definite at joint 'right'.*forces that grow with velocity/),
    ]);
    expect(d.warning_number[Warning.INERTIA]).toBe(3);
    expect(d.warning_lastinfo[Warning.INERTIA]).toBe(2);
    // the next run reports it again
    resetData(m, d);
    step(m, d);
    expect(texts).toHaveLength(2);
    od.delete();
    om.delete();
  },
);

test.each(
  engines.flatMap((engine) =>
    ([Integrator.EULER, Integrator.IMPLICITSPRINGDAMPER] as const).map((integrator) => ({ engine, integrator })),
  ),
)(
  'damping that falls too fast with speed makes the matrix of integrator $integrator indefinite, which is reported ($engine)',
  ({ engine, integrator }) => {
    const m = modelFromXml(xml('damping="1"'), { engine });
    const d = new Data(m);
    const { texts } = listen(m);
    m.opt.integrator = integrator;
    m.dof_dampingpoly[2 * 1] = -3000;
    d.qvel[1] = 1;
    step(m, d);
    expect(texts).toEqual([expect.stringMatching(/joint 'middle'.*damping/)]);
    expect(d.warning_lastinfo[Warning.INERTIA]).toBe(1);
  },
);

test.each(engines)('positive definite matrices are not reported, by any integrator (%s)', (engine) => {
  for (const integrator of Object.values(Integrator)) {
    const m = modelFromXml(xml('damping="1" frictionloss="1" stiffness="5"'), { engine });
    const d = new Data(m);
    const { texts } = listen(m);
    m.opt.integrator = integrator;
    d.qvel.fill(1);
    step(m, d, 20);
    expect(texts).toEqual([]);
    expect(d.warning_number.every((n) => n === 0)).toBe(true);
  }
});
