// needs: the compiled engine
/** Many poses on threads: the results do not depend on the number of threads. */
import { beforeAll, expect, test } from 'vitest';
import { Data, type Model, modelFromXml, prepare } from '../../../index.ts';
import { CollisionAvoidanceLimit } from '../limits/collisionLimit.ts';
import { type IkTarget, ik } from '../pose.ts';
import { makeRandom } from '../qp/testing/problems.ts';
import { armXml, bent, loadArm } from '../testing/models.ts';
import { ikBatch } from './batch.ts';

let plain: Model;
let compiled: Model;
beforeAll(async () => {
  await prepare();
  plain = loadArm();
  compiled = modelFromXml(armXml);
});

const random = makeRandom(31);
const targets: IkTarget[] = Array.from({ length: 20 }, (_, k) => ({
  site: 'tool',
  pos: Float64Array.from([0, 1, 2], (i) => (i === 2 ? 0.2 + 0.6 * random() : 1.2 * (random() - 0.5))),
  ...(k % 3 === 0 && { quat: [1, random(), random(), 0] }),
}));

function startOf(model: Model): Data {
  const data = new Data(model);
  data.qpos.set(bent);
  return data;
}

test('results are the same for any number of threads, and for both engines', async () => {
  const options = { starts: 2, iterations: 40 };
  const one = targets.map((target) => ik(plain, startOf(plain), target, options));
  expect(one.filter(({ reached }) => reached).length).toBeGreaterThan(8);
  expect(one.filter(({ reached }) => !reached).length).toBeGreaterThan(2);
  for (const threads of [0, 3]) {
    expect(await ikBatch(plain, startOf(plain), targets, { ...options, threads })).toEqual(one);
  }
  expect(await ikBatch(compiled, startOf(compiled), targets, { ...options, threads: 1 })).toEqual(one);
});

test('distances are kept on threads too', async () => {
  const pairs = [[{ subtree: 'base' }, ['wall']]] as const;
  const collisions = new CollisionAvoidanceLimit(plain, { pairs, minimumDistance: 0.02, gain: 0.7 });
  const behind: IkTarget[] = [0.3, 0.5].map((z) => ({ site: 'tool', pos: [0.72, 0, z] }));
  const options = { collisions, starts: 1 };
  const here = await ikBatch(plain, startOf(plain), behind, { ...options, threads: 0 });
  const there = await ikBatch(plain, startOf(plain), behind, { ...options, threads: 1 });
  expect(there).toEqual(here);
  expect(there[1].reason).toContain("near: geom 'wall'");
});

test('bad input is refused with the number of the target', async () => {
  const data = startOf(plain);
  const good: IkTarget = { site: 'tool', pos: [0.3, 0, 0.5] };
  const call = (list: unknown, options = {}) => ikBatch(plain, data, list as IkTarget[], options);
  await expect(call(undefined)).rejects.toThrow('ikBatch: targets: expected an array, found undefined');
  await expect(call([good, { site: 'tol', pos: [0, 0, 0] }])).rejects.toThrow(/target 1: .*did you mean 'tool'/);
  await expect(call([{ site: 'tool' }])).rejects.toThrow('ikBatch: target 0: ik: target: expected pos, quat or both');
  await expect(call([{ ...good, pos: [0, Number.NaN, 0] }])).rejects.toThrow('target 0: ');
  await expect(call([good], { threads: -1 })).rejects.toThrow('threads: expected a whole number from 0 to 1024');
  await expect(call([good], { starts: 0, threads: 1 })).rejects.toThrow('ik: starts');
  expect(await call([], { threads: 2 })).toEqual([]);
});
