/** Writes custom numbers, strings, tuples and keyframes into the Model. */

import { normalize4 } from '../../core/math/quat.ts';
import { JointType } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';
import { normalize } from '../../formats/pose/frame.ts';
import type { Key } from '../../formats/spec/elements/custom.ts';
import type { CompileState } from '../compileState.ts';
import { checkKey } from '../resolve/key.ts';
import { put } from './names.ts';

export function writeCustom(state: CompileState, m: Model): void {
  let at = 0;
  for (const { id: i, spec, size } of state.numerics) {
    m.numeric_adr[i] = at;
    m.numeric_size[i] = size;
    m.numeric_data.set(spec.data, at);
    at += size;
  }
  at = 0;
  for (const { id: i, spec } of state.texts) {
    m.text_adr[i] = at;
    at = put(m.text_data, at, spec.data);
    m.text_size[i] = at - m.text_adr[i];
  }
  at = 0;
  for (const { id: i, spec, objects } of state.tuples) {
    m.tuple_adr[i] = at;
    m.tuple_size[i] = objects.length;
    objects.forEach((object, k) => {
      m.tuple_objtype[at + k] = spec.objtype[k];
      m.tuple_objid[at + k] = object.id;
      m.tuple_objprm[at + k] = spec.objprm[k];
    });
    at += objects.length;
  }
  const mocap = state.bodies.filter((body) => body.spec.mocap).map((body) => body.id);
  for (const { id, spec } of state.keys) {
    checkKey(state.report, spec, m);
    state.report.throwIfAny();
    writeKey(m, id, spec, mocap);
  }
}

/** A keyframe; missing values are those of the reference configuration. */
function writeKey(m: Model, k: number, key: Key, mocapBodies: readonly number[]): void {
  const qpos = k * m.nq;
  m.key_time[k] = key.time;
  m.key_qpos.set(key.qpos.length > 0 ? key.qpos.map((x, i) => (Number.isNaN(x) ? m.qpos0[i] : x)) : m.qpos0, qpos);
  m.key_qvel.set(key.qvel, k * m.nv);
  m.key_act.set(key.act, k * m.na);
  m.key_ctrl.set(key.ctrl, k * m.nu);
  for (const i of mocapBodies) {
    const mocap = m.body_mocapid[i];
    const pos = 3 * (k * m.nmocap + mocap);
    const quat = 4 * (k * m.nmocap + mocap);
    m.key_mpos.set(given(key.mpos, 3, mocap) ?? row(m.body_pos, 3, i), pos);
    m.key_mquat.set(given(key.mquat, 4, mocap) ?? row(m.body_quat, 4, i), quat);
    normalizeAt(m.key_mquat, quat);
  }
  for (let j = 0; j < m.njnt; j++) {
    const type = m.jnt_type[j];
    if (type !== JointType.BALL && type !== JointType.FREE) continue;
    const at = qpos + m.jnt_qposadr[j] + (type === JointType.FREE ? 3 : 0);
    normalizeAt(m.key_qpos, at);
    normalize4(m.key_qpos, at);
  }
}

/** Values of one mocap body, unless the keyframe has none for it (NaN after attaching). */
function given(numbers: readonly number[], n: number, i: number): readonly number[] | undefined {
  const part = numbers.slice(n * i, n * i + n);
  return part.length === 0 || Number.isNaN(part[0]) ? undefined : part;
}

function row(array: Float64Array, n: number, i: number): Float64Array {
  return array.subarray(n * i, n * i + n);
}

function normalizeAt(array: Float64Array, at: number): void {
  const quat = Array.from(row(array.subarray(at), 4, 0));
  normalize(quat);
  array.set(quat, at);
}
