/** Orientations as three angles for sliders: R = Rz(yaw) Ry(pitch) Rx(roll). */

type Angles = [roll: number, pitch: number, yaw: number];

export function toAngles(quat: ArrayLike<number>): Angles {
  const [w, x, y, z] = [quat[0]!, quat[1]!, quat[2]!, quat[3]!];
  const sine = Math.max(-1, Math.min(1, 2 * (w * y - z * x)));
  return [
    Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
    Math.asin(sine),
    Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
  ];
}

/** Unit quaternion, scalar first. */
export function fromAngles([roll, pitch, yaw]: Readonly<Angles>): [number, number, number, number] {
  const [cr, sr] = [Math.cos(roll / 2), Math.sin(roll / 2)];
  const [cp, sp] = [Math.cos(pitch / 2), Math.sin(pitch / 2)];
  const [cy, sy] = [Math.cos(yaw / 2), Math.sin(yaw / 2)];
  return [
    cr * cp * cy + sr * sp * sy,
    sr * cp * cy - cr * sp * sy,
    cr * sp * cy + sr * cp * sy,
    cr * cp * sy - sr * sp * cy,
  ];
}
