/** Constants of the reference configuration qpos0: lengths, inverse weights, offsets of cameras and lights, anchors of
 * equalities, and damping from damping ratios. */

import { jointArmature } from '../../core/engine/position/inertia/armature.ts';
import { stagesOf } from '../../core/engine/runtime/engine.ts';
import { dot6, mulInertVec } from '../../core/math/spatial.ts';
import { MINVAL } from '../../core/model/constants.ts';
import type { Data } from '../../core/model/data.ts';
import { CamLightMode, GainType } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';
import { setEqualityData } from './equalityData.ts';
import { setInverseWeights } from './inverseWeight.ts';

export function set0(m: Model, d: Data): void {
  // cameras and lights use their written poses, whatever they follow later
  const modes = { cam: m.cam_mode.slice(), light: m.light_mode.slice() };
  m.cam_mode.fill(CamLightMode.FIXED);
  m.light_mode.fill(CamLightMode.FIXED);
  d.qpos.set(m.qpos0);
  const stages = stagesOf(m);
  stages.kinematics(m, d);
  stages.comPos(m, d);
  stages.camlight(m, d);
  setM0(m, d);
  stages.tendon(m, d);
  stages.makeM(m, d);
  stages.factorM(m, d);
  // edge lengths of rigid flexes are constants too
  const rigid = m.flex_rigid.slice();
  m.flex_rigid.fill(0);
  stages.flex(m, d);
  m.flex_rigid.set(rigid);
  stages.transmission(m, d);
  m.cam_mode.set(modes.cam);
  m.light_mode.set(modes.light);

  m.flexedge_length0.set(d.flexedge_length);
  m.tendon_length0.set(d.ten_length);
  m.actuator_length0.set(d.actuator_length);
  setInverseWeights(m, d);
  setEqualityData(m, d);
  setViewOffsets(m, d);
  setDampingFromRatio(m, d);
}

// dof_M0(i) = armature + cdof_i . (inertia of the subtree) cdof_i
function setM0(m: Model, d: Data): void {
  const { crb, cinert, cdof } = d;
  const momentum = new Float64Array(6);
  crb.set(cinert);
  for (let i = m.nbody - 1; i > 0; i--) {
    const parent = m.body_parentid[i];
    if (parent > 0) for (let k = 0; k < 10; k++) crb[10 * parent + k] += crb[10 * i + k];
  }
  for (let i = 0; i < m.nv; i++) {
    mulInertVec(momentum, 0, crb, 10 * m.dof_bodyid[i], cdof, 6 * i);
    m.dof_M0[i] = m.dof_armature[i] + jointArmature(m, m.dof_jntid[i]) + dot6(cdof, 6 * i, momentum, 0);
  }
}

function setViewOffsets(m: Model, d: Data): void {
  for (let i = 0; i < m.ncam; i++) {
    const body = m.cam_bodyid[i];
    const target = m.cam_targetbodyid[i] >= 0 ? m.cam_targetbodyid[i] : body;
    for (let k = 0; k < 3; k++) {
      m.cam_pos0[3 * i + k] = d.cam_xpos[3 * i + k] - d.xpos[3 * body + k];
      m.cam_poscom0[3 * i + k] = d.cam_xpos[3 * i + k] - d.subtree_com[3 * target + k];
    }
  }
  m.cam_mat0.set(d.cam_xmat);
  for (let i = 0; i < m.nlight; i++) {
    const body = m.light_bodyid[i];
    const target = m.light_targetbodyid[i] >= 0 ? m.light_targetbodyid[i] : body;
    for (let k = 0; k < 3; k++) {
      m.light_pos0[3 * i + k] = d.light_xpos[3 * i + k] - d.xpos[3 * body + k];
      m.light_poscom0[3 * i + k] = d.light_xpos[3 * i + k] - d.subtree_com[3 * target + k];
    }
  }
  m.light_dir0.set(d.light_xdir);
}

/** Position-like actuators with a positive biasprm[2] mean a damping ratio: kv = ratio 2 sqrt(kp mass), with the
 * inertia of the dofs reflected through the transmission. */
function setDampingFromRatio(m: Model, d: Data): void {
  for (let i = 0; i < m.nactuator; i++) {
    const isPid = m.actuator_gaintype[i] === GainType.PID;
    const gain = m.actuator_gainprm[10 * i];
    const bias = m.actuator_biasprm[10 * i + 1];
    const ratio = m.actuator_biasprm[10 * i + 2];
    if ((!isPid && gain !== -bias) || ratio <= 0) continue;
    const row = m.actuator_outadr[i];
    const start = d.moment_rowadr[row];
    let mass = 0;
    for (let k = start; k < start + d.moment_rownnz[row]; k++) {
      const squared = d.actuator_moment[k] * d.actuator_moment[k];
      if (squared > MINVAL) mass += m.dof_M0[d.moment_colind[k]] / squared;
    }
    m.actuator_biasprm[10 * i + 2] = -(ratio * 2 * Math.sqrt((isPid ? -bias : gain) * mass));
  }
}
