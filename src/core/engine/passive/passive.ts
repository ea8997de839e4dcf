import { zero } from '../../math/array.ts';
import type { Data } from '../../model/data.ts';
import { Disable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { flexForces } from '../flex/forces/elastic.ts';
import { adhesion } from './adhesion.ts';
import { contactSprings } from './contactSprings.ts';
import { damper } from './damper.ts';
import { fluid } from './fluid/fluid.ts';
import { gravcomp } from './gravcomp.ts';
import { spring } from './spring.ts';

/** Maximum number of dofs for which arrays are cleared one by one. */
const FEW = 4;

/** Passive forces: springs, dampers, elasticity of flexes, gravity compensation, fluid, adhesion, and their sum. All
 *  are zero if both springs and dampers are disabled.
 *  reads  d: qpos qvel cvel cdof xipos ten_length ten_velocity ten_J contact_*
 *  writes d: qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_adhesion qfrc_passive work_flex_* contact_exclude
 *            contact_efc_address work_jac work_chain */
export function passive(m: Model, d: Data): void {
  const { disableflags } = m.opt;
  clear(m, d);
  const noSpring = (disableflags & Disable.SPRING) !== 0;
  const noDamper = (disableflags & Disable.DAMPER) !== 0;
  if (noSpring && noDamper) return;
  if (!noSpring) spring(m, d);
  if (!noDamper) damper(m, d);
  if (m.nflex > 0) flexForces(m, d);
  gravcomp(m, d);
  fluid(m, d);
  if (m.nflex > 0) contactSprings(m, d);
  adhesion(m, d);
  sum(m, d);
}

function clear(m: Model, d: Data): void {
  const { nv } = m;
  const { nv_awake, dof_awake_ind } = d;
  const { qfrc_spring, qfrc_damper, qfrc_gravcomp, qfrc_fluid, qfrc_adhesion, qfrc_passive } = d;
  // for a few dofs a loop is faster than a call
  if (nv_awake === nv && nv > FEW) {
    zero(qfrc_spring, 0, nv);
    zero(qfrc_damper, 0, nv);
    zero(qfrc_gravcomp, 0, nv);
    zero(qfrc_fluid, 0, nv);
    zero(qfrc_adhesion, 0, nv);
    zero(qfrc_passive, 0, nv);
    return;
  }
  for (let k = 0; k < nv_awake; k++) {
    const i = dof_awake_ind[k];
    qfrc_spring[i] = 0;
    qfrc_damper[i] = 0;
    qfrc_gravcomp[i] = 0;
    qfrc_fluid[i] = 0;
    qfrc_adhesion[i] = 0;
    qfrc_passive[i] = 0;
  }
}

/** qfrc_passive; excludes gravity compensation of joints that receive it through their actuators */
function sum(m: Model, d: Data): void {
  const { dof_jntid, jnt_actgravcomp } = m;
  const { nv_awake, dof_awake_ind } = d;
  const { qfrc_spring, qfrc_damper, qfrc_gravcomp, qfrc_fluid, qfrc_adhesion, qfrc_passive } = d;
  for (let k = 0; k < nv_awake; k++) {
    const i = dof_awake_ind[k];
    let force = qfrc_spring[i] + qfrc_damper[i] + qfrc_fluid[i] + qfrc_adhesion[i];
    if (jnt_actgravcomp[dof_jntid[i]] === 0) force += qfrc_gravcomp[i];
    qfrc_passive[i] = force;
  }
}
