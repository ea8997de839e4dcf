/** Writes bodies, joints, dofs and kinematic trees into the Model. */

import { JointType, SleepPolicy } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';
import { JOINT_NV } from '../../formats/spec/stateSizes.ts';
import type { BodyNode, CompileState, JointNode } from '../compileState.ts';
import { inertialSameFrame } from '../sameFrame.ts';
import type { Structure } from '../structure.ts';

export function writeTree(state: CompileState, s: Structure, m: Model): void {
  m.body_rootid.set(s.rootid);
  m.body_simple.set(s.simple);
  m.dof_bodyid.set(s.dof_bodyid);
  m.dof_jntid.set(s.dof_jntid);
  m.dof_parentid.set(s.dof_parentid);
  m.dof_treeid.set(s.dof_treeid);
  m.dof_simplenum.set(s.dof_simplenum);
  m.dof_Madr.set(s.dof_Madr);
  for (const body of state.bodies) writeBody(m, body);
  for (const joint of state.joints) writeJoint(m, joint);
  writeTrees(state, m);
}

function writeBody(m: Model, body: BodyNode): void {
  const { id: i, spec } = body;
  m.body_parentid[i] = body.parent?.id ?? 0;
  m.body_weldid[i] = body.weldid;
  m.body_mocapid[i] = body.mocapid;
  m.body_jntnum[i] = body.joints.length;
  m.body_jntadr[i] = body.joints[0]?.id ?? -1;
  m.body_dofnum[i] = body.dofnum;
  m.body_dofadr[i] = body.dofadr;
  m.body_geomnum[i] = body.geoms.length;
  m.body_geomadr[i] = body.geoms[0]?.id ?? -1;
  m.body_sameframe[i] = inertialSameFrame(body.ipos, body.iquat);
  m.body_pos.set(body.pos, 3 * i);
  m.body_quat.set(body.quat, 4 * i);
  m.body_ipos.set(body.ipos, 3 * i);
  m.body_iquat.set(body.iquat, 4 * i);
  m.body_mass[i] = body.mass;
  m.body_inertia.set(body.inertia, 3 * i);
  m.body_gravcomp[i] = spec.gravcomp;
  m.body_user.set(spec.userdata, m.nuser_body * i);
  m.body_contype[i] = body.contype;
  m.body_conaffinity[i] = body.conaffinity;
  m.body_margin[i] = body.margin;
}

function writeJoint(m: Model, joint: JointNode): void {
  const { id: j, spec, type } = joint;
  m.jnt_type[j] = type;
  m.jnt_qposadr[j] = joint.qposadr;
  m.jnt_dofadr[j] = joint.dofadr;
  m.jnt_bodyid[j] = joint.body.id;
  m.jnt_group[j] = spec.group;
  m.jnt_limited[j] = Number(joint.limited);
  m.jnt_actfrclimited[j] = Number(joint.actfrclimited);
  m.jnt_actgravcomp[j] = Number(spec.actgravcomp);
  m.jnt_solref.set(spec.solref_limit, 2 * j);
  m.jnt_solimp.set(spec.solimp_limit, 5 * j);
  m.jnt_pos.set(joint.pos, 3 * j);
  m.jnt_axis.set(joint.axis, 3 * j);
  m.jnt_stiffness[j] = spec.stiffness[0];
  m.jnt_stiffnesspoly.set(spec.stiffness.slice(1, 3), 2 * j);
  m.jnt_range.set(joint.range, 2 * j);
  m.jnt_actfrcrange.set(spec.actfrcrange, 2 * j);
  m.jnt_margin[j] = spec.margin;
  m.jnt_user.set(spec.userdata, m.nuser_jnt * j);
  for (let i = joint.dofadr; i < joint.dofadr + JOINT_NV[type]; i++) {
    m.dof_solref.set(spec.solref_friction, 2 * i);
    m.dof_solimp.set(spec.solimp_friction, 5 * i);
    m.dof_frictionloss[i] = spec.frictionloss;
    m.dof_armature[i] = spec.armature;
    m.dof_damping[i] = spec.damping[0];
    m.dof_dampingpoly.set(spec.damping.slice(1, 3), 2 * i);
  }
  writeReference(m, joint);
}

/** Reference positions, and positions at which springs are at rest. */
function writeReference(m: Model, joint: JointNode): void {
  const q = joint.qposadr;
  switch (joint.type) {
    case JointType.FREE:
      m.qpos0.set(joint.body.pos, q);
      m.qpos0.set(joint.body.quat, q + 3);
      m.qpos_spring.set(m.qpos0.subarray(q, q + 7), q);
      break;
    case JointType.BALL:
      m.qpos0[q] = 1;
      m.qpos_spring[q] = 1;
      break;
    default:
      m.qpos0[q] = joint.ref;
      m.qpos_spring[q] = joint.springref;
  }
}

/** Kinematic trees and their sleep policies; AUTO is resolved with the other constants. */
function writeTrees(state: CompileState, m: Model): void {
  for (let i = 0; i < m.nbody; i++) {
    const weld = m.body_weldid[i];
    m.body_treeid[i] = m.body_dofnum[weld] > 0 ? m.dof_treeid[m.body_dofadr[weld]] : -1;
  }
  m.tree_sleep_policy.fill(SleepPolicy.AUTO);
  for (const { id, spec } of state.bodies) {
    if (id === 0 || spec.sleep === SleepPolicy.AUTO) continue;
    const tree = m.body_treeid[id];
    if (tree < 0 || tree === m.body_treeid[id - 1]) {
      state.report.elementError(spec, 'sleep', 'sleep: only the first moving body of a tree can have a sleep policy');
    } else {
      m.tree_sleep_policy[tree] = spec.sleep;
    }
  }
}
