/** Trajectories: joint positions, velocities and accelerations over time. */
import { expectFinite } from '../../../core/expect.ts';
import type { Model } from '../../../index.ts';
import { Configuration } from '../configuration.ts';
import type { CollisionAvoidanceLimit } from '../limits/collisionLimit.ts';
import type { Chart } from './chart.ts';
import type { StoppingSpline } from './spline.ts';

/** A point of a trajectory. */
export interface TrajectoryPoint {
  /** Joint positions: nq numbers. */
  qpos: Float64Array;
  /** Velocities of the dofs: nv numbers. */
  velocity: Float64Array;
  /** Accelerations of the dofs: nv numbers. */
  acceleration: Float64Array;
}

/** A motion through waypoints, created by `planTrajectory`.
 *
 *  ```ts
 *  const trajectory = planTrajectory(robot, [robot.qpos0, configuration.qpos], { velocity: 2, acceleration: 8 }); for (let t = 0; t <=
 *  trajectory.duration; t += 0.002) configuration.update(trajectory.at(t).qpos);
 *  ``` */
export class Trajectory {
  /** Seconds from the first waypoint to the last one. */
  readonly duration: number;
  /** Time of each waypoint. */
  readonly times: Float64Array;
  private readonly model: Model;
  private readonly chart: Chart;
  private readonly spline: StoppingSpline;

  constructor(model: Model, chart: Chart, spline: StoppingSpline, times: Float64Array) {
    this.model = model;
    this.chart = chart;
    this.spline = spline;
    this.times = times;
    this.duration = spline.duration;
  }

  /** The point at a time; before 0 and after the end the trajectory rests.
   *  @param out output (default: new arrays) */
  at(time: number, out: TrajectoryPoint = this.makePoint()): TrajectoryPoint {
    const { chart, spline, duration } = this;
    const { qpos, velocity, acceleration } = out;
    const x = new Float64Array(this.model.nv);
    spline.read(Math.min(Math.max(expectFinite('time', time), 0), duration), x, velocity, acceleration);
    chart.readPosition(qpos, x);
    chart.toAcceleration(x, velocity, acceleration);
    chart.toVelocity(x, velocity);
    return out;
  }

  /** Smallest distance of the pairs of a limit along the trajectory, at points `step` seconds apart (default: 0.01). */
  smallestDistance(limit: CollisionAvoidanceLimit, step = 0.01): { distance: number; pair: number; time: number } {
    expectFinite('step', step, Number.MIN_VALUE);
    const configuration = new Configuration(this.model);
    const count = Math.max(1, Math.ceil(this.duration / step));
    const point = this.makePoint();
    let best = { distance: Infinity, pair: -1, time: 0 };
    for (let k = 0; k <= count; k++) {
      const time = (this.duration * k) / count;
      configuration.update(this.at(time, point).qpos);
      const nearest = limit.smallestDistance(configuration);
      if (nearest.distance < best.distance) best = { ...nearest, time };
    }
    return best;
  }

  private makePoint(): TrajectoryPoint {
    const { nq, nv } = this.model;
    return { qpos: new Float64Array(nq), velocity: new Float64Array(nv), acceleration: new Float64Array(nv) };
  }
}
