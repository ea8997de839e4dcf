// A plate on two motors keeps a ball rolling along a figure eight: the tilt of the plate follows from the position error of the ball.
import type { Model } from 'tenon';
import type { Control } from 'tenon/viewer';

/** Stiffness and damping of the return to the path; acceleration of a rolling ball per tilt: 5/7 g. */
const [KP, KD, ROLL] = [6, 4, (5 / 7) * 9.81];

/** The path, its velocity and acceleration. */
function path(t: number) {
  const [a, b, w] = [0.17, 0.12, 1.1];
  const [s, c, s2, c2] = [Math.sin(w * t), Math.cos(w * t), Math.sin(2 * w * t), Math.cos(2 * w * t)];
  return {
    pos: [a * s, b * s2],
    vel: [a * w * c, 2 * b * w * c2],
    acc: [-a * w * w * s, -4 * b * w * w * s2],
  };
}

export function controller(model: Model): Control {
  const ball = model.jnt_qposadr[model.joint('ball').id];
  const speed = model.jnt_dofadr[model.joint('ball').id];
  return (data) => {
    // the path starts slowly
    const wanted = path(data.time);
    const ease = Math.min(1, data.time / 2);
    const pull = [0, 1].map((k) => {
      const away = ease * wanted.pos[k] - data.qpos[ball + k];
      const slow = ease * wanted.vel[k] - data.qvel[speed + k];
      return (ease * wanted.acc[k] + KP * away + KD * slow) / ROLL;
    });
    // a positive turn about y lowers +x, one about x raises +y
    data.ctrl[0] = pull[0];
    data.ctrl[1] = -pull[1];
  };
}
