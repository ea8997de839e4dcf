/** Steps whose distances are verified before they are taken: the limit of a solve is linear, the motion is not. */
import { expectFinite, expectInteger } from '../../core/expect.ts';
import { geomDistance, integratePos, type Model } from '../../index.ts';
import { Configuration } from './configuration.ts';
import { CollisionAvoidanceLimit } from './limits/collisionLimit.ts';
import { MotionBounds } from './motionBound.ts';
import { noteVelocity, type SolveOptions, solveWithoutNote } from './solve.ts';
import type { Task } from './tasks/task.ts';

/** Options of certified steps. */
export interface CertifyOptions extends SolveOptions {
  /** Tolerance below the minimum distance, in meters (default: 1e-5). */
  tolerance?: number;
  /** Maximum number of solves that correct for the curvature of the motion, before the step is shortened (default: 3). */
  corrections?: number;
}

/** A step with its certificate. */
export interface CertifiedStep {
  /** Joint velocity (nv numbers). The next solve overwrites it. */
  velocity: Float64Array;
  /** Fraction of the solved velocity that is kept, in [0, 1]: 0 stops. */
  scale: number;
  /** Smallest distance of all pairs after the step, up to the detection distance. */
  distance: number;
  /** The pair with this distance, as text; undefined if all are farther apart. */
  pair: string | undefined;
  /** Number of solves. */
  solves: number;
}

/** Number of parts of a step that are checked before it is shortened. */
const MAX_PARTS = 32;
/** Number of halvings of a step before it is dropped. */
const MAX_HALVINGS = 12;
/** Tolerated rounding error in the distance of a pair below its minimum. */
const ROUNDING = 1e-12;

/** Find the velocity of a step like `solveIk`, and check it: after the step, each pair of the `CollisionAvoidanceLimit`s has its minimum
 *  distance, or at least its previous distance; and no pair overlaps along the step. A step that fails is solved again with the missing
 *  distances, and then shortened. Shortening takes precedence over acceleration limits.
 *
 *  ```ts
 *  const collisions = new CollisionAvoidanceLimit(robot);
 *  const { velocity, scale } = solveCertified(configuration, tasks, 0.02, { limits: [collisions] });
 *  configuration.integrateInPlace(velocity, 0.02);
 *  console.log(scale); // -> 1
 *  ```
 *
 *  @throws NoSolutionError as `solveIk` does */
export function solveCertified(
  configuration: Configuration,
  tasks: readonly Task[],
  dt: number,
  options: CertifyOptions,
): CertifiedStep {
  const { tolerance = 1e-5, corrections = 3, limits = [] } = options;
  expectFinite('solveCertified: tolerance', tolerance, 0);
  expectInteger('solveCertified: corrections', corrections, 0);
  const checks = limits.filter((limit) => limit instanceof CollisionAvoidanceLimit).map((limit) => checkOf(limit));
  if (checks.length === 0) {
    throw new TypeError('solveCertified: limits: expected a CollisionAvoidanceLimit, found none. Fix: use solveIk');
  }
  for (const check of checks) check.start(configuration, tolerance);
  let solves = 0;
  let velocity: Float64Array;
  let isSafe: boolean;
  let corrected: boolean;
  try {
    do {
      velocity = solveWithoutNote('solveCertified', configuration, tasks, dt, options);
      solves++;
      isSafe = true;
      for (const check of checks) if (!check.passes(velocity, dt, solves <= corrections)) isSafe = false;
      corrected = !isSafe && checks.some((check) => check.corrected);
    } while (corrected && solves <= corrections);
  } finally {
    for (const check of checks) check.limit.deficits.fill(0);
  }
  let scale = 1;
  for (let k = 0; !isSafe; k++) {
    const factor = k < MAX_HALVINGS ? 0.5 : 0;
    scale *= factor;
    for (let i = 0; i < velocity.length; i++) velocity[i] *= factor;
    isSafe = factor === 0 || checks.every((check) => check.passes(velocity, dt, false));
  }
  noteVelocity(configuration, velocity, options);
  return { velocity, scale, ...nearest(checks, velocity, dt), solves };
}

function nearest(checks: readonly DistanceCheck[], velocity: Float64Array, dt: number) {
  const result: { distance: number; pair: string | undefined } = { distance: Infinity, pair: undefined };
  for (const check of checks) {
    const { distance, pair } = check.limit.smallestDistance(check.moveTo(velocity, dt));
    if (distance >= result.distance) continue;
    result.distance = distance;
    result.pair = pair < 0 ? undefined : check.limit.describePair(pair);
  }
  return result;
}

const checks = new WeakMap<CollisionAvoidanceLimit, DistanceCheck>();

function checkOf(limit: CollisionAvoidanceLimit): DistanceCheck {
  let found = checks.get(limit);
  if (!found) {
    found = new DistanceCheck(limit);
    checks.set(limit, found);
  }
  return found;
}

/** Distances of the pairs of one limit before, along and after a step. */
class DistanceCheck {
  readonly limit: CollisionAvoidanceLimit;
  private readonly model: Model;
  private readonly moved: Configuration;
  private readonly motion: MotionBounds;
  private readonly origin: Float64Array;
  private readonly step: Float64Array;
  /** Distance that each pair must have after the step. */
  private readonly required: Float64Array;
  /** Distance before the step, of pairs within the detection distance. */
  private readonly before: Float64Array;
  /** Pairs that may touch along the step, and their motion. */
  private readonly crossing: Int32Array;
  private readonly motions: Float64Array;
  private readonly last: Float64Array;
  private readonly unclear: Uint8Array;
  /** Whether the last call of `passes` has added to the deficits of the limit. */
  corrected = false;

  constructor(limit: CollisionAvoidanceLimit) {
    const { model, pairs } = limit;
    const count = pairs.length / 2;
    this.limit = limit;
    this.model = model;
    this.moved = new Configuration(model);
    this.motion = new MotionBounds(model, new Set(pairs));
    this.origin = new Float64Array(model.nq);
    this.step = new Float64Array(model.nv);
    this.required = new Float64Array(count);
    this.before = new Float64Array(count);
    this.crossing = new Int32Array(count);
    this.motions = new Float64Array(count);
    this.last = new Float64Array(count);
    this.unclear = new Uint8Array(count);
  }

  /** Set the configuration before the step. */
  start(configuration: Configuration, tolerance: number): void {
    const { limit, before, required, model } = this;
    const { pairs, near, minimumDistance, detectionDistance } = limit;
    this.origin.set(configuration.qpos);
    before.fill(detectionDistance);
    required.fill(minimumDistance - tolerance);
    const count = limit.findNear(configuration, detectionDistance);
    for (let i = 0; i < count; i++) {
      const p = near[i];
      const distance = geomDistance(model, configuration.data, pairs[2 * p], pairs[2 * p + 1], detectionDistance, null);
      before[p] = distance;
      // a pair below its minimum must not come closer
      if (distance < required[p]) required[p] = distance - ROUNDING;
    }
  }

  /** The configuration after a fraction of a step. */
  moveTo(velocity: Float64Array, dt: number): Configuration {
    const { moved, model } = this;
    moved.qpos.set(this.origin);
    integratePos(model, moved.qpos, velocity, dt);
    moved.update();
    return moved;
  }

  /** Whether a step keeps all distances. With `corrects`, missing distances are added to the deficits of the limit. */
  passes(velocity: Float64Array, dt: number, corrects: boolean): boolean {
    const { limit, required, model } = this;
    const { pairs, near, minimumDistance, deficits } = limit;
    const after = this.moveTo(velocity, dt);
    const count = limit.findNear(after, minimumDistance);
    let passes = true;
    this.corrected = false;
    for (let i = 0; i < count; i++) {
      const p = near[i];
      const distance = geomDistance(
        model,
        after.data,
        pairs[2 * p],
        pairs[2 * p + 1],
        2 * minimumDistance + 1e-3,
        null,
      );
      if (distance >= required[p]) continue;
      passes = false;
      if (!corrects) continue;
      deficits[p] += Math.min(minimumDistance, this.before[p]) - distance;
      this.corrected = true;
    }
    return passes && this.staysApart(velocity, dt);
  }

  /** Whether no pair overlaps along the step. Between two points of it with distances a and b, a pair that moves by at most s has a
   *  distance of at least (a + b - s) / 2. Pairs that fail are checked with twice as many parts. */
  private staysApart(velocity: Float64Array, dt: number): boolean {
    const { limit, crossing, motions, last, unclear, before, model } = this;
    const { pairs } = limit;
    let count = this.findCrossing(velocity, dt);
    for (let parts = 1; count > 0 && parts <= MAX_PARTS; parts *= 2) {
      for (let i = 0; i < count; i++) {
        last[i] = before[crossing[i]];
        unclear[i] = 0;
      }
      for (let part = 1; part <= parts; part++) {
        const { data } = this.moveTo(velocity, (dt * part) / parts);
        for (let i = 0; i < count; i++) {
          const p = crossing[i];
          const share = motions[p] / parts;
          const distance = geomDistance(model, data, pairs[2 * p], pairs[2 * p + 1], share + 1e-3, null);
          if (distance <= 0) return false;
          if (last[i] + distance < share) unclear[i] = 1;
          last[i] = distance;
        }
      }
      let left = 0;
      for (let i = 0; i < count; i++) if (unclear[i]) crossing[left++] = crossing[i];
      count = left;
    }
    return count === 0;
  }

  /** Pairs whose motion is longer than their distance before the step, in `crossing`; returns their number. Pairs that overlap already, and
   *  those without a bound of their motion, are skipped. */
  private findCrossing(velocity: Float64Array, dt: number): number {
    const { limit, crossing, motions, before, step, motion } = this;
    const { pairs } = limit;
    for (let k = 0; k < step.length; k++) step[k] = velocity[k] * dt;
    let count = 0;
    for (let p = 0; p < motions.length; p++) {
      if (before[p] <= 0) continue;
      motions[p] = motion.relativeMotion(pairs[2 * p], pairs[2 * p + 1], step);
      if (motions[p] > before[p] && motions[p] < Infinity) crossing[count++] = p;
    }
    return count;
  }
}
