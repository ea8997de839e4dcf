/** Converts every form of orientation to a quaternion. */

import { cos, sin } from '../../core/math/elementary/trig.ts';
import { OrientationType } from '../../core/model/enums/spec.ts';
import type { Orientation } from '../spec/elements/element.ts';
import type { CompilerSettings } from '../spec/elements/settings.ts';
import { axesToQuat, cross, dot, EPS, mulQuat, normalize, type Vec, zToQuat } from './frame.ts';

/** Quaternion of an orientation, or an error message. */
export function orientationToQuat(orientation: Orientation, compiler: CompilerSettings): Vec | string {
  const { type, value } = orientation;
  switch (type) {
    case OrientationType.AXISANGLE:
      return axisAngleToQuat(value.slice(0, 3), radians(value[3], compiler));
    case OrientationType.XYAXES:
      return xyAxesToQuat(value.slice(0, 3), value.slice(3, 6));
    case OrientationType.ZAXIS: {
      const z = value.slice();
      return normalize(z) < EPS ? 'the z axis is too short' : zToQuat(z);
    }
    case OrientationType.EULER:
      return eulerToQuat(value, compiler);
    case OrientationType.QUAT:
      return [1, 0, 0, 0];
  }
}

/** An angle in the unit of the model, in radians. */
function radians(angle: number, compiler: CompilerSettings): number {
  return compiler.degree ? (angle / 180) * Math.PI : angle;
}

function axisAngleToQuat(axis: Vec, angle: number): Vec | string {
  if (normalize(axis) < EPS) return 'the axis is too short';
  const half = angle / 2;
  const s = sin(half);
  return [cos(half), s * axis[0], s * axis[1], s * axis[2]];
}

function xyAxesToQuat(x: Vec, y: Vec): Vec | string {
  if (normalize(x) < EPS) return 'the x axis is too short';
  // y is orthogonalized against x
  const d = dot(x, y);
  for (let k = 0; k < 3; k++) y[k] -= x[k] * d;
  if (normalize(y) < EPS) return 'the y axis is too short or parallel to the x axis';
  const z = cross(x, y);
  if (normalize(z) < EPS) return 'the x and y axes are parallel';
  return axesToQuat(x, y, z);
}

/** Lowercase letters rotate about moving axes, uppercase letters about fixed ones. */
function eulerToQuat(angles: Vec, compiler: CompilerSettings): Vec | string {
  let quat: Vec = [1, 0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const half = radians(angles[k], compiler) / 2;
    const letter = compiler.eulerseq[k] ?? '';
    const axis = 'xyz'.indexOf(letter.toLowerCase());
    if (axis < 0 || letter === '') return `eulerseq must consist of x, y, z, X, Y, Z, found '${compiler.eulerseq}'`;
    const turn: Vec = [cos(half), 0, 0, 0];
    turn[axis + 1] = sin(half);
    quat = letter === letter.toLowerCase() ? mulQuat(quat, turn) : mulQuat(turn, quat);
  }
  normalize(quat);
  return quat;
}
