/** Going back to where a difference starts from. */
import { copyData } from '../../model/copy.ts';
import type { Data } from '../../model/data.ts';
import { Enable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

const inputs = [
  'qpos',
  'qvel',
  'act',
  'history',
  'qacc_warmstart',
  'ctrl',
  'qfrc_applied',
  'xfrc_applied',
  'eq_active',
  'mocap_pos',
  'mocap_quat',
  'userdata',
] as const;

/** State and inputs of `t` become those of `d`; what has been computed from them stays, unless something may sleep. */
export function restoreInputs(m: Model, t: Data, d: Data): void {
  if (m.opt.enableflags & Enable.SLEEP) {
    copyData(t, d);
    return;
  }
  t.time = d.time;
  for (const name of inputs) if (d[name].length > 0) t[name].set(d[name]);
}
