import { makeConstraint } from '../../../core/engine/constraint/make.ts';
import { Status } from '../../../core/engine/runtime/status.ts';
import type { Data } from '../../../core/model/data.ts';
import { Warning } from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';
import { count } from './check.ts';

/* Constraint rows. Arrays do not grow here: contacts and rows beyond the capacity are dropped and counted. */

/** Constraint rows; drops contacts from the last one until the rest fits.
 *  reads  d: qpos xpos cdof contact_*   writes d: efc_* nefc ncon warning_* */
export function rows(m: Model, d: Data): void {
  let fits = false;
  let counted = false;
  while (!fits) {
    fits = makeConstraint(m, d) === Status.OK;
    if (!fits && !counted) count(d, Warning.CNSTRFULL, d.efc_cap);
    counted = counted || !fits;
    fits = fits || d.ncon === 0;
    if (!fits) d.ncon = (3 * d.ncon) >> 2;
  }
}
