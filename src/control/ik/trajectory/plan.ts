/** Trajectories through joint positions, timed so that velocities and accelerations stay within limits. */
import { expectFinite, expectObject, found } from '../../../core/expect.ts';
import { JointType, type Model } from '../../../index.ts';
import { Configuration, jointName } from '../configuration.ts';
import { type JointValues, valuesOfDofs } from '../limits/velocityLimit.ts';
import { Chart } from './chart.ts';
import { StoppingSpline } from './spline.ts';
import { Trajectory } from './trajectory.ts';

/** Limits of a trajectory. */
export interface TrajectoryOptions {
  /** Largest velocity of the dofs: one number for all, or by joint name (default: no limit). */
  velocity?: JointValues;
  /** Largest acceleration (default: no limit). */
  acceleration?: JointValues;
  /** Time of each waypoint, starting at 0 (default: the shortest times found within the limits). */
  times?: ArrayLike<number>;
}

/** Rounds of the search for short times. */
const ROUNDS = 30;
/** Shortest segment in seconds. */
const SHORTEST = 1e-3;
/** Samples of a segment for rotations, whose extremes have no closed form, and the margin for values between samples. */
const SAMPLES = 16;
const MARGIN = 1.02;

/** Plan a trajectory through joint positions. It starts and ends at rest; positions, velocities and accelerations are continuous;
 *  velocities and accelerations are within the limits, hinges and slides within their ranges.
 *
 *  ```ts
 *  const trajectory = planTrajectory(robot, [robot.qpos0, configuration.qpos], { velocity: 2, acceleration: 8 });
 *  console.log(trajectory.at(trajectory.duration).velocity[0]); // -> 0
 *  ```
 *
 *  @param waypoints joint positions (nq numbers each), two or more
 *  @throws RangeError if `times` are too short for the limits, with the required factor */
export function planTrajectory(
  model: Model,
  waypoints: readonly ArrayLike<number>[],
  options: TrajectoryOptions,
): Trajectory {
  const { velocity, acceleration, times } = expectObject('planTrajectory: options', options);
  const limits = {
    velocity: limitOfDofs('planTrajectory: velocity', model, velocity),
    acceleration: limitOfDofs('planTrajectory: acceleration', model, acceleration),
  };
  const positions = checkWaypoints(model, waypoints);
  const chart = new Chart(model, positions[0]);
  const points: Float64Array[] = [];
  for (const qpos of positions) points.push(chart.toCoordinates(qpos, points.at(-1)));
  const plan = new Plan(model, chart, points, limits);
  if (times === undefined) plan.findDurations();
  else plan.setTimes(checkTimes(times, points.length));
  return new Trajectory(model, chart, plan.spline, plan.waypointTimes());
}

function checkWaypoints(model: Model, waypoints: readonly ArrayLike<number>[]): Float64Array[] {
  if (!Array.isArray(waypoints) || waypoints.length < 2) {
    const what = Array.isArray(waypoints) ? String(waypoints.length) : found(waypoints);
    throw new RangeError(`planTrajectory: waypoints: expected two or more, found ${what}`);
  }
  return waypoints.map((qpos, k) => {
    try {
      const configuration = new Configuration(model, qpos);
      configuration.checkLimits(1e-9);
      return configuration.qpos.slice();
    } catch (error) {
      if (error instanceof Error) error.message = `planTrajectory: waypoint ${k}: ${error.message}`;
      throw error;
    }
  });
}

function checkTimes(times: ArrayLike<number>, count: number): Float64Array {
  const list = Float64Array.from(times);
  if (list.length !== count) {
    throw new RangeError(`planTrajectory: times: expected one for each of ${count} waypoints, found ${list.length}`);
  }
  for (let k = 0; k < count; k++) {
    expectFinite(`planTrajectory: times[${k}]`, list[k]);
    if (k === 0 ? list[0] === 0 : list[k] > list[k - 1]) continue;
    const expected = k === 0 ? '0' : `a time after ${list[k - 1]}`;
    throw new RangeError(`planTrajectory: times[${k}]: expected ${expected}, found ${list[k]}`);
  }
  return list;
}

/** One number applies to all dofs, including those of free joints. */
function limitOfDofs(label: string, m: Model, values: JointValues = {}): Float64Array {
  if (typeof values !== 'number') return checkPositive(label, valuesOfDofs(label, m, values));
  return checkPositive(label, new Float64Array(m.nv).fill(values));
}

function checkPositive(label: string, row: Float64Array): Float64Array {
  for (const value of row)
    if (!(value > 0)) throw new RangeError(`${label}: expected a number above 0, found ${value}`);
  return row;
}

interface DofLimits {
  readonly velocity: Float64Array;
  readonly acceleration: Float64Array;
}

/** A dof that exceeds a limit, and the factor by which the segment is too fast. */
interface Excess {
  ratio: number;
  dof: number;
  segment: number;
}

/** Points and durations under construction. */
class Plan {
  spline!: StoppingSpline;
  private readonly model: Model;
  private readonly chart: Chart;
  private readonly limits: DofLimits;
  private readonly points: Float64Array[];
  private durations: number[];
  /** Points at which the trajectory rests. */
  private readonly stops: boolean[];

  constructor(model: Model, chart: Chart, points: Float64Array[], limits: DofLimits) {
    this.model = model;
    this.chart = chart;
    this.points = points;
    this.limits = limits;
    this.durations = [];
    this.stops = points.map(() => false);
  }

  waypointTimes(): Float64Array {
    const times = new Float64Array(this.points.length);
    this.durations.forEach((h, k) => {
      times[k + 1] = times[k] + h;
    });
    times[times.length - 1] = this.spline.duration;
    return times;
  }

  /** Set times, and check that they are long enough. */
  setTimes(times: Float64Array): void {
    this.durations = Array.from({ length: times.length - 1 }, (_, k) => times[k + 1] - times[k]);
    this.build();
    const { ratio, dof, segment } = this.worst();
    if (ratio <= 1 + 1e-9) return;
    const joint = jointName(this.model, this.model.dof_jntid[dof]);
    throw new RangeError(
      `planTrajectory: times: joint ${joint} exceeds its limits between waypoints ${segment} and ${segment + 1}. ` +
        `Expected times that are ${ratio.toFixed(3)} times as long`,
    );
  }

  /** Shorten segments with time to spare and lengthen others, and keep the shortest trajectory; stretched as a whole by a factor s,
   *  velocities are s times and accelerations s^2 times as small, so that a trajectory within the limits always exists. */
  findDurations(): void {
    this.durations = this.firstDurations();
    let best = { total: Infinity, durations: this.durations, stops: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      this.build();
      const ratios = this.ratios();
      const stretch = Math.max(...ratios.map(({ ratio }) => ratio), 1e-6);
      const stretched = this.durations.map((h) => h * stretch);
      const total = stretched.reduce((a, b) => a + b, 0);
      // another stop makes earlier plans invalid
      const stops = this.stops.filter(Boolean).length;
      if (total < best.total || stops > best.stops) best = { total, durations: stretched, stops };
      this.durations = stretched.map((h, k) => Math.max(SHORTEST, h * Math.max(0.7, ratios[k].ratio / stretch) ** 0.5));
    }
    this.durations = best.durations;
    this.build();
    // rounding, or another stop
    const { ratio } = this.worst();
    if (ratio <= 1) return;
    this.durations = this.durations.map((h) => h * ratio * (1 + 1e-12));
    this.build();
  }

  /** From rest to rest over a distance d: at least 3/2 d / v and sqrt(6 d / a). */
  private firstDurations(): number[] {
    const { velocity, acceleration } = this.limits;
    return this.points.slice(1).map((point, k) => {
      let longest = SHORTEST;
      for (let i = 0; i < point.length; i++) {
        const distance = Math.abs(point[i] - this.points[k][i]);
        if (distance > 0 && velocity[i] === Infinity && acceleration[i] === Infinity) {
          const joint = jointName(this.model, this.model.dof_jntid[i]);
          throw new RangeError(
            `planTrajectory: joint ${joint} moves: expected a velocity or an acceleration, found none`,
          );
        }
        longest = Math.max(longest, (1.5 * distance) / velocity[i], Math.sqrt((6 * distance) / acceleration[i]));
      }
      return longest;
    });
  }

  /** The spline through all points. It rests at both ends of a segment in which a joint would overshoot its range: from rest to rest, a
   *  coordinate stays between its ends. */
  private build(): void {
    const { points, stops } = this;
    for (;;) {
      this.spline = new StoppingSpline(points, this.durations, stops);
      const outside = this.segmentsOutside();
      if (outside.length === 0) return;
      for (const s of outside) stops[s] = stops[s + 1] = true;
    }
  }

  /** Segments between points in which a hinge or slide leaves its range, and which are not from rest to rest. */
  private segmentsOutside(): number[] {
    const { spline, model, stops, points } = this;
    const { jnt_limited, jnt_type, jnt_range, jnt_dofadr, njnt } = model;
    const rests = (k: number) => k === 0 || k === points.length - 1 || stops[k];
    const outside = new Set<number>();
    for (let j = 0; j < njnt; j++) {
      if (!jnt_limited[j] || jnt_type[j] === JointType.BALL) continue;
      for (const { part, knot, ofPoints } of spline.segments) {
        if (rests(ofPoints) && rests(ofPoints + 1)) continue;
        const { lowest, highest } = part.extremes(knot, jnt_dofadr[j]);
        if (lowest < jnt_range[2 * j] || highest > jnt_range[2 * j + 1]) outside.add(ofPoints);
      }
    }
    return [...outside];
  }

  private worst(): Excess {
    return this.ratios().reduce((a, b) => (b.ratio > a.ratio ? b : a));
  }

  /** Factor by which each segment between points must be lengthened: max of |v| / velocity and sqrt(|a| / acceleration). */
  private ratios(): Excess[] {
    const { spline, limits, chart, model } = this;
    const result: Excess[] = this.durations.map((_, segment) => ({ ratio: 0, dof: 0, segment }));
    const rotates = new Uint8Array(model.nv);
    for (const { dof } of chart.rotations) rotates.fill(1, dof, dof + 3);
    for (const { part, knot, ofPoints, from, to } of spline.segments) {
      const excess = result[ofPoints];
      const note: NoteRates = (dof, speed, acceleration) => {
        const ratio = Math.max(speed / limits.velocity[dof], Math.sqrt(acceleration / limits.acceleration[dof]));
        if (ratio > excess.ratio) [excess.ratio, excess.dof] = [ratio, dof];
      };
      for (let dof = 0; dof < model.nv; dof++) {
        if (rotates[dof]) continue;
        const { speed, acceleration } = part.extremes(knot, dof);
        note(dof, speed, acceleration);
      }
      if (chart.rotations.length > 0) this.sampleRotations(from, to, note);
    }
    return result;
  }

  private sampleRotations(from: number, to: number, note: NoteRates): void {
    const { spline, chart, model } = this;
    const [x, v, a] = [0, 1, 2].map(() => new Float64Array(model.nv));
    for (let s = 0; s <= SAMPLES; s++) {
      spline.read(from + ((to - from) * s) / SAMPLES, x, v, a);
      chart.toAcceleration(x, v, a);
      chart.toVelocity(x, v);
      for (const { dof } of chart.rotations) {
        for (let i = dof; i < dof + 3; i++) note(i, MARGIN * Math.abs(v[i]), MARGIN * Math.abs(a[i]));
      }
    }
  }
}

/** Gets the largest speed and acceleration of a dof in a segment. */
type NoteRates = (dof: number, speed: number, acceleration: number) => void;
