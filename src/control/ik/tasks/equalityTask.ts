/** A task that satisfies equality constraints of the model: closed chains, coupled joints, tendons. */
import { expectFinite } from '../../../core/expect.ts';
import { ConstraintType, JacobianType, type Model, ObjType } from '../../../index.ts';
import type { Configuration } from '../configuration.ts';
import { findObject } from '../frame.ts';
import { allDofs, Task, type TaskOptions } from './task.ts';

/** Minimum number of dofs for sparse Jacobians, if the model does not specify. */
const SPARSE_NV = 60;

/** Satisfy the equalities of a model: e = efc_pos and J = efc_J of their rows. Inactive ones have no rows; `eq_active` of the
 *  configuration's data enables them.
 *
 *  ```ts
 *  const loop = new EqualityConstraintTask(robot);
 *  solveIk(configuration, tasks, 0.002, { constraints: [loop] });
 *  ``` */
export class EqualityConstraintTask extends Task {
  /** Whether the task has the rows of an equality. */
  private readonly selected: Uint8Array;
  private readonly weight: number;

  constructor(
    model: Model,
    options: TaskOptions & { readonly equalities?: readonly (string | number)[]; readonly cost?: number } = {},
  ) {
    if (model.neq === 0) throw new RangeError('EqualityConstraintTask: expected a model with equalities, found none');
    super('EqualityConstraintTask', 0, allDofs(model.nv), 0, options);
    const { equalities, cost = 1 } = options;
    this.weight = expectFinite('EqualityConstraintTask: cost', cost, 0);
    this.selected = new Uint8Array(model.neq).fill(equalities ? 0 : 1);
    for (const each of equalities ?? []) this.selected[findObject(model, 'equality', ObjType.EQUALITY, each)] = 1;
  }

  override update(configuration: Configuration): void {
    configuration.makeConstraints();
    const { model, data } = configuration;
    const { nv } = model;
    const { nefc, efc_type, efc_id, efc_pos, efc_J, efc_J_rownnz, efc_J_rowadr, efc_J_colind } = data;
    const { jacobian: form } = model.opt;
    const isDense = form === JacobianType.DENSE || (form === JacobianType.AUTO && nv < SPARSE_NV);
    let rows = 0;
    for (let i = 0; i < nefc; i++) if (efc_type[i] === ConstraintType.EQUALITY && this.selected[efc_id[i]]) rows++;
    this.resize(rows, this.weight);
    const { jacobian, error } = this;
    rows = 0;
    for (let i = 0; i < nefc; i++) {
      if (efc_type[i] !== ConstraintType.EQUALITY || !this.selected[efc_id[i]]) continue;
      error[rows] = efc_pos[i];
      if (isDense) {
        for (let k = 0; k < nv; k++) jacobian[rows * nv + k] = efc_J[i * nv + k];
      }
      const start = efc_J_rowadr[i];
      for (let k = start; !isDense && k < start + efc_J_rownnz[i]; k++)
        jacobian[rows * nv + efc_J_colind[k]] = efc_J[k];
      rows++;
    }
  }
}
