// needs: the compiled engine
/** Trajectories: waypoints at their times, continuity to the second derivative, and limits. */
import { beforeAll, expect, test } from 'vitest';
import { differentiatePos, type Model, prepare } from '../../../index.ts';
import { Configuration } from '../configuration.ts';
import { CollisionAvoidanceLimit } from '../limits/collisionLimit.ts';
import { makeRandom } from '../qp/testing/problems.ts';
import { loadArm, loadCreature, randomPosition } from '../testing/models.ts';
import { planTrajectory } from './plan.ts';
import { RestSpline } from './spline.ts';
import type { Trajectory } from './trajectory.ts';

let arm: Model;
let creature: Model;
beforeAll(async () => {
  await prepare({ engine: 'js' });
  arm = loadArm();
  creature = loadCreature();
});

const random = makeRandom(21);
const largest = (values: ArrayLike<number>) => Math.max(...Array.from(values, Math.abs));

/** Random positions of a model inside its ranges. */
function randomWaypoints(model: Model, count: number): Float64Array[] {
  return Array.from({ length: count }, () => {
    if (model === creature) return randomPosition(creature, random, 0.4);
    return Float64Array.from({ length: 6 }, (_, j) => 0.95 * model.jnt_range[2 * j + 1] * (2 * random() - 1));
  });
}

/** Largest difference between a derivative and central differences, over a trajectory. */
function derivativeError(model: Model, trajectory: Trajectory): { velocity: number; acceleration: number } {
  const worst = { velocity: 0, acceleration: 0 };
  const h = 1e-4;
  const difference = new Float64Array(model.nv);
  for (let k = 1; k < 200; k++) {
    const t = (trajectory.duration * k) / 200;
    const [before, now, after] = [trajectory.at(t - h), trajectory.at(t), trajectory.at(t + h)];
    differentiatePos(model, difference, 2 * h, before.qpos, after.qpos);
    for (let i = 0; i < model.nv; i++) {
      worst.velocity = Math.max(worst.velocity, Math.abs(difference[i] - now.velocity[i]));
      const second = (after.velocity[i] - before.velocity[i]) / (2 * h);
      worst.acceleration = Math.max(worst.acceleration, Math.abs(second - now.acceleration[i]));
    }
  }
  return worst;
}

test.each(['arm', 'creature'] as const)('%s: waypoints are passed at their times, within the limits', (name) => {
  const model = name === 'arm' ? arm : creature;
  for (const count of [2, 3, 4, 7]) {
    const waypoints = randomWaypoints(model, count);
    const trajectory = planTrajectory(model, waypoints, { velocity: 1.5, acceleration: 6 });
    expect(trajectory.times.length).toBe(count);
    const difference = new Float64Array(model.nv);
    waypoints.forEach((waypoint, k) => {
      differentiatePos(model, difference, 1, trajectory.at(trajectory.times[k]).qpos, waypoint);
      expect(largest(difference)).toBeLessThan(1e-9);
    });
    let [fastest, hardest] = [0, 0];
    for (let k = 0; k <= 2000; k++) {
      const { velocity, acceleration } = trajectory.at((trajectory.duration * k) / 2000);
      fastest = Math.max(fastest, largest(velocity) / 1.5);
      hardest = Math.max(hardest, largest(acceleration) / 6);
    }
    expect(fastest).toBeLessThan(1 + 1e-9);
    expect(hardest).toBeLessThan(1 + 1e-9);
    // a limit is reached: no time is wasted
    expect(Math.max(fastest, hardest)).toBeGreaterThan(0.97);
    for (const t of [0, trajectory.duration]) {
      expect(largest(trajectory.at(t).velocity)).toBeLessThan(1e-9);
      expect(largest(trajectory.at(t).acceleration)).toBeLessThan(1e-8);
    }
    const { velocity, acceleration } = derivativeError(model, trajectory);
    expect(velocity).toBeLessThan(1e-3);
    // the third derivative jumps at waypoints
    expect(acceleration).toBeLessThan(0.1);
  }
});

test('a spline has continuous velocity and acceleration at its knots, and exact extremes', () => {
  const points = Array.from({ length: 6 }, () => [2 * random() - 1, 2 * random() - 1]);
  const spline = new RestSpline(points, [0.5, 0.2, 0.7, 0.3, 0.4]);
  const read = (t: number) => {
    const out = [0, 1, 2].map(() => new Float64Array(2)) as [Float64Array, Float64Array, Float64Array];
    spline.read(t, ...out);
    return out;
  };
  for (const t of spline.times.subarray(1, spline.times.length - 1)) {
    const [before, after] = [read(t - 1e-9), read(t + 1e-9)];
    for (let order = 0; order < 3; order++) {
      for (let i = 0; i < 2; i++) expect(Math.abs(before[order][i] - after[order][i])).toBeLessThan(1e-5);
    }
  }
  for (let k = 0; k < spline.times.length - 1; k++) {
    for (let i = 0; i < 2; i++) {
      const { lowest, highest, speed, acceleration } = spline.extremes(k, i);
      const samples = Array.from({ length: 1001 }, (_, s) =>
        read(spline.times[k] + ((spline.times[k + 1] - spline.times[k]) * s) / 1000.000001).map((row) => row[i]),
      );
      expect(Math.min(...samples.map(([q]) => q))).toBeCloseTo(lowest, 5);
      expect(Math.max(...samples.map(([q]) => q))).toBeCloseTo(highest, 5);
      expect(largest(samples.map(([, v]) => v))).toBeCloseTo(speed, 3);
      expect(largest(samples.map(([, , a]) => a))).toBeCloseTo(acceleration, 3);
    }
  }
});

test('joints stay inside their ranges where a spline would overshoot', () => {
  const end = 1.8;
  const waypoints = [0, end, end, -end, -end + 0.01, 0.5].map((lift) => [0, lift, 0, 0, 0, 0]);
  const times = [0, 1, 1.2, 2.5, 2.6, 4];
  const free = new RestSpline(waypoints, [1, 0.2, 1.3, 0.1, 1.4]);
  const highest = Array.from({ length: free.times.length - 1 }, (_, k) => free.extremes(k, 1).highest);
  expect(Math.max(...highest)).toBeGreaterThan(end + 0.01);
  const trajectory = planTrajectory(arm, waypoints, { times });
  expect(derivativeError(arm, trajectory).acceleration).toBeLessThan(5);
  expect([...trajectory.times].map((t) => t.toFixed(6))).toEqual(times.map((t) => t.toFixed(6)));
  for (let k = 0; k <= 1000; k++) {
    expect(Math.abs(trajectory.at((trajectory.duration * k) / 1000).qpos[1])).toBeLessThanOrEqual(end + 1e-12);
  }
});

test('one joint over a distance takes the shortest time of its kind', () => {
  // from rest to rest in three equal parts, acceleration up, down, up: d = a T^2 / 9 when only it limits
  const trajectory = planTrajectory(arm, [new Float64Array(6), [1, 0, 0, 0, 0, 0]], { acceleration: 9 });
  expect(trajectory.at(trajectory.duration / 3).acceleration[0]).toBeCloseTo(9, 6);
  expect(trajectory.duration).toBeLessThan(1.1);
});

test('a trajectory reports its smallest distance and when', () => {
  const limit = new CollisionAvoidanceLimit(arm, { pairs: [[{ subtree: 'base' }, 'wall']], detectionDistance: 1 });
  const through = planTrajectory(arm, [new Float64Array(6), [0, 1.5, 0, 0, 0, 0]], { velocity: 1 });
  const { distance, pair, time } = through.smallestDistance(limit);
  const configuration = new Configuration(arm, through.at(time).qpos);
  expect(limit.smallestDistance(configuration).distance).toBe(distance);
  expect(distance).toBeLessThan(0);
  expect(limit.describePair(pair)).toContain('wall');
});

test.each([
  [() => planTrajectory(arm, [arm.qpos0], { velocity: 1 }), 'waypoints: expected two or more, found 1'],
  [() => planTrajectory(arm, undefined as never, { velocity: 1 }), 'expected two or more, found undefined'],
  [() => planTrajectory(arm, [arm.qpos0, [1, 2]], { velocity: 1 }), 'waypoint 1: qpos: expected 6 numbers, found 2'],
  [() => planTrajectory(arm, [arm.qpos0, [0, 2, 0, 0, 0, 0]], { velocity: 1 }), "waypoint 1: joint 'lift': outside"],
  [() => planTrajectory(arm, [arm.qpos0, [0, Number.NaN, 0, 0, 0, 0]], { velocity: 1 }), 'waypoint 1: qpos[1]'],
  [() => planTrajectory(arm, [arm.qpos0, [1, 0, 0, 0, 0, 0]], {}), "joint 'pan' moves: expected a velocity or"],
  [() => planTrajectory(arm, [arm.qpos0, arm.qpos0], { velocity: 0 }), 'velocity: expected a number above 0, found 0'],
  [() => planTrajectory(arm, [arm.qpos0, arm.qpos0], { velocity: { pam: 1 } }), "did you mean 'pan'?"],
  [() => planTrajectory(arm, [arm.qpos0, arm.qpos0], { times: [0] }), 'times: expected one for each of 2 waypoints'],
  [() => planTrajectory(arm, [arm.qpos0, arm.qpos0], { times: [0, 0] }), 'times[1]: expected a time after 0, found 0'],
  [() => planTrajectory(arm, [arm.qpos0, arm.qpos0], { times: [1, 2] }), 'times[0]: expected 0, found 1'],
  [
    () => planTrajectory(arm, [arm.qpos0, [1, 0, 0, 0, 0, 0]], { times: [0, 0.5], velocity: 1 }),
    /joint 'pan' exceeds its limits between waypoints 0 and 1\. Expected times that are \d\.\d+ times as long/,
  ],
])('bad input %# is refused', (action, message) => {
  expect(action).toThrow(message);
});

test('equal waypoints give a short pause', () => {
  const trajectory = planTrajectory(arm, [arm.qpos0, arm.qpos0, arm.qpos0], { velocity: 1 });
  expect(trajectory.duration).toBeLessThan(0.01);
  expect(largest(trajectory.at(trajectory.duration / 2).velocity)).toBe(0);
});
