import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { Disable, Integrator } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { Status } from '../runtime/status.ts';
import { isSparse } from '../tree/settings.ts';
import { diagApprox } from './diagonal.ts';
import { makeImpedance } from './impedance.ts';
import { addContacts } from './rows/contact.ts';
import { countRows } from './rows/count.ts';
import { addEqualities } from './rows/equality.ts';
import { addFrictions } from './rows/friction.ts';
import { addLimits } from './rows/limit.ts';

const count = new Int32Array(2);

/** Constraint rows in MuJoCo's order: equalities, friction loss of dofs and tendons, limits of joints and tendons,
 *  contacts. Computes their Jacobian, errors, impedances and regularization.
 *  reads  m: eq_* jnt_* dof_* tendon_* body_invweight0   d: qpos xpos xmat xquat site_xpos cdof subtree_com ten_* contact_*
 *  writes d: ne nf nl nefc nJ nY nA efc_type efc_id efc_J* efc_pos efc_margin efc_frictionloss efc_diagA efc_KBIP efc_R efc_D
 *            tendon_efcadr contact_efc_address contact_exclude contact_mu work_flex_column */
export function makeConstraint(m: Model, d: Data): int {
  d.ne = 0;
  d.nf = 0;
  d.nl = 0;
  d.nefc = 0;
  d.nJ = 0;
  d.nA = 0;
  d.nY = 0;
  if ((m.opt.disableflags & Disable.CONSTRAINT) !== 0 || m.nv === 0) return Status.OK;
  const sparse = isSparse(m);
  countRows(m, d, sparse, count);
  const rows = count[0];
  const elements = sparse ? count[1] : rows * m.nv;
  if (rows > d.efc_cap || elements > d.J_cap) {
    d.efc_need = rows;
    d.J_need = elements;
    return Status.ARENA_FULL;
  }
  if (m.ntendon > 0) d.tendon_efcadr.fill(-1, 0, m.ntendon);
  if (rows === 0 && d.ncon === 0) return Status.OK;
  addEqualities(m, d, sparse);
  addFrictions(m, d, sparse);
  addLimits(m, d, sparse);
  addContacts(m, d, sparse);
  d.nJ = sparse ? sparseSize(d) : elements;
  if (d.nefc === 0) return Status.OK;
  if (sparse) sumSuper(d);
  // with the integrator `discrete` the metric decides, after actuation: `regularizeConstraint`
  if (m.opt.integrator === Integrator.DISCRETE) return Status.OK;
  diagApprox(m, d);
  makeImpedance(m, d);
  return Status.OK;
}

/** Number of elements of the sparse Jacobian. */
function sparseSize(d: Data): int {
  const last = d.nefc - 1;
  return last < 0 ? 0 : d.efc_J_rowadr[last] + d.efc_J_rownnz[last];
}

/** Converts efc_J_rowsuper from marks to counts: how many of the following rows have the same pattern. */
function sumSuper(d: Data): void {
  const { efc_J_rowsuper } = d;
  for (let e = d.nefc - 2; e >= 0; e--) if (efc_J_rowsuper[e] !== 0) efc_J_rowsuper[e] += efc_J_rowsuper[e + 1];
}
