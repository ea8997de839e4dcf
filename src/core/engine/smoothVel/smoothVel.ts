import { zero } from '../../math/array.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { actuatorVel } from './actuatorVel.ts';
import { passiveVel } from './passiveVel.ts';
import { rneVel } from './rneVel.ts';

/** Derivative of the smooth forces with respect to velocity, qDeriv = d(qfrc_actuator + qfrc_passive - qfrc_bias) / d qvel; includes the
 *  bias only if `withBias`.
 *  writes d: qDeriv */
export function smoothVel(m: Model, d: Data, withBias: boolean): void {
  const { D_rownnz, D_rowadr } = m;
  const { nv_awake, dof_awake_ind, qDeriv } = d;
  for (let k = 0; k < nv_awake; k++) zero(qDeriv, D_rowadr[dof_awake_ind[k]], D_rownnz[dof_awake_ind[k]]);
  actuatorVel(m, d);
  passiveVel(m, d);
  if (withBias) rneVel(m, d);
}
