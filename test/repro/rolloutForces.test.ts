// needs: the compiled engine
/** A world that has issued a warning is not stepped further: all following rows repeat the state in which it stopped. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeThreads, rollout } from '../../src/batch.ts';
import { Data, getState, modelFromXml, prepare, rnePostConstraint, StateBit, step } from '../../src/index.ts';

beforeAll(() => prepare(), 120_000);
afterAll(closeThreads);

test.each([0, 1])(
  'body forces too are those of the last state, even if the last step has no row, with %i threads',
  async (threads) => {
    using m =
      modelFromXml(`<mujoco><worldbody><body><joint name="h" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody>
    <actuator><motor joint="h"/></actuator></mujoco>`);
    using d = new Data(m);
    const start = getState(m, d, StateBit.FULLPHYSICS);
    const controls = [1, 2, 3, 4, 5, Number.NaN, 7, 8];
    const { fields, warnings } = await rollout(m, start, {
      control: { data: controls, shape: [1, 8, 1] },
      every: 4,
      threads,
      fields: ['cacc', 'cfrc_int'],
    });
    expect(warnings.map(({ step: at }) => at)).toEqual([5]);
    for (const control of controls.slice(0, 6)) {
      d.ctrl[0] = control;
      step(m, d);
    }
    rnePostConstraint(m, d);
    expect(fields.cacc.slice(-6 * m.nbody)).toEqual(d.cacc);
    expect(fields.cfrc_int.slice(-6 * m.nbody)).toEqual(d.cfrc_int);
  },
);
