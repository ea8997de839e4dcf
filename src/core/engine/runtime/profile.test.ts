// needs: the compiled engine
import { expect, test } from 'vitest';
import { Data, modelFromXml, prepare, startProfile, step } from '../../../index.ts';

await prepare();

const pendulum =
  '<mujoco><worldbody><body><joint axis="0 1 0"/><geom size="0.1" pos="0 0 -1"/></body></worldbody></mujoco>';

test('a profile counts the stages of every step and does not change the motion', () => {
  const m = modelFromXml(pendulum);
  const [plain, measured] = [new Data(m), new Data(m)];
  plain.qpos[0] = measured.qpos[0] = 1;
  const profile = startProfile(m);
  for (let k = 0; k < 10; k++) step(m, measured);
  expect(profile.times().find(({ stage }) => stage === 'comPos')?.calls).toBe(10);
  profile.clear();
  expect(profile.times()).toEqual([]);
  profile.stop();
  for (let k = 0; k < 10; k++) step(m, plain);
  expect(profile.times()).toEqual([]);
  expect(measured.qpos[0]).toBe(plain.qpos[0]);
});
