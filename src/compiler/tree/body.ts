/** Bodies, parents before children: pose, inertia, joints and attached elements. */

import { MINVAL } from '../../core/model/constants.ts';
import { AlignFree, OrientationType } from '../../core/model/enums/spec.ts';
import { JointType } from '../../core/model/enums.ts';
import { compose, invert, normalize, type Pose, rotate } from '../../formats/pose/frame.ts';
import { JOINT_NV } from '../../formats/spec/stateSizes.ts';
import type { BodyNode, CompileState } from '../compileState.ts';
import { checkUser } from '../limits.ts';
import { displayName } from '../report.ts';
import { compileCamera, compileLight, compileSite } from './attached.ts';
import { compileGeom } from './geom.ts';
import { completeInertia, readInertial } from './inertia.ts';
import { compileJoint } from './joint.ts';
import { elementQuat, framePose, toBodyFrame } from './pose/frames.ts';

export function compileBodies(state: CompileState): void {
  for (const node of state.bodies) compileBody(state, node);
}

function compileBody(state: CompileState, node: BodyNode): void {
  const { spec } = node;
  for (const frame of spec.frames) framePose(state, frame);
  checkUser(state.report, spec, spec.userdata, state.user.body);
  node.pos = spec.pos.slice();
  node.quat = spec.quat.slice();
  normalize(node.quat);
  for (const child of node.bodies) {
    child.weldid = child.joints.length > 0 || child.spec.mocap ? child.id : node.weldid;
  }
  if (spec.alt && spec.alt.type !== OrientationType.QUAT) node.quat = elementQuat(state, spec, spec.quat, spec.alt);
  readInertial(state, node);
  for (const geom of node.geoms) compileGeom(state, node, geom);
  completeInertia(state, node);
  toBodyFrame(state, spec.frame, node);
  gatherGeoms(node);
  const back = isAligned(node) ? alignBody(node) : undefined;
  for (const joint of node.joints) compileJoint(state, joint);
  checkJoints(state, node);
  for (const site of node.sites) compileSite(state, site);
  for (const camera of node.cameras) compileCamera(state, camera);
  for (const light of node.lights) compileLight(state, light);
  if (back) alignAttached(node, back);
}

/** Collision bits and margin of a body, combined from its geoms. */
export function gatherGeoms(node: BodyNode): void {
  node.contype = node.conaffinity = node.margin = 0;
  for (const { spec } of node.geoms) {
    node.contype |= spec.contype;
    node.conaffinity |= spec.conaffinity;
    node.margin = Math.max(node.margin, spec.margin + spec.gap);
  }
}

/** Whether the body frame of a free body without children becomes its inertial frame. */
function isAligned(node: BodyNode): boolean {
  if (node.joints.length !== 1 || node.bodies.length > 0) return false;
  const { spec } = node.joints[0];
  return (
    spec.type === JointType.FREE &&
    (spec.align === AlignFree.TRUE || (spec.align === AlignFree.AUTO && node.spec.compiler.alignfree))
  );
}

/** Move the body frame to the inertial frame without moving geoms. Returns the inverse transformation. */
function alignBody(node: BodyNode): Pose {
  const back = invert(node.ipos, node.iquat);
  ({ pos: node.pos, quat: node.quat } = compose(node.pos, node.quat, node.ipos, node.iquat));
  node.ipos = [0, 0, 0];
  node.iquat = [1, 0, 0, 0];
  for (const geom of node.geoms)
    ({ pos: geom.pos, quat: geom.quat } = compose(back.pos, back.quat, geom.pos, geom.quat));
  return back;
}

function alignAttached(node: BodyNode, back: Pose): void {
  for (const part of [...node.sites, ...node.cameras]) {
    ({ pos: part.pos, quat: part.quat } = compose(back.pos, back.quat, part.pos, part.quat));
  }
  for (const light of node.lights) {
    light.pos = compose(back.pos, back.quat, light.pos, [1, 0, 0, 0]).pos;
    light.dir = rotate(light.dir, back.quat);
  }
}

function checkJoints(state: CompileState, node: BodyNode): void {
  const { report } = state;
  node.dofnum = node.joints.reduce((n, joint) => n + JOINT_NV[joint.type], 0);
  if (node.dofnum > 6) {
    report.elementError(
      node.spec,
      undefined,
      `body ${displayName(node.spec)}: expected at most 6 degrees of freedom, found ${node.dofnum}`,
    );
  }
  let ball = false;
  for (const joint of node.joints) {
    if (ball && (joint.type === JointType.BALL || joint.type === JointType.HINGE)) {
      report.elementError(joint.spec, undefined, 'a rotation cannot follow a ball joint in the same body');
    }
    ball ||= joint.type === JointType.BALL;
  }
  if (node.spec.mocap && (node.dofnum > 0 || node.parent?.id !== 0)) {
    report.elementError(node.spec, 'mocap', 'a mocap body must be a child of the world without joints');
  }
}

/** Checks that need fused static bodies: free joints, and masses of moving bodies. */
export function checkMoving(state: CompileState): void {
  const { report } = state;
  for (const node of state.bodies) {
    const free = node.joints.find((joint) => joint.type === JointType.FREE);
    if (free && node.joints.length > 1) {
      report.elementError(free.spec, undefined, 'a free joint must be the only joint of its body');
    }
    if (free && node.parent && node.parent.id !== 0) {
      report.elementError(free.spec, undefined, 'a free joint is only allowed in a child of the world');
    }
    if (node.joints.length > 0 && !hasMass(node)) {
      report.elementError(
        node.spec,
        undefined,
        `the mass and inertia of moving body ${displayName(node.spec)} must be larger than ${MINVAL}, found mass ${node.mass} ` +
          `and inertia ${node.inertia.join(' ')}`,
      );
    }
  }
}

/** Whether the body or a static child has mass. */
function hasMass(node: BodyNode): boolean {
  if (node.mass >= MINVAL && node.inertia.every((x) => x >= MINVAL)) return true;
  return node.bodies.some((child) => child.joints.length === 0 && hasMass(child));
}
