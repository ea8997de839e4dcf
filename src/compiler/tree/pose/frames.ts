/** Poses of frames, and of elements inside frames, in their body. */

import { OrientationType } from '../../../core/model/enums/spec.ts';
import { compose, normalize, type Pose, type Vec } from '../../../formats/pose/frame.ts';
import { orientationToQuat } from '../../../formats/pose/orientation.ts';
import type { Frame } from '../../../formats/spec/elements/body.ts';
import type { Orientation, SpecElement } from '../../../formats/spec/elements/element.ts';
import type { CompileState } from '../../compileState.ts';

const ATTRIBUTE = ['quat', 'axisangle', 'xyaxes', 'zaxis', 'euler'];

/** The orientation of an element: `alt` if given, else `quat`. Errors are reported. */
export function elementQuat(state: CompileState, element: SpecElement, quat: Vec, alt: Orientation | null): Vec {
  if (alt === null || alt.type === OrientationType.QUAT) return quat.slice();
  const result = orientationToQuat(alt, element.compiler);
  if (typeof result !== 'string') return result;
  state.report.elementError(element, ATTRIBUTE[alt.type], result);
  return [1, 0, 0, 0];
}

/** Pose of a frame in its body, including enclosing frames. */
export function framePose(state: CompileState, frame: Frame): Pose {
  const known = state.framePose.get(frame);
  if (known) return known;
  let pos = frame.pos.slice();
  let quat = elementQuat(state, frame, frame.quat, frame.alt);
  if (frame.frame) {
    const outer = framePose(state, frame.frame);
    ({ pos, quat } = compose(outer.pos, outer.quat, pos, quat));
  }
  normalize(quat);
  const pose = { pos, quat };
  state.framePose.set(frame, pose);
  return pose;
}

/** Convert a pose from a frame to the body of that frame; null leaves it unchanged. */
export function toBodyFrame(state: CompileState, frame: Frame | null, node: { pos: Vec; quat: Vec }): void {
  if (!frame) return;
  const outer = framePose(state, frame);
  const pose = compose(outer.pos, outer.quat, node.pos, node.quat);
  node.pos = pose.pos;
  node.quat = pose.quat;
}
