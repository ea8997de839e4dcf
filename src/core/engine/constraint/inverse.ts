import { subFrom } from '../../math/array.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { mulJacVec } from './mulJac.ts';
import { constraintUpdate } from './update.ts';

/** Constraint forces for a given acceleration, computed row by row without solving.
 *  reads  d: qacc efc_*   writes d: efc_force efc_state qfrc_constraint */
export function invConstraint(m: Model, d: Data): void {
  const { work_jar, efc_aref } = d;
  const { nefc } = d;
  if (nefc === 0) {
    d.qfrc_constraint.fill(0, 0, m.nv);
    return;
  }
  mulJacVec(m, d, work_jar, 0, d.qacc, 0);
  subFrom(work_jar, 0, efc_aref, 0, nefc);
  constraintUpdate(m, d, false);
}
