// Picks up the cube, carries it around and puts it down, back and forth. The arm is controlled by the target of its fingers: angle around
// the base, distance from it, and height. The fingers always point down, so the joint angles follow in closed form. A servo pulls with `kp`
// per radian of error, so its target is offset by the error that holds the arm against gravity.
import type { Model } from 'tenon';
import type { Control } from 'tenon/viewer';

/** Height of the shoulder, lengths of upper arm and forearm, and distance from the wrist to the fingertips. */
const [SHOULDER, UPPER, FORE, HAND] = [0.33, 0.35, 0.37, 0.17];
const [OPEN, CLOSED] = [0.04, 0];
/** Where the cube is put down: distance from the base, and angle around it in radians. */
const [AWAY, HERE, THERE] = [0.45, 0, 1.4];
const [HIGH, LOW] = [0.25, 0.03];

/** Seconds since the start of a round, angle around the base, height, opening of the fingers, and radius: the current position of the cube
 *  (0), or its target (1). */
const round = [...carry(0, HERE, THERE), ...carry(6, THERE, HERE), [12, HERE, HIGH, OPEN, 0]];

function carry(at: number, from: number, to: number): number[][] {
  return [
    [at, from, HIGH, OPEN, 0],
    [at + 1, from, LOW, OPEN, 0],
    [at + 1.3, from, LOW, OPEN, 0],
    [at + 1.6, from, LOW, CLOSED, 0],
    [at + 2.4, from, HIGH, CLOSED, 1],
    [at + 4, to, HIGH, CLOSED, 1],
    [at + 4.9, to, LOW, CLOSED, 1],
    [at + 5.2, to, LOW, CLOSED, 1],
    [at + 5.5, to, LOW, OPEN, 1],
  ];
}

export function controller(model: Model): Control {
  const kp = Array.from({ length: 6 }, (_, k) => model.actuator(`j${k + 1}`).gainprm[0]);
  return (data) => {
    const time = data.time % 12;
    const k = round.findIndex(([end]) => end > time);
    const [before, after] = [round[k - 1], round[k]];
    const part = (time - before[0]) / (after[0] - before[0]);
    // starts and stops gently
    const gone = part * part * (3 - 2 * part);
    const [, around, high, fingers, there] = before.map((value, i) => value + gone * (after[i] - value));
    const [x, y] = data.body('cube').xpos;
    const away = there * AWAY + (1 - there) * Math.hypot(x, y);
    const angles = [around, ...reach(away, high)];
    data.ctrl.set([...angles.map((angle, i) => angle + data.qfrc_bias[i] / kp[i]), fingers]);
  };
}

/** Angles of the joints between base and fingers. */
function reach(away: number, high: number): [number, number, number, number, number] {
  const up = high + HAND - SHOULDER;
  const distance = Math.hypot(away, up);
  // law of cosines: at the elbow, and at the shoulder
  const elbow = Math.PI - Math.acos((UPPER ** 2 + FORE ** 2 - distance ** 2) / (2 * UPPER * FORE));
  const above = Math.acos((UPPER ** 2 + distance ** 2 - FORE ** 2) / (2 * UPPER * distance));
  const shoulder = Math.atan2(away, up) - above;
  return [shoulder, elbow, 0, Math.PI - shoulder - elbow, 0];
}
