// needs: the compiled engine
import { toOnnx } from 'tenon/policy';
import { expect, test } from 'vitest';
import { trotNetwork } from './trot.mjs';
import { walk } from './walk.mjs';

test('a policy in an ONNX file makes the quadruped walk', async () => {
  const { far, aside, high, upright } = await walk(toOnnx(trotNetwork()), 3);
  expect(far).toBeGreaterThan(1.2);
  expect(Math.abs(aside)).toBeLessThan(0.3);
  expect(high).toBeGreaterThan(0.22);
  expect(upright).toBeGreaterThan(0.95);
});

test('without the lift of its feet the quadruped walks less far', async () => {
  const { layers, ...rest } = trotNetwork();
  const [hidden, last] = layers;
  const weights = last.weights.map((weight, i) => (i % 4 > 1 ? 0 : weight));
  const { far } = await walk(toOnnx({ ...rest, layers: [hidden, { ...last, weights }] }), 3);
  expect(far).toBeLessThan(0.8);
});
