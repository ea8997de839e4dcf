// needs: the compiled engine
import { expect, test } from 'vitest';
// stand-up.mjs plans by what the example stand_up plans by, whose test is that of the gallery
import { swingUp } from './swing-up.mjs';

test('the double pendulum is swung up by its cart and stands still', async () => {
  const planner = await swingUp();
  const { qpos, qvel } = planner.stateAt(planner.horizon);
  for (const x of qpos) expect(Math.abs(x)).toBeLessThan(0.05);
  for (const v of qvel) expect(Math.abs(v)).toBeLessThan(0.1);
  // nor does it need more than the motor has
  expect(Math.max(...planner.controls)).toBeLessThanOrEqual(1);
});
