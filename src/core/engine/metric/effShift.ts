import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { flexShift } from '../flex/metric/products.ts';
import { zeroDofs } from '../tree/awakeDofs.ts';
import { isDiscrete } from '../tree/metricTerms.ts';
import { hasFluid } from './backbone.ts';
import { addFluid } from './fluid.ts';
import { addJoints } from './joints.ts';
import { addTendons } from './tendons.ts';

/** Velocity-dependent part of the metric: springs and dampers of joints and tendons, drag of fluids; and the shift of
 *  the smooth force, -h K qvel: springs act at the end of the step.
 *  reads  d: qpos qvel ten_length ten_velocity ten_J cvel cdof subtree_com flexelem_krot flexvert_xpos contact_* xmat
 *  writes d: efm_c efm_ck efm_diag efm_fluid efm_tid efm_ts efm_tk nefmT work_fluid_* work_jac work_chain work_flex_rate
 *            work_flex_force */
export function effShift(m: Model, d: Data): void {
  if (m.nflex > 0) flexShift(m, d);
  else zeroDofs(m, d, d.efm_c);
  if (!isDiscrete(m)) return;
  addJoints(m, d);
  addTendons(m, d);
  if (hasFluid(m)) addFluid(m, d);
}
