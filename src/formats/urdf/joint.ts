/** <joint>: the pose of the child link, and how it moves. */

import { LimitedMode } from '../../core/model/enums/spec.ts';
import { JointType, ObjType } from '../../core/model/enums.ts';
import { suggestion } from '../../core/model/names/suggest.ts';
import type { MjcfReader } from '../mjcf/mjcfReader.ts';
import { start } from '../mjcf/read/common.ts';
import { quatToMat, zToQuat } from '../pose/frame.ts';
import { type Body, Joint } from '../spec/elements/body.ts';
import type { XmlElement } from '../xml/element.ts';
import { child, number, numbers, requiredText } from './children.ts';
import { readOrigin } from './origin.ts';

/** A joint of the model: suffix of its name, type and axis. */
interface Part {
  readonly suffix: string;
  readonly type: JointType;
  readonly axis: number[];
}

/** Joints for each URDF type. A planar joint is two slides in the plane and a hinge about its normal. */
const TYPES: Readonly<Record<string, (axis: number[]) => Part[]>> = {
  revolute: (axis) => [{ suffix: '', type: JointType.HINGE, axis }],
  continuous: (axis) => [{ suffix: '', type: JointType.HINGE, axis }],
  prismatic: (axis) => [{ suffix: '', type: JointType.SLIDE, axis }],
  fixed: () => [],
  floating: () => [{ suffix: '', type: JointType.FREE, axis: [0, 0, 1] }],
  planar: (axis) => {
    const frame = quatToMat(zToQuat(axis));
    return [
      { suffix: '_TX', type: JointType.SLIDE, axis: [frame[0]!, frame[3]!, frame[6]!] },
      { suffix: '_TY', type: JointType.SLIDE, axis: [frame[1]!, frame[4]!, frame[7]!] },
      { suffix: '_RZ', type: JointType.HINGE, axis },
    ];
  },
  // not in URDF itself, but in Bullet's dialect
  spherical: (axis) => [{ suffix: '', type: JointType.BALL, axis }],
};

export function readJoint(r: MjcfReader, element: XmlElement, body: Body): void {
  const type = requiredText(r, element, 'type');
  const name = requiredText(r, element, 'name');
  const makeParts = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (makeParts === undefined) {
    const expected = Object.keys(TYPES);
    r.error(element, 'type', `expected one of ${expected.join(', ')}, found '${type}'${suggestion(type, expected)}`);
    return;
  }
  Object.assign(body, readOrigin(r, element));
  const axisElement = child(r, element, 'axis');
  const axis = (axisElement && numbers(r, axisElement, 'xyz')) ?? [1, 0, 0];
  const joints = makeParts(axis).map((part) => makeJoint(r, element, body, name, part));
  if (joints.length > 0) readDynamics(r, element, joints);
  if (joints.length > 0) readLimit(r, element, joints[0]!);
}

function makeJoint(r: MjcfReader, element: XmlElement, body: Body, name: string, { suffix, type, axis }: Part): Joint {
  const joint = start(r, element, new Joint());
  joint.classname = r.spec.defaults.name;
  joint.name = name + suffix;
  joint.type = type;
  joint.axis = axis.slice();
  r.builder.addToFrame(ObjType.JOINT, body.joints, joint, null);
  return joint;
}

/** Applies to all joints of a planar one. */
function readDynamics(r: MjcfReader, element: XmlElement, joints: readonly Joint[]): void {
  const dynamics = child(r, element, 'dynamics');
  if (dynamics === undefined) return;
  const damping = number(r, dynamics, 'damping');
  const friction = number(r, dynamics, 'friction');
  for (const joint of joints) {
    if (damping !== undefined) joint.damping[0] = damping;
    if (friction !== undefined) joint.frictionloss = friction;
  }
}

/** Applies to the first joint of a planar one. */
function readLimit(r: MjcfReader, element: XmlElement, joint: Joint): void {
  const limit = child(r, element, 'limit');
  if (limit === undefined) return;
  const lower = number(r, limit, 'lower');
  const upper = number(r, limit, 'upper');
  joint.range = [lower ?? 0, upper ?? 0];
  // an incomplete or reversed range limits nothing
  const wrong = (lower === undefined) !== (upper === undefined) || joint.range[0]! > joint.range[1]!;
  if (wrong) joint.limited = LimitedMode.FALSE;
  const effort = Math.abs(number(r, limit, 'effort') ?? 0);
  if (effort > 0) joint.actfrcrange = [-effort, effort];
}
