/** `mj_` functions on the state of a Data: resets, keyframes, state vectors, history buffers, names. */
import { resetData, resetDataKeyframe } from '../../core/engine/reset.ts';
import { withEngine } from '../../core/engine/runtime/withEngine.ts';
import type { Data } from '../../core/model/data.ts';
import { Cone, GainType as Gain, type GainType, JacobianType, type ObjType, Solver } from '../../core/model/enums.ts';
import { dataFields } from '../../core/model/fields/data.ts';
import { checkFits } from '../../core/model/fit.ts';
import type { Model } from '../../core/model/model.ts';
import { MUJOCO_VERSION, MUJOCO_VERSION_NUMBER } from '../../core/model/mujocoVersion.ts';
import { id2name, name2id } from '../../core/model/names/names.ts';
import { resetCtrl } from '../../core/model/reset.ts';
import * as query from '../../core/query/index.ts';
import { def, named } from '../base/signature.ts';

const STATE_BITS = 14;

export const stateFunctions = named({
  mj_resetData: def('m d', resetData),
  mj_resetDataDebug: def('m d debug_value', resetDataDebug),
  mj_resetDataKeyframe: def('m d key', (m, d, key) => {
    // an invalid key gives the reference configuration, as in the package
    if (key >= 0 && key < m.nkey) resetDataKeyframe(m, d, key);
    else resetData(m, d);
  }),
  mj_setKeyframe: def('m d k', setKeyframe),
  mj_resetCtrl: def('m d', (m, d) => withEngine('mj_resetCtrl', m, d, resetCtrl)),
  mj_stateSize: def('m sig', stateSize),
  mj_getState: def('m d state> sig', (m, d, state, sig) => {
    query.getState(m, d, sig, sized('mj_getState', m, state, sig));
  }),
  mj_setState: def('m d state< sig', (m, d, state, sig) =>
    query.setState(m, d, sized('mj_setState', m, state, sig), sig),
  ),
  mj_copyState: def('m src:d dst:d sig', (m, src, dst, sig) => query.copyState(m, src, dst, sig)),
  mj_extractState: def('m src< srcsig dst> dstsig', (m, src, srcsig, dst, dstsig) => {
    const part = query.extractState(m, src, srcsig, dstsig);
    // a longer one is partially filled, as in the package
    if (dst.length < part.length) {
      throw new RangeError(`[mj_extractState] dst must have at least size ${part.length}, got ${dst.length}`);
    }
    dst.set(part);
  }),
  mj_readCtrl: def('m d id time interp', (m, d, id, time, interp) =>
    query.readCtrl(m, d, id, time, interp < 0 ? undefined : interp),
  ),
  mj_initCtrlHistory: def('m d id times<? values<', query.initCtrlHistory),
  mj_initSensorHistory: def('m d id times<? values< phase', query.initSensorHistory),
  mj_id2name: def('m type id', (m, type, id) => id2name(m, type as ObjType, id) ?? ''),
  mj_name2id: def('m type name:s', (m, type, name) => name2id(m, type as ObjType, name)),
  mj_isPyramidal: def('m', (m) => Number(m.opt.cone === Cone.PYRAMIDAL)),
  mj_isSparse: def('m', ({ opt, nv }) =>
    Number(opt.jacobian === JacobianType.SPARSE || (opt.jacobian === JacobianType.AUTO && nv >= 60)),
  ),
  mj_isDual: def('m', ({ opt }) => Number(opt.solver === Solver.PGS || opt.noslip_iterations > 0)),
  mj_actuatorInputName: def('m id input', inputName),
  mj_version: def('', () => MUJOCO_VERSION_NUMBER),
  mj_versionString: def('', () => MUJOCO_VERSION),
  mj_resetCallbacks: def('', () => {}),
});

function stateSize(m: Model, sig: number): number {
  if (sig >= 2 ** STATE_BITS) throw new RangeError(`mj_stateSize: invalid state signature ${sig} >= 2^mjNSTATE`);
  if (sig < 0) throw new RangeError(`mj_stateSize: invalid state signature ${sig} < 0`);
  return query.stateSize(m, sig);
}

function sized(name: string, m: Model, state: Float64Array, sig: number): Float64Array {
  const size = stateSize(m, sig);
  if (state.length !== size) throw new RangeError(`[${name}] state must have size ${size}, got ${state.length}`);
  return state;
}

/** Write the state of a `Data` to a keyframe of its Model. */
function setKeyframe(m: Model, data: Data, k: number): void {
  const d = checkFits('mj_setKeyframe', m, data);
  if (k >= m.nkey) {
    throw new RangeError(`mj_setKeyframe: index must be smaller than ${m.nkey} (keyframes allocated in model)`);
  }
  if (k < 0) throw new RangeError('mj_setKeyframe: keyframe index cannot be negative');
  m.key_time[k] = d.time;
  m.key_qpos.set(d.qpos, k * m.nq);
  m.key_qvel.set(d.qvel, k * m.nv);
  m.key_act.set(d.act, k * m.na);
  m.key_mpos.set(d.mocap_pos, k * 3 * m.nmocap);
  m.key_mquat.set(d.mocap_quat, k * 4 * m.nmocap);
  m.key_ctrl.set(d.ctrl, k * m.nu);
}

/** Fields that a reset sets, whatever the fill value. */
const kept =
  /^(qpos|qvel|act|history|qacc_warmstart|plugin_state|ctrl|qfrc_applied|xfrc_applied|eq_active|mocap_\w+|qacc|act_dot|userdata|sensordata|tree_\w+|body_awake\w*|parent_awake_ind|dof_awake_ind|solver_\w+|warning_\w+|timer_\w+|energy)$/;

/** A reset that fills computed fields with a byte value, so that premature reads become visible. */
function resetDataDebug(m: Model, d: Data, value: number): void {
  resetData(m, d);
  if (value === 0) return;
  for (const [name] of dataFields) {
    if (kept.test(name)) continue;
    const { buffer, byteOffset, byteLength } = d[name];
    new Uint8Array(buffer, byteOffset, byteLength).fill(value);
  }
}

const charts = { quat: ['qw', 'qx', 'qy', 'qz'], map: ['rx', 'ry', 'rz'] } as const;
const servo = ['pos', 'vel', 'ff', 'voltage'] as const;

/** The name of an actuator input; empty if it is unnamed. */
function inputName(m: Model, id: number, input: number): string {
  if (!(id >= 0 && id < m.nactuator && input >= 0 && input < m.actuator_ctrlnum[id])) return '';
  const gain = m.actuator_gaintype[id] as GainType;
  const spec = m.actuator_ctrlspec[id];
  if (gain === Gain.SO3) return (m.actuator_ctrlnum[id] === 4 ? charts.quat : charts.map)[input] ?? '';
  if (gain !== Gain.PID && gain !== Gain.DCMOTOR) return '';
  return servo.filter((_, bit) => spec & (1 << bit))[input] ?? '';
}
