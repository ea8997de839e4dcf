/** Base class of limits, which add bounds and rows on the displacement dq of one step. */
import type { Model } from '../../../index.ts';
import { type Configuration, jointName } from '../configuration.ts';
import type { RowOwner, Rows } from '../rows.ts';

/** A limit on the displacement of a step. Extend it for your own limits.
 *
 *  ```ts
 *  class StillJoint extends Limit {
 *    addTo(rows) {
 *      rows.addBound(0, 0, 0);
 *    }
 *  }
 *  const still = new StillJoint('StillJoint', robot);
 *  console.log(solveIk(configuration, tasks, 0.002, { limits: [still] })[0]); // -> 0
 *  ``` */
export abstract class Limit implements RowOwner {
  /** Label in messages. */
  readonly label: string;
  readonly keys: number;
  readonly model: Model;

  /** @param keys number of rows besides bounds that it may add */
  constructor(label: string, model: Model, keys = 0) {
    this.label = label;
    this.model = model;
    this.keys = keys;
  }

  /** Add the bounds and rows of a step of time `dt` from a configuration. */
  abstract addTo(rows: Rows, configuration: Configuration, dt: number): void;

  /** Record the velocity found by a solve. */
  accept(_velocity: Float64Array): void {}

  describe(detail: number, isBound: boolean): string {
    const joint = isBound ? jointName(this.model, this.model.dof_jntid[detail]) : `row ${detail}`;
    return `${this.label}: joint ${joint}`;
  }
}
