/** Joints: axis and anchor in the body, limits and references in radians. */

import { LimitedMode } from '../../core/model/enums/spec.ts';
import { JointType } from '../../core/model/enums.ts';
import { compose, EPS, normalize, rotate } from '../../formats/pose/frame.ts';
import type { CompileState, JointNode } from '../compileState.ts';
import { checkAutoLimit, checkUser, isLimited } from '../limits.ts';
import { framePose } from './pose/frames.ts';

export function compileJoint(state: CompileState, joint: JointNode): void {
  const { spec, type } = joint;
  const { report } = state;
  checkUser(report, spec, spec.userdata, state.user.jnt);
  const [timeconst, dampratio] = spec.springdamper;
  if ((timeconst !== 0 || dampratio !== 0) && (timeconst <= 0 || dampratio <= 0)) {
    report.elementError(spec, 'springdamper', `both numbers must be positive, found ${timeconst} ${dampratio}`);
  }
  resolveLimits(state, joint);
  poseJoint(state, joint);
  if (type === JointType.HINGE && spec.compiler.degree) {
    joint.ref *= Math.PI / 180;
    joint.springref *= Math.PI / 180;
  }
}

function resolveLimits(state: CompileState, joint: JointNode): void {
  const { spec, type, range } = joint;
  const { report } = state;
  const limitedMode = type === JointType.FREE ? LimitedMode.FALSE : spec.limited;
  checkAutoLimit(report, spec, 'range', limitedMode, range);
  joint.limited = isLimited(limitedMode, range);
  if (joint.limited) {
    if (type !== JointType.BALL && range[0] >= range[1]) {
      report.elementError(
        spec,
        'range',
        `the first number must be smaller than the second, found ${range[0]} ${range[1]}`,
      );
    }
    if (type === JointType.BALL && range[0] !== 0) {
      report.elementError(spec, 'range', `the range of a ball joint must begin with 0, found ${range[0]}`);
    }
    if (spec.compiler.degree && (type === JointType.HINGE || type === JointType.BALL)) {
      for (let k = 0; k < 2; k++) if (range[k] !== 0) range[k] *= Math.PI / 180;
    }
  }
  const scalar = type === JointType.HINGE || type === JointType.SLIDE;
  const forceMode = scalar ? spec.actfrclimited : LimitedMode.FALSE;
  checkAutoLimit(report, spec, 'actuatorfrcrange', forceMode, spec.actfrcrange);
  joint.actfrclimited = isLimited(forceMode, spec.actfrcrange);
  if (joint.actfrclimited && spec.actfrcrange[0] >= spec.actfrcrange[1]) {
    report.elementError(spec, 'actuatorfrcrange', 'the first number must be smaller than the second');
  }
}

function poseJoint(state: CompileState, joint: JointNode): void {
  const { spec, type } = joint;
  const frame = spec.frame ? framePose(state, spec.frame) : undefined;
  if (type === JointType.FREE || type === JointType.BALL) joint.axis = [0, 0, 1];
  else if (frame) joint.axis = rotate(joint.axis, frame.quat);
  if (normalize(joint.axis) < EPS) state.report.elementError(spec, 'axis', 'the axis is too short');
  if (type === JointType.FREE) joint.pos = [0, 0, 0];
  else if (frame) joint.pos = compose(frame.pos, frame.quat, joint.pos, [1, 0, 0, 0]).pos;
}
