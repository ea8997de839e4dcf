// needs: the compiled engine
/** 500 free steps of our examples: the small version of `npm run conformance -- --trajectory`. */
import { expect, test } from 'vitest';
import { ourExamples } from '../../scripts/conformance/models.mjs';
import { compareTrajectory } from '../../scripts/conformance/trajectory.mjs';
import { sidesOf } from '../support/oracle/bothEngines.ts';

test.each(ourExamples().map((model) => [model.id, model] as const))('%s: 500 steps within 1e-6', (_id, model) => {
  const result = compareTrajectory(sidesOf(model), { steps: 500 });
  expect(result.steps).toBe(500);
  expect(result.error).toBeLessThan(1e-6);
});
