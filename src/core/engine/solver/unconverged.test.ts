// needs: the compiled engine
import { expect, test } from 'vitest';
import { mujoco, pairFromXml } from '../../../../test/support/oracle/oracle.ts';
import { twoEngines } from '../../../../test/support/oracle/twoEngines.ts';
import { forward } from '../forward.ts';
import { resetData } from '../reset.ts';
import { setStages } from '../runtime/engine.ts';
import { describeUnconverged } from '../runtime/warning.ts';
import { step } from '../step.ts';

const solvers = ['Newton', 'CG', 'PGS'] as const;

/** Boxes that lean on each other, with a limit on solver iterations. */
function pile(solver: string, iterations: number, island = 'enable') {
  const box = (x: number, z: number) =>
    `<body pos="${x} 0 ${z}" euler="0 20 10"><freejoint/><geom type="box" size=".1 .1 .1"/></body>`;
  return pairFromXml(`<mujoco><option solver="${solver}" iterations="${iterations}" cone="elliptic">
    <flag island="${island}"/></option>
    <worldbody><geom type="plane" size="5 5 1"/>${box(0, 0.1)}${box(0.17, 0.1)}${box(0.08, 0.28)}${box(2, 0.1)}</worldbody>
    </mujoco>`);
}

test.each(solvers)('a solve by %s that reaches its iteration limit is counted and reported once', (solver) => {
  const { m, d, theirs } = pile(solver, 1);
  const texts: string[] = [];
  m.callbacks = { warning: (text) => texts.push(text) };
  for (let k = 0; k < 3; k++) {
    step(m, d);
    mujoco.mj_step(theirs.m, theirs.d);
  }
  expect(d.solver_unconverged).toBe(3);
  expect(texts).toHaveLength(1);
  expect(texts[0]).toMatch(/did not converge within its limit of 1 iterations\. Time = 0\.0000/);
  expect(describeUnconverged(m, d)).toMatch(/\(3 times\)$/);
  // MuJoCo has no such warning: its counters do not change, in both
  expect(d.warning_number.every((n) => n === 0)).toBe(true);
  expect(d.solver_niter[0]).toBe((theirs.d.solver_niter as Int32Array)[0]);
});

test.each(solvers)('a solve by %s that converges reports nothing', (solver) => {
  const { m, d } = pile(solver, 5000);
  m.callbacks = { warning: (text) => expect.fail(text) };
  for (let k = 0; k < 3; k++) step(m, d);
  expect(d.solver_unconverged).toBe(0);
  expect(describeUnconverged(m, d)).toBeUndefined();
});

test('without islands too; a reset restarts the count', () => {
  const { m, d } = pile('CG', 2, 'disable');
  forward(m, d);
  expect(d.solver_unconverged).toBe(1);
  resetData(m, d);
  expect(d.solver_unconverged).toBe(0);
});

test('zero requested iterations are not a failure', () => {
  for (const solver of solvers) {
    const { m, d } = pile(solver, 0);
    forward(m, d);
    expect(d.solver_unconverged).toBe(0);
  }
});

test('both engines agree on convergence', async () => {
  const { js, compared } = await twoEngines(pile('CG', 3).theirs.m);
  setStages(js.m, compared);
  for (let k = 0; k < 3; k++) step(js.m, js.d);
  expect(js.d.solver_unconverged).toBe(3);
});
