/** Screw thread and hexagonal head, for bolts and nuts (https://www.shadertoy.com/view/XtffzX). */
import { atan2 } from '../../math/elementary/arc.ts';
import { cos, sin } from '../../math/elementary/trig.ts';

/** Turns of the thread per unit of length. */
const PITCH = 12;
const SIDES = 6;
export const DIAGONAL = Math.SQRT2 / 2;

/** An endless screw along z with this mean radius: a triangle wave that rotates about the axis. */
export function thread(x: number, y: number, z: number, beyond: number): number {
  const phase = z * PITCH - atan2(y, x) / Math.PI / 2;
  const wave = Math.abs(phase - Math.floor(phase) - 0.5);
  return (beyond - wave / PITCH) * DIAGONAL;
}

/** A head from z = -0.5 to 0 with rounded edges. */
export function hexagonHead(x: number, y: number, z: number, beyond: number): number {
  const perSide = SIDES / (2 * Math.PI);
  // the point rotated into the sector of the side along x
  const angle = -Math.floor(atan2(y, x) * perSide + 0.5) / perSide;
  const side = x * cos(angle) - y * sin(angle) - 0.5;
  return Math.max(side, Math.abs(z + 0.25) - 0.25, (z + beyond - 0.22) * DIAGONAL);
}
