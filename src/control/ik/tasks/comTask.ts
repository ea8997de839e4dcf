/** A task that brings the center of mass to a point. */
import type { Model } from '../../../index.ts';
import type { Configuration } from '../configuration.ts';
import { expectVector } from '../expect.ts';
import { allDofs, Task, type TaskOptions } from './task.ts';

/** Bring the center of mass of the whole model to a point: e = com - target.
 *
 *  ```ts
 *  const task = new ComTask(robot, { cost: [10, 10, 0] }); // height is free
 *  task.setTargetFrom(configuration);
 *  ``` */
export class ComTask extends Task {
  readonly target: Float64Array = new Float64Array(3);
  private hasTarget = false;

  constructor(model: Model, options: TaskOptions & { cost?: number | ArrayLike<number> } = {}) {
    super('ComTask', 3, allDofs(model.nv), options?.cost ?? 1, options);
  }

  setTarget(target: ArrayLike<number>): void {
    this.target.set(expectVector('ComTask: target', target, 3));
    this.hasTarget = true;
  }

  /** Make the center of mass of a configuration the target. */
  setTargetFrom({ data }: Configuration): void {
    this.setTarget(data.subtree_com.subarray(0, 3));
  }

  /** A dof moves the subtree of its body as one: column = mass of the subtree / total mass (v + w x (its com - com)). */
  override update({ model, data }: Configuration): void {
    if (!this.hasTarget) throw new Error('ComTask: no target. Expected setTarget before the task is used');
    const { nv, dof_bodyid, body_rootid, body_subtreemass } = model;
    const { cdof, subtree_com } = data;
    const { error, jacobian, target } = this;
    for (let k = 0; k < 3; k++) error[k] = subtree_com[k] - target[k];
    for (let k = 0; k < nv; k++) {
      const body = dof_bodyid[k];
      const root = 3 * body_rootid[body];
      const part = body_subtreemass[body] / body_subtreemass[0];
      const x = subtree_com[3 * body] - subtree_com[root];
      const y = subtree_com[3 * body + 1] - subtree_com[root + 1];
      const z = subtree_com[3 * body + 2] - subtree_com[root + 2];
      const c = 6 * k;
      jacobian[k] = part * (cdof[c + 3] + cdof[c + 1] * z - cdof[c + 2] * y);
      jacobian[nv + k] = part * (cdof[c + 4] + cdof[c + 2] * x - cdof[c] * z);
      jacobian[2 * nv + k] = part * (cdof[c + 5] + cdof[c] * y - cdof[c + 1] * x);
    }
  }
}
