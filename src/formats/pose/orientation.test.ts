import { expect, test } from 'vitest';
import { OrientationType } from '../../core/model/enums/spec.ts';
import { CompilerSettings } from '../spec/elements/settings.ts';
import { mulQuat, quatToMat } from './frame.ts';
import { orientationToQuat } from './orientation.ts';

const degrees = new CompilerSettings();
const half = Math.SQRT1_2;

function quat(type: OrientationType, value: number[], settings = degrees): number[] {
  const result = orientationToQuat({ type, value }, settings);
  if (typeof result === 'string') throw new Error(result);
  return result;
}

function close(a: number[], b: number[]): void {
  for (let k = 0; k < b.length; k++) expect(a[k]).toBeCloseTo(b[k], 14);
}

test('a quarter turn about z is the same in every form', () => {
  const expected = [half, 0, 0, half];
  close(quat(OrientationType.AXISANGLE, [0, 0, 5, 90]), expected);
  close(quat(OrientationType.EULER, [0, 0, 90]), expected);
  close(quat(OrientationType.XYAXES, [0, 2, 0, -3, 1, 0]), expected);
});

test('zaxis is the smallest rotation from z to the axis', () => {
  const mat = quatToMat(quat(OrientationType.ZAXIS, [1, 2, 2]));
  close([mat[2], mat[5], mat[8]], [1 / 3, 2 / 3, 2 / 3]);
  close(quat(OrientationType.ZAXIS, [0, 0, -1]), [0, 1, 0, 0]);
});

test('lowercase letters of eulerseq rotate with the frame, uppercase letters are fixed axes', () => {
  const x = quat(OrientationType.AXISANGLE, [1, 0, 0, 30]);
  const y = quat(OrientationType.AXISANGLE, [0, 1, 0, 50]);
  const settings = new CompilerSettings();
  settings.eulerseq = 'xyz';
  close(quat(OrientationType.EULER, [30, 50, 0], settings), mulQuat(x, y));
  settings.eulerseq = 'XYZ';
  close(quat(OrientationType.EULER, [30, 50, 0], settings), mulQuat(y, x));
});

test('degenerate axes are rejected with a message', () => {
  expect(orientationToQuat({ type: OrientationType.ZAXIS, value: [0, 0, 0] }, degrees)).toContain('too short');
  expect(orientationToQuat({ type: OrientationType.XYAXES, value: [1, 0, 0, 2, 0, 0] }, degrees)).toContain('parallel');
});
