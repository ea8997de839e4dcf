/** Carries the state of a simulation over to a recompiled model. */

import { Data } from '../../core/model/data.ts';
import type { Model } from '../../core/model/model.ts';
import type { Actuator } from '../../formats/spec/elements/actuation.ts';
import type { Body, Joint } from '../../formats/spec/elements/body.ts';
import type { SpecTree as Tree } from '../../formats/spec/specTree.ts';
import { jointPositionSize, jointVelocitySize, subtreeBodies } from '../../formats/spec/stateSizes.ts';

/** Elements with state in the order of ids when a model was compiled; joints with their type at that time. */
export interface Stateful {
  readonly joints: readonly Joint[];
  readonly types: readonly number[];
  readonly actuators: readonly Actuator[];
  readonly mocap: readonly Body[];
}

export function statefulOf(tree: Tree): Stateful {
  const bodies = subtreeBodies(tree.worldbody);
  const joints = bodies.flatMap((body) => body.joints);
  return {
    joints,
    types: joints.map((joint) => joint.type),
    actuators: [...tree.actuators],
    mocap: bodies.filter((body) => body.mocap),
  };
}

/** A `Data` of the new model with the state of the old one. Elements in both models keep their state; new elements
 * start from the initial state of the model. */
export function carryState(old: Model, data: Data, was: Stateful, model: Model, is: Stateful): Data {
  const fresh = new Data(model);
  fresh.time = data.time;
  forBoth(was.joints, is.joints, (i, j) => {
    const joint = is.joints[j]!;
    if (was.types[i] !== joint.type) return;
    copy(fresh.qpos, model.jnt_qposadr[j]!, data.qpos, old.jnt_qposadr[i]!, jointPositionSize(joint));
    copy(fresh.qvel, model.jnt_dofadr[j]!, data.qvel, old.jnt_dofadr[i]!, jointVelocitySize(joint));
  });
  forBoth(was.actuators, is.actuators, (i, j) => {
    const act = Math.min(old.actuator_actnum[i]!, model.actuator_actnum[j]!);
    const ctrl = Math.min(old.actuator_ctrlnum[i]!, model.actuator_ctrlnum[j]!);
    copy(fresh.act, model.actuator_actadr[j]!, data.act, old.actuator_actadr[i]!, act);
    copy(fresh.ctrl, model.actuator_ctrladr[j]!, data.ctrl, old.actuator_ctrladr[i]!, ctrl);
  });
  forBoth(was.mocap, is.mocap, (i, j) => {
    copy(fresh.mocap_pos, 3 * j, data.mocap_pos, 3 * i, 3);
    copy(fresh.mocap_quat, 4 * j, data.mocap_quat, 4 * i, 4);
  });
  return fresh;
}

/** Pairs of indices of the elements in both lists. */
function forBoth(was: readonly object[], is: readonly object[], action: (i: number, j: number) => void): void {
  const oldIndices = new Map(was.map((element, i) => [element, i]));
  is.forEach((element, j) => {
    const i = oldIndices.get(element);
    if (i !== undefined) action(i, j);
  });
}

function copy(to: Float64Array, t: number, from: Float64Array, f: number, count: number): void {
  for (let k = 0; k < count; k++) to[t + k] = from[f + k]!;
}
