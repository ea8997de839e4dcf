import { dot } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { copy4, normalize4, subQuat } from '../../math/quat.ts';
import { dot3, norm3, sub3 } from '../../math/vec3.ts';
import { NPOLY } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Disable, JointType, SleepState } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';
import { allDofs, zeroDofs } from '../tree/awakeDofs.ts';
import { polyIsZero, polyPotential } from '../tree/poly.ts';
import { tendonState } from '../tree/sleepState.ts';
import { mulMAwake } from '../tree/solveM.ts';

const difference = new Float64Array(3);
const quat = new Float64Array(4);

/** Potential energy: gravity, and the springs of awake joints and tendons.
 *  reads  m: body_* jnt_* tendon_* flex_* opt   d: xipos qpos ten_length flexedge_length
 *  writes d: energy flg_energypos */
export function energyPos(m: Model, d: Data): void {
  const { ntendon, nflex, body_mass } = m;
  const { gravity } = m.opt;
  const { nbody_awake, body_awake_ind, xipos, energy, work_jnt_ind, work_sleep_com, work_sleep_int } = d;
  let sum: number = 0;
  if ((m.opt.disableflags & Disable.GRAVITY) === 0) {
    for (let b = 1; b < nbody_awake; b++) {
      const i = body_awake_ind[b];
      sum -= body_mass[i] * dot3(gravity, 0, xipos, 3 * i);
    }
    // sleeping trees are already summed
    sum -= dot3(gravity, 0, work_sleep_com, 3);
  }
  if ((m.opt.disableflags & Disable.SPRING) === 0) {
    const joints = work_sleep_int[SleepSlot.JNT];
    for (let k = 0; k < joints; k++) sum += jointSpring(m, d, work_jnt_ind[k]);
    for (let i = 0; i < ntendon; i++) if (tendonState(m, d, i) !== SleepState.ASLEEP) sum += tendonSpring(m, d, i);
    for (let f = 0; f < nflex; f++) sum += edgeSprings(m, d, f);
  }
  energy[0] = sum;
  d.flg_energypos = 1;
}

/** Energy of the spring of joint j; a free joint has one for its position and one for its orientation. */
function jointSpring(m: Model, d: Data, j: int): number {
  const { jnt_type, jnt_qposadr, jnt_stiffness, jnt_stiffnesspoly, qpos_spring } = m;
  const { qpos } = d;
  const stiffness = jnt_stiffness[j];
  const poly = NPOLY * j;
  if (polyIsZero(stiffness, jnt_stiffnesspoly, poly)) return 0;
  const type = jnt_type[j];
  let q = jnt_qposadr[j];
  if (type === JointType.SLIDE || type === JointType.HINGE) {
    return polyPotential(stiffness, jnt_stiffnesspoly, poly, qpos[q] - qpos_spring[q]);
  }
  let sum: number = 0;
  if (type === JointType.FREE) {
    sub3(difference, 0, qpos, q, qpos_spring, q);
    sum = polyPotential(stiffness, jnt_stiffnesspoly, poly, norm3(difference, 0));
    q += 3;
  }
  copy4(quat, 0, qpos, q);
  normalize4(quat, 0);
  subQuat(difference, 0, quat, 0, qpos_spring, q);
  return sum + polyPotential(stiffness, jnt_stiffnesspoly, poly, norm3(difference, 0));
}

/** Energy of the spring of tendon i, outside its slack interval. */
function tendonSpring(m: Model, d: Data, i: int): number {
  const { tendon_stiffness, tendon_stiffnesspoly, tendon_lengthspring } = m;
  const length = d.ten_length[i];
  const lower = tendon_lengthspring[2 * i];
  const upper = tendon_lengthspring[2 * i + 1];
  let x: number = 0;
  if (length > upper) x = length - upper;
  else if (length < lower) x = length - lower;
  return polyPotential(tendon_stiffness[i], tendon_stiffnesspoly, NPOLY * i, x);
}

/** Energy of the edges of a line of springs; MuJoCo does not count surfaces and volumes. */
function edgeSprings(m: Model, d: Data, f: int): number {
  const { flex_edgestiffness, flex_rigid, flex_dim, flex_edgeadr, flex_edgenum, flexedge_rigid, flexedge_length0 } = m;
  const { flexedge_length } = d;
  const stiffness = flex_edgestiffness[f];
  if (flex_rigid[f] !== 0 || stiffness === 0 || flex_dim[f] > 1) return 0;
  let sum: number = 0;
  for (let e = flex_edgeadr[f]; e < flex_edgeadr[f] + flex_edgenum[f]; e++) {
    const x = flexedge_length0[e] - flexedge_length[e];
    if (flexedge_rigid[e] === 0) sum += 0.5 * stiffness * x * x;
  }
  return sum;
}

/** Kinetic energy, qvel^T M qvel / 2.
 *  reads  m: M_*   d: M qvel
 *  writes d: energy flg_energyvel */
export function energyVel(m: Model, d: Data): void {
  const { nv_awake, dof_awake_ind, qvel, energy, vel_row } = d;
  zeroDofs(m, d, vel_row);
  mulMAwake(m, d, vel_row, 0, qvel, 0);
  if (allDofs(m, d)) {
    energy[1] = 0.5 * dot(vel_row, 0, qvel, 0, m.nv);
  } else {
    let sum: number = 0;
    for (let k = 0; k < nv_awake; k++) sum += vel_row[dof_awake_ind[k]] * qvel[dof_awake_ind[k]];
    energy[1] = 0.5 * sum;
  }
  d.flg_energyvel = 1;
}
