// Two arms follow random targets, many of them out of reach, inside each other or in obstacles, in steps of 20 ms. No pair may be closer
// than its minimum minus 0.1 mm, no joint may exceed its range or velocity, and no solve may throw.
import { dualArm, MIN_DISTANCE } from '../material/dualArm.mjs';

const DT = 0.02;
/** Largest velocity of the joints. */
const SPEED = 3;
const TARGETS = 20;
/** Steps per target. */
const STEPS = 5;
/** Tolerance below the minimum distance. */
const SLACK = 1e-4;

/** @typedef {{ pos: number[], quat: number[], side: 'left' | 'right', exact: boolean }} Target */

/** @type {import('../run/run.mjs').Campaign} */
export const ik = {
  about: 'two arms and random targets: distances, ranges and velocities hold at 50 Hz',
  weight: 1,
  start: async ({ tenon, ik: kit }) => {
    await tenon.prepare();
    const { CollisionAvoidanceLimit, Configuration, ConfigurationLimit, DampingTask, FrameTask } = kit;
    const model = tenon.modelFromXml(dualArm);
    const configuration = new Configuration(model);
    const collisions = new CollisionAvoidanceLimit(model, { minimumDistance: MIN_DISTANCE, detectionDistance: 0.15 });
    const limits = [new ConfigurationLimit(model), new kit.VelocityLimit(model, SPEED), collisions];
    const options = { positionCost: 1, orientationCost: 0.3, lmDamping: 0.1 };
    const tasks = {
      left: new FrameTask(model, { site: 'left tool' }, options),
      right: new FrameTask(model, { site: 'right tool' }, options),
    };
    const damping = new DampingTask(model, { cost: 0.02 });
    const counts = { targets: 0, steps: 0, near: 0, corrected: 0, shortened: 0, yielded: 0 };

    /** @param {Target} target */
    const follow = ({ pos, quat, side, exact }) => {
      counts.targets++;
      tasks[side].setTarget({ pos, quat });
      const others = [damping, tasks[side === 'left' ? 'right' : 'left']];
      for (let k = 0; k < STEPS; k++) {
        counts.steps++;
        // an elastic task yields if it cannot be satisfied
        const step = exact
          ? kit.solveCertified(configuration, others, DT, { limits, elastic: [tasks[side]], penalty: 10 })
          : kit.solveCertified(configuration, [...others, tasks[side]], DT, { limits });
        const { velocity, scale, solves } = step;
        if (exact) counts.yielded++;
        if (solves > 1) counts.corrected++;
        if (scale < 1) counts.shortened++;
        const fastest = Math.max(...velocity.map(Math.abs));
        if (!(fastest <= SPEED + 1e-9)) return `velocity ${fastest}`;
        configuration.integrateInPlace(velocity, DT);
        const { distance, pair } = collisions.smallestDistance(configuration);
        if (distance < MIN_DISTANCE + 1e-3) counts.near++;
        if (!(distance >= MIN_DISTANCE - SLACK)) return `distance ${distance}: ${collisions.describePair(pair)}`;
        configuration.checkLimits(1e-9);
      }
      return undefined;
    };

    return {
      counts,
      make: (random) => ({ items: random.list(TARGETS, () => makeTarget(random)) }),
      check: (/** @type {{ items: Target[] }} */ { items }) => {
        configuration.updateFromKeyframe('home');
        kit.resetSolver(configuration);
        for (const task of Object.values(tasks)) task.setTargetFrom(configuration);
        for (const item of items) {
          const fault = follow(item);
          if (fault) return fault;
        }
        return undefined;
      },
    };
  },
};

/** @param {import('../material/random.mjs').Random} random @returns {Target} */
function makeTarget(random) {
  const between = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * random.next();
  const quat = [0, 0, 0, 0].map(() => between(-1, 1));
  quat[0] += 0.1;
  return {
    pos: [between(-0.4, 1.1), between(-0.9, 0.9), between(0, 1.3)],
    quat,
    side: random.pick(/** @type {const} */ (['left', 'right'])),
    exact: random.chance(0.3),
  };
}
