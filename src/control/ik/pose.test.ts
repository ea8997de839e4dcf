// needs: the compiled engine
/** One pose: reached if possible, otherwise with the reason. */
import { beforeAll, expect, test } from 'vitest';
import { Data, type Model, prepare } from '../../index.ts';
import { Configuration } from './configuration.ts';
import { CollisionAvoidanceLimit } from './limits/collisionLimit.ts';
import { ik } from './pose.ts';
import { makeRandom } from './qp/testing/problems.ts';
import { loadArm } from './testing/models.ts';

let arm: Model;
beforeAll(async () => {
  await prepare({ engine: 'js' });
  arm = loadArm();
});

test('poses of random configurations are reached, within the ranges', () => {
  const random = makeRandom(5);
  const data = new Data(arm);
  const configuration = new Configuration(arm);
  let reached = 0;
  for (let k = 0; k < 30; k++) {
    configuration.update(Array.from({ length: 6 }, () => 3 * random() - 1.5));
    const { pos, rotation } = configuration.framePose({ site: 'tool' });
    const result = ik(arm, data, { site: 'tool', pos, quat: rotation.quat });
    if (!result.reached) continue;
    reached++;
    expect(result.reason).toBeUndefined();
    configuration.update(result.qpos);
    configuration.checkLimits(1e-9);
    const there = configuration.framePose({ site: 'tool' });
    expect(Math.max(...there.rotation.minus(rotation).map(Math.abs))).toBeLessThan(2e-3);
    for (let i = 0; i < 3; i++) expect(Math.abs(there.pos[i] - pos[i])).toBeLessThan(2e-4);
  }
  expect(reached).toBeGreaterThanOrEqual(28);
  expect([...data.qpos]).toEqual([...arm.qpos0]);
});

test('a target out of reach is reported with its distance and the reason', () => {
  const far = ik(arm, new Data(arm), { site: 'tool', pos: [0, 0, 3] }, { starts: 3 });
  expect(far.reached).toBe(false);
  // base 0.2, arm 0.85
  expect(far.positionError).toBeCloseTo(1.95, 2);
  expect(far.reason).toMatch(/^site 'tool' stays 1\.9\d* m and 0\.00 degrees away/);
  const collisions = new CollisionAvoidanceLimit(arm, { pairs: [[{ subtree: 'base' }, 'wall']] });
  const behind = ik(
    arm,
    new Data(arm),
    { site: 'tool', pos: [0.72, 0, 0.5] },
    { collisions, starts: 2, iterations: 300 },
  );
  expect(behind.reached).toBe(false);
  expect(behind.reason).toContain("near: geom 'wall' and geom 'hand'");
});

test('bad targets are rejected', () => {
  const data = new Data(arm);
  expect(() => ik(arm, data, { site: 'tol', pos: [0, 0, 0] })).toThrow("did you mean 'tool'?");
  expect(() => ik(arm, data, { site: 'tool' })).toThrow('ik: target: expected pos, quat or both, found none');
  expect(() => ik(arm, data, { site: 'tool', pos: [0, Number.NaN, 0] })).toThrow('expected a number, found NaN');
  expect(() => ik(arm, data, { site: 'tool', pos: [0, 0, 0] }, { starts: 0 })).toThrow('ik: starts');
});
