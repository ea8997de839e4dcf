// No control: only an initial push.
import type { Control } from 'tenon/viewer';

export function controller(): Control {
  let pushed = false;
  return (data) => {
    if (!pushed && data.time < 0.01) data.qvel.set([0.9, 0, 0, 0, 2.1, 0]);
    pushed = true;
  };
}
