// Grasps a soft cube, lifts it, moves it around, and puts it down again, in a loop.
import type { Control } from 'tenon/viewer';

/** Times of a round in seconds, closing of the fingers, and height of the hand. */
const ROUND: readonly (readonly [time: number, grip: number, lift: number])[] = [
  [0, -0.02, 0],
  [0.8, 0.07, 0],
  [1.6, 0.07, 0],
  [2.8, 0.07, 0.2],
  [3.4, 0.07, 0.2],
  [3.9, 0.07, 0.12],
  [4.4, 0.07, 0.2],
  [5.8, 0.07, 0],
  [6.4, 0.07, 0],
  [7, -0.02, 0],
  [8, -0.02, 0],
];

const PERIOD = ROUND[ROUND.length - 1][0];

export function controller(): Control {
  return (data) => {
    const time = data.time % PERIOD;
    const next = ROUND.findIndex(([at]) => at > time);
    const [from, to] = [ROUND[next - 1], ROUND[next]];
    const part = (time - from[0]) / (to[0] - from[0]);
    // each motion starts and ends at rest
    const smooth = part * part * (3 - 2 * part);
    for (const k of [0, 1]) data.ctrl[k] = from[k + 1] + smooth * (to[k + 1] - from[k + 1]);
  };
}
