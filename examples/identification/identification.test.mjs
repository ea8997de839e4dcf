// needs: the compiled engine
import { expect, test } from 'vitest';
import { identify } from './identify.mjs';

test('mass and friction are recovered from a noisy record', async () => {
  const { mass, friction, truth } = await identify();
  expect(Math.abs(mass / truth.mass - 1)).toBeLessThan(0.03);
  expect(Math.abs(friction / truth.friction - 1)).toBeLessThan(0.03);
});
