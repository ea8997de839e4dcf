// Kapitza's pendulum: nobody balances it. Its pivot is shaken up and down fast enough (a² w² > 2 g L), and standing on
// its head becomes the stable way to be. Pull it aside with Ctrl-drag: it comes back.
import type { Control } from 'tenon/viewer';

/** Amplitude in metres and frequency in 1/s of the shaking. */
const [AMPLITUDE, FREQUENCY] = [0.03, 2 * Math.PI * 28];

export function controller(): Control {
  return (data) => {
    data.ctrl[0] = AMPLITUDE * Math.sin(FREQUENCY * data.time);
  };
}
