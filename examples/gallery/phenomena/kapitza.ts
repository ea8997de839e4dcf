// Kapitza's pendulum balances without control. Its pivot vibrates vertically fast enough (a² w² > 2 g L) to make the inverted position
// stable. Pull it aside with Ctrl-drag: it returns.
import type { Control } from 'tenon/viewer';

/** Amplitude in meters and frequency in 1/s of the vibration. */
const [AMPLITUDE, FREQUENCY] = [0.03, 2 * Math.PI * 28];

export function controller(): Control {
  return (data) => {
    data.ctrl[0] = AMPLITUDE * Math.sin(FREQUENCY * data.time);
  };
}
