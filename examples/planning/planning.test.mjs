import { expect, test } from 'vitest';
import { standUp } from './stand-up.mjs';
import { target } from './standing.mjs';
import { swingUp } from './swing-up.mjs';

test('the double pendulum is swung up by its cart and stands still', async () => {
  const planner = await swingUp();
  const { qpos, qvel } = planner.stateAt(planner.horizon);
  for (const x of qpos) expect(Math.abs(x)).toBeLessThan(0.05);
  for (const v of qvel) expect(Math.abs(v)).toBeLessThan(0.1);
  // nor does it need more than the motor has
  expect(Math.max(...planner.controls)).toBeLessThanOrEqual(1);
});

test('the quadruped stands up where it shall', async () => {
  const planner = await standUp();
  const [before, after] = [0, planner.horizon].map((k) => planner.stateAt(k).qpos.slice());
  expect(before[2]).toBeLessThan(0.13);
  for (let i = 0; i < 3; i++) expect(Math.abs(after[i] - target[i])).toBeLessThan(0.02);
  expect(after[3]).toBeGreaterThan(0.99);
});
