/** Number of state values per element, and padding of keyframes that are shorter than the state. */

import { DynType, JointType } from '../../core/model/enums.ts';
import type { Actuator } from './elements/actuation.ts';
import type { Body, Joint } from './elements/body.ts';
import type { Key } from './elements/custom.ts';
import type { SpecTree } from './specTree.ts';

/** Numbers of positions and of dofs of each joint type. */
export const JOINT_NQ: Readonly<Record<JointType, number>> = {
  [JointType.FREE]: 7,
  [JointType.BALL]: 4,
  [JointType.SLIDE]: 1,
  [JointType.HINGE]: 1,
};
export const JOINT_NV: Readonly<Record<JointType, number>> = {
  [JointType.FREE]: 6,
  [JointType.BALL]: 3,
  [JointType.SLIDE]: 1,
  [JointType.HINGE]: 1,
};

/** All bodies below one, itself included, in the order of ids. */
export function subtreeBodies(root: Body): Body[] {
  const result: Body[] = [];
  const stack: Body[] = [root];
  for (let body = stack.pop(); body !== undefined; body = stack.pop()) {
    result.push(body);
    for (let i = body.bodies.length - 1; i >= 0; i--) stack.push(body.bodies[i]!);
  }
  return result;
}

export function jointPositionSize(joint: Joint): number {
  return JOINT_NQ[joint.type];
}

export function jointVelocitySize(joint: Joint): number {
  return JOINT_NV[joint.type];
}

export function actuatorStateSize(actuator: Actuator): number {
  return actuator.actdim > 0 ? actuator.actdim : actuator.dyntype === DynType.NONE ? 0 : 1;
}

/** Pad keyframes that are too short, as in MuJoCo: positions with `ref` (raw, in the unit of the file; zeros for the
 * rest of ball and free joints), mocap poses with those of the bodies, everything else with zeros. */
export function expandKeys(spec: SpecTree): void {
  if (spec.keys.length === 0) return;
  const bodies = subtreeBodies(spec.worldbody);
  const joints = bodies.flatMap((body) => body.joints);
  const mocap = bodies.filter((body) => body.mocap);
  const qpos0 = joints.flatMap((joint) => [joint.ref, ...new Array<number>(jointPositionSize(joint) - 1).fill(0)]);
  let nv = 0;
  for (const joint of joints) nv += jointVelocitySize(joint);
  let na = 0;
  for (const actuator of spec.actuators) na += actuatorStateSize(actuator);
  for (const key of spec.keys) {
    lengthen(key, 'qpos', qpos0);
    lengthen(key, 'qvel', new Array<number>(nv).fill(0));
    lengthen(key, 'act', new Array<number>(na).fill(0));
    lengthen(key, 'ctrl', new Array<number>(spec.actuators.length).fill(0));
    expandMocap(key, 'mpos', mocap, 3);
    expandMocap(key, 'mquat', mocap, 4);
  }
}

function lengthen(key: Key, array: 'qpos' | 'qvel' | 'act' | 'ctrl', model: readonly number[]): void {
  const numbers = key[array];
  if (numbers.length === 0) return;
  for (let i = numbers.length; i < model.length; i++) numbers.push(model[i]!);
}

/** Complete poses only: leftover values are dropped. */
function expandMocap(key: Key, array: 'mpos' | 'mquat', mocap: readonly Body[], size: number): void {
  const numbers = key[array];
  const known = Math.floor(numbers.length / size);
  if (numbers.length === 0 || known >= mocap.length) return;
  numbers.length = known * size;
  for (let i = known; i < mocap.length; i++) numbers.push(...(size === 3 ? mocap[i]!.pos : mocap[i]!.quat));
}
