import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { badPivot } from '../tree/badPivot.ts';
import { addActuators } from './actuators.ts';
import { makeMetric } from './backbone.ts';

/** Last part of the metric of the integrator `discrete`, after actuation: actuators, then the metric as matrices, and
 *  its factor. Returns the dof at which it is not positive definite, else -1.
 *  reads  d: M ctrl act act_dot history actuator_* moment_* ten_J efm_*
 *  writes d: nefmA efm_aid efm_as efm_ak efm_ca efm_sdiag qH qHDiagInv work_metric work_coupling_* work_sol_int */
export function effActuation(m: Model, d: Data): int {
  addActuators(m, d);
  makeMetric(m, d);
  return badPivot(d);
}
