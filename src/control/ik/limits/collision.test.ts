// needs: the compiled engine
/** Collision avoidance: rows are derivatives of distances, arms do not enter walls, pairs are those of MuJoCo. */
import { beforeAll, expect, test } from 'vitest';
import { GeomType, geomDistance, type Model, prepare } from '../../../index.ts';
import { Configuration } from '../configuration.ts';
import { makeRandom } from '../qp/testing/problems.ts';
import { buildIk, solveIk } from '../solve.ts';
import { DampingTask } from '../tasks/postureTask.ts';
import { bent, loadArm, loadCreature, loadShapes, randomPosition, reach } from '../testing/models.ts';
import { CollisionAvoidanceLimit } from './collisionLimit.ts';
import { ConfigurationLimit } from './configurationLimit.ts';
import { VelocityLimit } from './velocityLimit.ts';

let arm: Model;
let creature: Model;
beforeAll(async () => {
  await prepare({ engine: 'js' });
  arm = loadArm();
  creature = loadCreature();
});

const random = makeRandom(11);
const dt = 0.02;

/** Rows of a limit at a configuration against central differences of the distances, five points wide.
 *  @returns the largest difference by key of a pair, and the number of compared elements */
function compareRows(model: Model, limit: CollisionAvoidanceLimit, qpos: Float64Array, key: KeyOf, h: number) {
  const configuration = new Configuration(model, qpos);
  const start = configuration.qpos.slice();
  const { n, m, A, lower, describe } = buildIk(configuration, [], 1, { limits: [limit] });
  const names = Array.from({ length: limit.pairs.length / 2 }, (_, p) => limit.describe(p));
  const rows = Array.from({ length: m }, (_, k) => ({
    pair: names.indexOf(describe(n + k)[0]),
    distance: limit.minimumDistance - lower[n + k] / limit.gain,
    row: A.slice(k * n, k * n + n),
  }));
  const worst = new Map<string, { gap: number; count: number }>();
  for (const { pair, distance, row } of rows) {
    const [g1, g2] = limit.pairs.subarray(2 * pair, 2 * pair + 2);
    const kind = key(g1, g2, distance);
    if (kind === undefined) continue;
    const found = worst.get(kind) ?? { gap: 0, count: 0 };
    worst.set(kind, found);
    row.forEach((element, i) => {
      const unit = Float64Array.from({ length: n }, (_, l) => (l === i ? 1 : 0));
      const value = (s: number) => {
        configuration.update(start);
        configuration.integrateInPlace(unit, s * h);
        return geomDistance(model, configuration.data, g1, g2, 10);
      };
      const slope = (8 * (value(1) - value(-1)) - (value(2) - value(-2))) / (12 * h);
      const gap = Math.abs(slope - element);
      if (!(gap <= found.gap)) found.gap = gap;
      found.count++;
    });
  }
  return worst;
}
type KeyOf = (g1: number, g2: number, distance: number) => string | undefined;

test('CollisionAvoidanceLimit: rows are derivatives of distances', () => {
  const limit = new CollisionAvoidanceLimit(creature, { detectionDistance: 0.5 });
  let count = 0;
  for (let trial = 0; trial < 10; trial++) {
    const qpos = randomPosition(creature, random, 0.8);
    // the derivative of |distance| is undefined at contact
    const worst = compareRows(creature, limit, qpos, (_a, _b, distance) => (distance > 1e-3 ? 'all' : undefined), 1e-5);
    const { gap, count: n } = worst.get('all')!;
    expect(gap).toBeLessThan(1e-7);
    count += n;
  }
  expect(count).toBeGreaterThan(1000);
});

// GJK ends when its bounds of the distance agree within ccd_tolerance, 1e-6: for curved shapes the error of the nearest points is up
// to sqrt(tolerance) (docs/derivations/ik.md). Shapes with corners end exactly.
test.each([
  ['with closed forms or corners', 1e-7, 1e-5],
  ['of ellipsoids and cylinders, as precise as GJK', 1e-4, 1e-4],
])('CollisionAvoidanceLimit: rows of pairs %s', (kind, bound, h) => {
  const model = loadShapes();
  const limit = new CollisionAvoidanceLimit(model, { detectionDistance: 0.3 });
  const isCurved = (g: number) => [GeomType.ELLIPSOID, GeomType.CYLINDER].includes(model.geom_type[g] as never);
  const key: KeyOf = (a, b, distance) => {
    const usesGjk = (isCurved(a) || isCurved(b)) && model.geom_type[a] !== GeomType.PLANE;
    if (distance < 1e-3 || usesGjk !== bound > 1e-5) return undefined;
    return [model.geom_type[a], model.geom_type[b]].sort().join(' ');
  };
  const kinds = new Set<string>();
  for (let trial = 0; trial < 4; trial++) {
    for (const [name, { gap, count }] of compareRows(model, limit, scatter(model), key, h)) {
      expect(gap, name).toBeLessThan(bound);
      expect(count).toBeGreaterThan(0);
      kinds.add(name);
    }
  }
  expect(kinds.size, kind).toBeGreaterThanOrEqual(bound > 1e-5 ? 9 : 14);
});

/** Random free bodies in a cube. */
function scatter(model: Model): Float64Array {
  const qpos = model.qpos0.slice();
  for (let k = 0; k < model.nq; k++) {
    qpos[k] = (k % 7 < 3 ? 0.4 : 1) * (2 * random() - 1) + (k % 7 === 2 ? 0.5 : 0);
  }
  return qpos;
}

test('CollisionAvoidanceLimit: an arm does not enter a wall, and moves out of one', () => {
  const limit = new CollisionAvoidanceLimit(arm, { pairs: [[{ subtree: 'base' }, ['wall', 'floor']]] });
  const limits = [new ConfigurationLimit(arm), new VelocityLimit(arm, 3), limit];
  const configuration = new Configuration(arm, bent);
  const damping = new DampingTask(arm, { cost: 0.01 });
  for (let k = 0; k < 300; k++) {
    configuration.integrateInPlace(solveIk(configuration, [reach(arm, [0.9, 0, 0.4]), damping], dt, { limits }), dt);
    expect(limit.smallestDistance(configuration).distance).toBeGreaterThan(0.005 - 1e-4);
  }
  expect(limit.smallestDistance(configuration).distance).toBeLessThan(0.006);
  // inside the wall
  configuration.update([0, 0.99, 0, 0, 0, 0]);
  const deep = limit.smallestDistance(configuration).distance;
  expect(deep).toBeLessThan(-0.01);
  for (let k = 0; k < 100; k++) configuration.integrateInPlace(solveIk(configuration, [damping], dt, { limits }), dt);
  expect(limit.smallestDistance(configuration).distance).toBeGreaterThan(0.004);
});

test("CollisionAvoidanceLimit: MuJoCo's filters apply", () => {
  const labels = (limit: CollisionAvoidanceLimit) =>
    Array.from({ length: limit.pairs.length / 2 }, (_, p) => limit.describePair(p));
  const all = labels(new CollisionAvoidanceLimit(arm));
  expect(all).toContain("geom 'wall' and geom 'hand'");
  expect(all).not.toContain("geom 'upper' and geom 'fore'");
  expect(all).not.toContain("geom 'floor' and geom 'wall'");
  expect(all).toContain("geom 'upper' and geom 'hand'");
  expect(() => new CollisionAvoidanceLimit(arm, { pairs: [['wal', 'hand']] })).toThrow("did you mean 'wall'?");
});
