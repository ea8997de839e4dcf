// A dog whose feet stay in place while its trunk circles, nods and sways. The position of each foot relative to the trunk gives the three
// angles of its leg in closed form.
import type { Model } from 'tenon';
import type { Control } from 'tenon/viewer';

/** Length of thigh and shank, lateral offset of the leg from its shoulder, and height of the trunk. */
const [LENGTH, OUT, HEIGHT] = [0.18, 0.06, 0.27];

const legs = [
  { name: 'FL', x: 0.17, side: 1 },
  { name: 'FR', x: 0.17, side: -1 },
  { name: 'RL', x: -0.17, side: 1 },
  { name: 'RR', x: -0.17, side: -1 },
];

export function controller(model: Model): Control {
  const motor = legs.map(({ name }) => ['abduct', 'hip', 'knee'].map((joint) => model.actuator(`${name} ${joint}`).id));
  return (data) => {
    const ease = Math.min(1, data.time / 2);
    const wave = (size: number, rate: number, phase = 0) => ease * size * Math.sin(rate * data.time + phase);
    // target position and orientation of the trunk: rotations about z, y and x
    const [px, py, pz] = [wave(0.035, 2), wave(0.03, 2, 1.6), wave(0.025, 4)];
    const [yaw, pitch, roll] = [wave(0.2, 1), wave(0.16, 2, 0.8), wave(0.14, 1, 1.6)];
    legs.forEach(({ x, side }, k) => {
      const shoulder = 0.06 * side;
      // position of the foot relative to the trunk
      let [fx, fy, fz] = [x - px, shoulder + OUT * side - py, -HEIGHT - pz];
      [fx, fy] = turned(fx, fy, yaw);
      [fz, fx] = turned(fz, fx, pitch);
      [fy, fz] = turned(fy, fz, roll);
      data.ctrl.set(anglesOf(fx - x, fy - shoulder, fz, side), motor[k][0]);
    });
  };
}

/** A point in a frame that is rotated by an angle. */
function turned(a: number, b: number, angle: number): [number, number] {
  return [a * Math.cos(angle) + b * Math.sin(angle), b * Math.cos(angle) - a * Math.sin(angle)];
}

/** Angles of the three joints that bring the foot to a point relative to the shoulder. */
function anglesOf(x: number, y: number, z: number, side: number): [number, number, number] {
  const down = Math.sqrt(Math.max(0, y * y + z * z - OUT * OUT));
  const abduct = Math.atan2(z, y) + Math.atan2(down, side * OUT);
  // thigh and shank have the same length, so the direction to the foot bisects theirs
  const knee = -2 * Math.acos(Math.min(1, Math.hypot(x, down) / (2 * LENGTH)));
  return [abduct, Math.atan2(-x, down) - knee / 2, knee];
}
