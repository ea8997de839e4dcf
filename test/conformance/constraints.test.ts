// needs: the compiled engine
/** Constraint rows and accelerations of our examples with everything enabled, for each solver and cone: the small version
 *  of `npm run conformance -- --forward`. */
import { expect, test } from 'vitest';
import { compareForward } from '../../scripts/conformance/forward.mjs';
import { ourExamples } from '../../scripts/conformance/models.mjs';
import { sidesOf } from '../support/oracle/bothEngines.ts';

test.each(ourExamples().map((model) => [model.id, model] as const))(
  '%s: rows within 1e-8, qacc within 1e-6 at the start, keyframes and after 50 and 200 steps',
  (_id, model) => {
    const { cases } = compareForward(sidesOf(model), { steps: [50, 200] });
    expect(cases.length).toBeGreaterThanOrEqual(18);
    expect(cases.filter((c) => c.failure)).toEqual([]);
  },
);
