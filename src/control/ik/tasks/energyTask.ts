/** A task that keeps the kinetic energy of a step small. */
import type { Model } from '../../../index.ts';
import type { Configuration } from '../configuration.ts';
import { allDofs, Task } from './task.ts';

/** Prefer motions with little kinetic energy, so that light parts move rather than heavy ones: adds cost dq' M dq / (2 dt^2) to the
 *  objective. It has no rows, so it cannot be a constraint.
 *
 *  ```ts
 *  const task = new KineticEnergyTask(robot, { cost: 1e-6 });
 *  ``` */
export class KineticEnergyTask extends Task {
  private readonly weight: number;
  private matrix: Float64Array | undefined;
  private scale = 0;

  constructor(model: Model, options: { cost?: number } = {}) {
    super('KineticEnergyTask', 0, allDofs(model.nv), 0, {});
    const { cost = 1 } = options;
    if (!(cost >= 0 && cost < Infinity)) {
      throw new RangeError(`KineticEnergyTask: cost: expected a finite number of at least 0, found ${cost}`);
    }
    this.weight = cost;
  }

  override update(configuration: Configuration, dt: number): void {
    this.matrix = configuration.inertia();
    this.scale = this.weight / (dt * dt);
  }

  override addTo(H: Float64Array, _c: Float64Array, n: number): void {
    const { matrix, scale } = this;
    if (!matrix) return;
    for (let i = 0; i < n; i++) for (let j = 0; j <= i; j++) H[i * n + j] += scale * matrix[i * n + j];
  }
}
