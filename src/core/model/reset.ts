import { found } from '../expect.ts';
import { BLOCK } from './block/block.ts';
import { zeroArrays } from './block/dataBlock.ts';
import { dataLayout } from './block/layout.ts';
import { BODY_AWAKE, BODY_STATIC, TREE_AWAKE } from './constants.ts';
import type { Data } from './data.ts';
import { CtrlChart, GainType } from './enums.ts';
import { dataScalars } from './fields/index.ts';
import type { Model } from './model.ts';
import { SleepSlot } from './sleepSlot.ts';

/** Reset a `Data` to the reference configuration: state from `qpos0`, controls and forces zero, results cleared, every
 *  tree awake. The engine afterward puts trees with `sleep="init"` to sleep. */
export function clearData(m: Model, d: Data): void {
  if (m.nhistory > 0 && !(m.opt.timestep > 0)) {
    throw new RangeError(`history buffers need a positive timestep, found ${m.opt.timestep}`);
  }
  zeroArrays(d[BLOCK]);
  clearScalars(d[BLOCK].f64);
  d.qpos.set(m.qpos0);
  d.eq_active.set(m.eq_active0);
  resetCtrl(m, d);
  resetMocap(m, d);
  resetHistory(m, d);
  d.tree_asleep.fill(TREE_AWAKE);
  wakeAll(m, d);
  d[BLOCK].pristine = false;
}

/** Indices of the scalars in the header, without capacities; each has eight bytes. */
const scalarIndices = dataScalars
  .filter(([name]) => !/_(cap|need)$/.test(name))
  .map(([name]) => dataLayout.scalar.get(name)!.offset >> 3);

function clearScalars(f64: Float64Array): void {
  for (let k = 0; k < scalarIndices.length; k++) f64[scalarIndices[k]] = 0;
}

/** @throws RangeError unless the model has a keyframe `key` */
export function checkKeyframe(m: Model, key: number): void {
  if (!(Number.isInteger(key) && key >= 0 && key < m.nkey)) {
    throw new RangeError(`keyframe ${found(key)} does not exist: the model has ${m.nkey}`);
  }
}

/** Sets time, state, controls and mocap poses to keyframe `key`; other fields do not change. */
export function setKeyframe(m: Model, d: Data, key: number): void {
  d.time = m.key_time[key];
  d.qpos.set(m.key_qpos.subarray(key * m.nq, (key + 1) * m.nq));
  d.qvel.set(m.key_qvel.subarray(key * m.nv, (key + 1) * m.nv));
  d.act.set(m.key_act.subarray(key * m.na, (key + 1) * m.na));
  d.ctrl.set(m.key_ctrl.subarray(key * m.nu, (key + 1) * m.nu));
  d.mocap_pos.set(m.key_mpos.subarray(key * 3 * m.nmocap, (key + 1) * 3 * m.nmocap));
  d.mocap_quat.set(m.key_mquat.subarray(key * 4 * m.nmocap, (key + 1) * 4 * m.nmocap));
}

/** Controls at rest: zero, or the unit quaternion for an orientation actuator with quaternion input. */
export function resetCtrl(m: Model, d: Data): void {
  d.ctrl.fill(0);
  for (let i = 0; i < m.nactuator; i++) {
    if (m.actuator_gaintype[i] === GainType.SO3 && m.actuator_ctrlspec[i] === CtrlChart.QUAT) {
      d.ctrl[m.actuator_ctrladr[i]] = 1;
    }
  }
}

function resetMocap(m: Model, d: Data): void {
  for (let i = 0; i < m.nbody; i++) {
    const id = m.body_mocapid[i];
    if (id < 0) continue;
    for (let k = 0; k < 3; k++) d.mocap_pos[3 * id + k] = m.body_pos[3 * i + k];
    for (let k = 0; k < 4; k++) d.mocap_quat[4 * id + k] = m.body_quat[4 * i + k];
  }
}

/** Fills history buffers as if all past samples had been zero. A buffer contains a user slot, the cursor, the times of
 *  its samples, then their values. */
function resetHistory(m: Model, d: Data): void {
  const dt = m.opt.timestep;
  for (let i = 0; i < m.nactuator; i++) {
    const n = m.actuator_history[2 * i];
    if (n <= 0) continue;
    const at = m.actuator_historyadr[i];
    d.history[at + 1] = n - 1;
    for (let k = 0; k < n; k++) d.history[at + 2 + k] = -(n - k) * dt;
  }
  for (let i = 0; i < m.nsensor; i++) {
    const n = m.sensor_history[2 * i];
    if (n <= 0) continue;
    const at = m.sensor_historyadr[i];
    const period = m.sensor_interval[2 * i];
    const phase = m.sensor_interval[2 * i + 1];
    const latest = phase === 0 ? -period : phase;
    d.history[at] = period > 0 ? latest : -dt;
    d.history[at + 1] = n - 1;
    for (let k = 0; k < n; k++) {
      // a periodic sensor samples at the first time step at or after each period
      d.history[at + 2 + k] = period > 0 ? Math.ceil((latest - (n - 1 - k) * period) / dt) * dt : -(n - k) * dt;
    }
  }
}

/** Index lists when nothing sleeps: they list everything. */
export function wakeAll(m: Model, d: Data): void {
  d.tree_awake.fill(1);
  d.ntree_awake = m.ntree;
  for (let i = 0; i < m.nbody; i++) {
    const still = m.body_treeid[i] < 0 && m.body_mocapid[m.body_rootid[i]] < 0;
    d.body_awake[i] = still ? BODY_STATIC : BODY_AWAKE;
    d.body_awake_ind[i] = i;
    if (i > 0) d.parent_awake_ind[i - 1] = i;
  }
  d.nbody_awake = m.nbody;
  d.nparent_awake = Math.max(0, m.nbody - 1);
  for (let i = 0; i < m.nv; i++) d.dof_awake_ind[i] = i;
  d.nv_awake = m.nv;
  for (let i = 0; i < m.ntree; i++) d.work_tree_ind[i] = i;
  for (let i = 0; i < m.njnt; i++) d.work_jnt_ind[i] = i;
  for (let i = 0; i < m.nsite; i++) d.work_site_ind[i] = i;
  let roots = 0;
  let branches = 0;
  for (let i = 1; i < m.nbody; i++) {
    if (m.body_parentid[i] === 0) d.work_root_ind[roots++] = i;
    else d.work_branch_ind[branches++] = i;
  }
  const lengths = d.work_sleep_int;
  lengths[SleepSlot.JNT] = m.njnt;
  lengths[SleepSlot.SITE] = m.nsite;
  lengths[SleepSlot.ROOT] = roots;
  lengths[SleepSlot.BRANCH] = branches;
  lengths[SleepSlot.SETTLING] = 2;
}
