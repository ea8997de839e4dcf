// A soft block, and objects that drop on it: an object at rest next to it, or on it for long enough, drops again.
import type { Model } from 'tenon';
import type { Control } from 'tenon/viewer';

/** Seconds between two drops, and the height that they start from. */
const [EVERY, HEIGHT] = [1.2, 0.9];

export function controller(model: Model): Control {
  const joints = Array.from(model.jnt_type.keys()).filter((j) => model.jnt_type[j] === 0);
  let drops = 0;
  return (data) => {
    const due = Math.floor(data.time / EVERY);
    if (due === drops) return;
    drops = due;
    // the first ones are already falling
    if (due < 2) return;
    const joint = joints[due % joints.length];
    const [x, y] = [0.06 * Math.cos(2.4 * due), 0.06 * Math.sin(2.4 * due)];
    data.qpos.set([x, y, HEIGHT, 1, 0, 0, 0], model.jnt_qposadr[joint]);
    data.qvel.fill(0, model.jnt_dofadr[joint], model.jnt_dofadr[joint] + 6);
  };
}
