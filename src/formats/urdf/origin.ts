/** Poses of URDF: a position and three angles about fixed axes. */

import { OrientationType } from '../../core/model/enums/spec.ts';
import type { MjcfReader } from '../mjcf/mjcfReader.ts';
import type { Pose } from '../pose/frame.ts';
import { orientationToQuat } from '../pose/orientation.ts';
import { CompilerSettings } from '../spec/elements/settings.ts';
import type { XmlElement } from '../xml/element.ts';
import { child, numbers } from './children.ts';

/** URDF angles are in radians about the fixed axes x, y, z, regardless of the compiler settings. */
const ANGLES = Object.assign(new CompilerSettings(), { degree: false, eulerseq: 'XYZ' });

/** The pose in <origin> (default: that of the parent element). */
export function readOrigin(r: MjcfReader, element: XmlElement): Pose {
  const origin = child(r, element, 'origin');
  if (origin === undefined) return { pos: [0, 0, 0], quat: [1, 0, 0, 0] };
  const pos = numbers(r, origin, 'xyz') ?? [0, 0, 0];
  const value = numbers(r, origin, 'rpy');
  const quat = value ? orientationToQuat({ type: OrientationType.EULER, value }, ANGLES) : [1, 0, 0, 0];
  return { pos, quat: quat as number[] };
}
