// The motor of the sun gear changes speed and direction; carrier and planets follow by the gear ratio.
import type { Control } from 'tenon/viewer';

export function controller(): Control {
  return (data) => {
    data.ctrl[0] = 1.5 + 3 * Math.sin(0.4 * data.time);
  };
}
