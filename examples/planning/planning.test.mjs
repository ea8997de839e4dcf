// needs: the compiled engine
import { expect, test } from 'vitest';
// the other example plans like the example of the gallery, which is tested there
import { swingUp } from './swing-up.mjs';

test('the double pendulum is swung up by its cart and rests', async () => {
  const planner = await swingUp();
  const { qpos, qvel } = planner.stateAt(planner.horizon);
  for (const x of qpos) expect(Math.abs(x)).toBeLessThan(0.05);
  for (const v of qvel) expect(Math.abs(v)).toBeLessThan(0.1);
  // and the controls stay within the motor's range
  expect(Math.max(...planner.controls)).toBeLessThanOrEqual(1);
});
