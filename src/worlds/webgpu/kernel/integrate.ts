import { advanceInputs, advanceState } from '../../../core/engine/integrate/advance.ts';
import { badAcc } from '../../../core/engine/integrate/bad.ts';
import { eulerAcc } from '../../../core/engine/integrate/eulerAcc.ts';
import { implicitAcc } from '../../../core/engine/integrate/implicitAcc.ts';
import type { Data } from '../../../core/model/data.ts';
import { Integrator, Warning } from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';
import { count, restartBad } from './check.ts';

/** The next state. A world with a bad acceleration is reset instead, and continues with the next step.
 *  reads  d: qacc act_dot M   writes d: qpos qvel act time qacc_warmstart */
export function integrate(m: Model, d: Data): void {
  const acc = badAcc(m, d);
  if (acc >= 0 && restartBad(m, d, Warning.BADQACC, acc)) return;
  let bad = -1;
  if (m.opt.integrator === Integrator.EULER) bad = eulerAcc(m, d, 0);
  else bad = implicitAcc(m, d, 0);
  if (bad >= 0) count(d, Warning.INERTIA, bad);
  advanceInputs(m, d, 0);
  advanceState(m, d, 0);
}
