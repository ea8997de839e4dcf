import type { int } from '../../math/int.ts';
import { NPOLY } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Disable, SleepState } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { tendonDamping } from '../tree/damping.ts';
import { hasCouplings, tendonCouples } from '../tree/metricTerms.ts';
import { polyForceDerivative } from '../tree/poly.ts';
import { tendonState } from '../tree/sleepState.ts';

const coef = new Float64Array(3);

/** Springs and dampers of tendons in the metric: scale s = h b + h^2 k of the term s J^T J, and the shift c -= h k J^T
 *  velocity of the smooth force.
 *  reads  d: ten_length ten_velocity ten_J tree_awake   writes d: nefmT efm_tid efm_ts efm_tk   adds to d: efm_c */
export function addTendons(m: Model, d: Data): void {
  const { ntendon, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const { ten_J, ten_velocity, efm_tid, efm_ts, efm_tk, efm_c } = d;
  const h = m.opt.timestep;
  d.nefmT = 0;
  if (ntendon === 0 || !hasCouplings(m)) return;
  for (let i = 0; i < ntendon; i++) {
    if (!tendonCouples(m, i) || tendonState(m, d, i) !== SleepState.AWAKE) continue;
    const k = tendonStiffness(m, d, i);
    const t = d.nefmT;
    efm_tid[t] = i;
    efm_ts[t] = h * h * k + h * dampingOfTendon(m, d, i);
    efm_tk[t] = h * k;
    d.nefmT = t + 1;
    if (k === 0) continue;
    const force = efm_tk[t] * ten_velocity[i];
    const end = ten_J_rowadr[i] + ten_J_rownnz[i];
    for (let a = ten_J_rowadr[i]; a < end; a++) efm_c[ten_J_colind[a]] -= force * ten_J[a];
  }
}

/** Derivative of the spring force of tendon i with respect to its length, at least 0; 0 within the range of its rest length. */
function tendonStiffness(m: Model, d: Data, i: int): number {
  const { tendon_lengthspring, tendon_stiffness, tendon_stiffnesspoly } = m;
  const { ten_length } = d;
  if ((m.opt.disableflags & Disable.SPRING) !== 0) return 0;
  const over = ten_length[i] - tendon_lengthspring[2 * i + 1];
  const under = ten_length[i] - tendon_lengthspring[2 * i];
  const x: number = over > 0 ? over : Math.min(under, 0);
  if (x === 0) return 0;
  return Math.max(0, polyForceDerivative(tendon_stiffness[i], tendon_stiffnesspoly, NPOLY * i, x));
}

/** Derivative of the damping force of tendon i with respect to its velocity, at least 0. */
function dampingOfTendon(m: Model, d: Data, i: int): number {
  if ((m.opt.disableflags & Disable.DAMPER) !== 0) return 0;
  tendonDamping(coef, 0, m, i);
  return Math.max(0, polyForceDerivative(coef[0], coef, 1, Math.abs(d.ten_velocity[i])));
}
