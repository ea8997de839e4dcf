import { copy } from '../../math/array.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';

/** Copies state and inputs of d to t: the arrays of `stateArrays` (model/stateParts.ts); with `start` also the inputs
 *  of the solver's start. One call of the compiled engine instead of fifteen copies from JavaScript, which would be
 *  slow for small models.
 *  reads d and writes t: time qpos qvel act history qacc_warmstart ctrl qfrc_applied xfrc_applied eq_active mocap_pos mocap_quat userdata
 *  plugin_state qacc work_col_touch */
export function copyInputs(m: Model, t: Data, d: Data, start: boolean): void {
  const { nq, nv, na, nu, nbody, neq, nmocap, nuserdata, nhistory, npluginstate } = m;
  t.time = d.time;
  copy(t.qpos, 0, d.qpos, 0, nq);
  copy(t.qvel, 0, d.qvel, 0, nv);
  copy(t.act, 0, d.act, 0, na);
  copy(t.history, 0, d.history, 0, nhistory);
  copy(t.qacc_warmstart, 0, d.qacc_warmstart, 0, nv);
  copy(t.ctrl, 0, d.ctrl, 0, nu);
  copy(t.qfrc_applied, 0, d.qfrc_applied, 0, nv);
  copy(t.xfrc_applied, 0, d.xfrc_applied, 0, 6 * nbody);
  for (let i = 0; i < neq; i++) t.eq_active[i] = d.eq_active[i];
  copy(t.mocap_pos, 0, d.mocap_pos, 0, 3 * nmocap);
  copy(t.mocap_quat, 0, d.mocap_quat, 0, 4 * nmocap);
  copy(t.userdata, 0, d.userdata, 0, nuserdata);
  copy(t.plugin_state, 0, d.plugin_state, 0, npluginstate);
  if (!start) return;
  copy(t.qacc, 0, d.qacc, 0, nv);
  t.work_col_touch[0] = d.work_col_touch[0];
}
