import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { copyDofs } from '../tree/awakeDofs.ts';

/** Acceleration of a step of the integrator `discrete`: that of the solver, whose metric has the implicit terms.
 *  reads  d: qacc   writes d: work_qacc */
export function solvedAcc(m: Model, d: Data): void {
  copyDofs(m, d, d.work_qacc, d.qacc);
}
