/** Inverse kinematics of one pose: joint positions that bring a frame to it, from several starts. */
import { expectFinite, expectInteger, expectObject } from '../../core/expect.ts';
import { norm3 } from '../../core/math/vec3.ts';
import { type Data, JointType, type Model } from '../../index.ts';
import { Configuration, jointName } from './configuration.ts';
import { NoSolutionError } from './errors.ts';
import type { FrameRef } from './frame.ts';
import type { CollisionAvoidanceLimit } from './limits/collisionLimit.ts';
import { ConfigurationLimit } from './limits/configurationLimit.ts';
import { VelocityLimit } from './limits/velocityLimit.ts';
import { solveIk } from './solve.ts';
import { FrameTask } from './tasks/frameTask.ts';
import { DampingTask } from './tasks/postureTask.ts';

/** A frame and where it should be; without `quat` its orientation is free, without `pos` its position. */
export type IkTarget = FrameRef & { readonly pos?: ArrayLike<number>; readonly quat?: ArrayLike<number> };

/** How `ik` searches. */
export interface IkOptions {
  /** Maximum number of starts: the positions of `data`, then random ones inside the ranges (default: 10). */
  starts?: number;
  /** Maximum number of steps per start (default: 100). */
  iterations?: number;
  /** Tolerance of the position in meters (default: 1e-4). */
  positionTolerance?: number;
  /** Tolerance of the orientation in radians (default: 1e-3). */
  orientationTolerance?: number;
  /** Collision avoidance (default: none). */
  collisions?: CollisionAvoidanceLimit;
}

/** Result of `ik`. */
export interface IkResult {
  /** Whether the target is reached within the tolerances. */
  reached: boolean;
  /** Joint positions closest to the target. */
  qpos: Float64Array;
  /** Distance to the target in meters; 0 without a position. */
  positionError: number;
  /** Angle to the target in radians; 0 without an orientation. */
  orientationError: number;
  /** What prevents the frame from reaching the target: distance, joints at their limits, nearby geoms. */
  reason: string | undefined;
  /** Total number of steps of all starts. */
  iterations: number;
}

/** Largest motion of a joint in a step, in radians or meters: the linear model is valid only near the configuration. */
const STEP = 0.5;
/** The same after a stall: near obstacles large steps oscillate. */
const SMALL_STEP = 0.03;

/** Find joint positions that bring a frame to a pose, within the ranges of the joints. `data` is the first start and does not change; the
 *  result is the same in each run.
 *
 *  ```ts
 *  const result = ik(robot, new Data(robot), { site: 'left hand', pos: [0.4, 0.2, 1.1] });
 *  console.log(result.reached); // -> true
 *  ``` */
export function ik(model: Model, data: Data, target: IkTarget, options: IkOptions = {}): IkResult {
  const { starts = 10, iterations = 100, positionTolerance = 1e-4, orientationTolerance = 1e-3 } = options;
  expectInteger('ik: starts', starts, 1);
  expectInteger('ik: iterations', iterations, 1);
  expectFinite('ik: positionTolerance', positionTolerance, 0);
  expectFinite('ik: orientationTolerance', orientationTolerance, 0);
  const task = checkTarget(model, target);
  const search = new Search(model, task, options.collisions);
  const random = makeRandom();
  let best: IkResult | undefined;
  let steps = 0;
  for (let k = 0; k < starts; k++) {
    const found = search.descend(k === 0 ? data.qpos : randomStart(model, data.qpos, random), iterations);
    steps += found.iterations;
    found.reached = found.positionError <= positionTolerance && found.orientationError <= orientationTolerance;
    if (!best || found.reached || distance(found) < distance(best)) best = found;
    if (found.reached) break;
  }
  const result = best as IkResult;
  result.iterations = steps;
  if (!result.reached) result.reason = search.explain(result);
  return result;
}

/** The task of a target.
 *  @throws TypeError or RangeError if the target is not valid */
export function checkTarget(model: Model, target: IkTarget): FrameTask {
  const { pos, quat, ...frame } = expectObject('ik: target', target);
  if (pos === undefined && quat === undefined)
    throw new TypeError('ik: target: expected pos, quat or both, found none');
  const costs = { positionCost: pos ? 1 : 0, orientationCost: quat ? 1 : 0, lmDamping: 0.01 };
  const task = new FrameTask(model, frame as FrameRef, costs);
  task.setTarget({ ...(pos && { pos }), ...(quat && { quat }) });
  return task;
}

const distance = ({ positionError, orientationError }: IkResult) => positionError + orientationError;

/** Steps from one start to the next minimum. */
class Search {
  private readonly configuration: Configuration;
  private readonly task: FrameTask;
  private readonly damping: DampingTask;
  private readonly limits: (ConfigurationLimit | VelocityLimit | CollisionAvoidanceLimit)[];
  private readonly smallLimits: typeof this.limits;
  private readonly collisions: CollisionAvoidanceLimit | undefined;

  constructor(model: Model, task: FrameTask, collisions: CollisionAvoidanceLimit | undefined) {
    this.configuration = new Configuration(model);
    this.task = task;
    this.damping = new DampingTask(model, { cost: 1e-3 });
    this.limits = [new ConfigurationLimit(model), new VelocityLimit(model, STEP), ...(collisions ? [collisions] : [])];
    this.smallLimits = [...this.limits, new VelocityLimit(model, SMALL_STEP)];
    this.collisions = collisions;
  }

  descend(start: Float64Array, most: number): IkResult {
    const { configuration, task, damping } = this;
    let { limits } = this;
    configuration.update(start);
    let iterations = 0;
    let before = Infinity;
    for (; iterations < most; iterations++) {
      try {
        configuration.integrateInPlace(solveIk(configuration, [task, damping], 1, { limits }), 1);
      } catch (error) {
        if (error instanceof NoSolutionError) break;
        throw error;
      }
      // ten small steps without progress are a minimum
      if (iterations % 10 !== 9) continue;
      task.update(configuration);
      const error = task.weightedSquare();
      if (error < 1e-16 || (error > before * 0.999 && limits === this.smallLimits)) break;
      if (error > before * 0.999) limits = this.smallLimits;
      before = error;
    }
    task.update(configuration);
    const error = (at: number) => (task.cost[at] > 0 ? norm3(task.error, at) : 0);
    return {
      reached: false,
      qpos: configuration.qpos.slice(),
      positionError: error(0),
      orientationError: error(3),
      reason: undefined,
      iterations,
    };
  }

  /** What prevents the frame from reaching the target at the end of a search. */
  explain({ qpos, positionError, orientationError }: IkResult): string {
    const { configuration, collisions, task } = this;
    configuration.update(qpos);
    const degrees = ((orientationError * 180) / Math.PI).toFixed(2);
    const parts = [`${task.frame.label} stays ${positionError.toFixed(4)} m and ${degrees} degrees away`];
    const joints = jointsAtLimits(configuration);
    if (joints.length > 0) parts.push(`at the end of their range: ${joints.join(', ')}`);
    if (collisions) {
      const { distance: gap, pair } = collisions.smallestDistance(configuration);
      if (pair >= 0 && gap < collisions.minimumDistance + 1e-3) parts.push(`near: ${collisions.describePair(pair)}`);
    }
    return parts.length > 1 ? parts.join('; ') : `${parts[0]}: unreachable`;
  }
}

function jointsAtLimits({ model, qpos }: Configuration): string[] {
  const { jnt_limited, jnt_range, jnt_type, jnt_qposadr, njnt } = model;
  return Array.from({ length: njnt }, (_, j) => j)
    .filter((j) => jnt_limited[j] && (jnt_type[j] === JointType.HINGE || jnt_type[j] === JointType.SLIDE))
    .filter((j) => {
      const q = qpos[jnt_qposadr[j]];
      return Math.min(q - jnt_range[2 * j], jnt_range[2 * j + 1] - q) < 1e-3;
    })
    .map((j) => `joint ${jointName(model, j)}`);
}

/** Random positions of hinges and slides inside their ranges; free and ball joints do not change. */
function randomStart(m: Model, from: Float64Array, random: () => number): Float64Array {
  const qpos = from.slice();
  for (let j = 0; j < m.njnt; j++) {
    if (m.jnt_type[j] !== JointType.HINGE && m.jnt_type[j] !== JointType.SLIDE) continue;
    const [lower, upper] = m.jnt_limited[j] ? [m.jnt_range[2 * j], m.jnt_range[2 * j + 1]] : [-Math.PI, Math.PI];
    qpos[m.jnt_qposadr[j]] = lower + (upper - lower) * random();
  }
  return qpos;
}

/** Random numbers in [0, 1), the same for each search. */
function makeRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
