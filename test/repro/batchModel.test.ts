// needs: the compiled engine
/** A Batch uses the Model as it is when the Batch is created; later changes of the Model do not affect it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Batch, closeThreads, withParameters } from '../../src/batch.ts';
import { copyModel, Data, getState, type Model, modelFromXml, prepare, StateBit, step } from '../../src/index.ts';

const xml = `<mujoco><worldbody><body pos="0 0 1"><freejoint/><geom size=".1"/></body></worldbody>
  <keyframe><key qpos="0 0 2 1 0 0 0"/></keyframe></mujoco>`;
let original: Model;

beforeAll(async () => {
  await prepare();
  original = modelFromXml(xml);
}, 120_000);

afterAll(closeThreads);

test.each([0, 2])(
  'parameters are relative to the Model at the creation of the Batch, with %i threads',
  async (threads) => {
    using m = copyModel(original);
    using batch = new Batch(m, 2, { threads });
    m.opt.gravity[2] = 0;
    m.body_mass.fill(7);
    await batch.setParameters({ body_mass: [0, 2] }, 1);
    await batch.step(5);
    using heavy = withParameters(original, { body_mass: [0, 2] });
    const [plain, other] = [new Data(original), new Data(heavy)];
    step(original, plain, 5);
    step(heavy, other, 5);
    expect(batch.row('qvel', 0)).toEqual(plain.qvel);
    expect(batch.row('qvel', 1)).toEqual(other.qvel);
  },
);

test.each([0, 2])('all calls work after the Model was freed, with %i threads', async (threads) => {
  const m = copyModel(original);
  using batch = new Batch(m, 2, { threads });
  m.free();
  await batch.setParameters({ 'opt.gravity': [0, 0, -1] }, 1);
  await batch.reset(0, 0);
  await batch.reset(1, getState(original, new Data(original), StateBit.FULLPHYSICS));
  batch.row('qvel', 1)[0] = Number.NaN;
  await batch.step();
  expect(batch.row('qpos', 0)[2]).toBeCloseTo(2, 3);
  expect(batch.describeWarnings(1)[0]).toContain('qvel[0]');
});
