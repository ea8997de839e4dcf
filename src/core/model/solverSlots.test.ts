import { expect, test } from 'vitest';
import { solverWork } from './fields/work/solver.ts';
import { LINE_POINT, Problem, SolverIntSlot, SolverRealSlot } from './solverSlots.ts';

/** Number of values of a slot: points of the line search have several. */
const width = (name: string) => (name === 'CANDIDATES' ? 2 * LINE_POINT : /^P(\d|MID)/.test(name) ? LINE_POINT : 1);

test.each([
  ['work_sol', SolverRealSlot, width],
  ['work_sol_int', SolverIntSlot, () => 1],
  ['work_problem', Problem, () => 1],
] as const)('slots of %s do not overlap and fit its size', (field, slots, widthOf) => {
  const { SIZE, ...rest } = slots;
  const used = Object.entries(rest).flatMap(([name, at]) => Array.from({ length: widthOf(name) }, (_, k) => at + k));
  expect(new Set(used).size).toBe(used.length);
  expect(Math.max(...used)).toBe(SIZE - 1);
  const rows = solverWork.fixed.find(([name]) => name === field)?.[2];
  expect(rows).toBe(field === 'work_problem' ? `ntree*${SIZE}` : SIZE);
});
