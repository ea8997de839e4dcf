// Gusts of wind below a cloth that hangs from two corners: they lift it off the ball, it flutters, and falls back. The wind is a periodic
// force on every vertex.
import type { Model } from 'tenon';
import type { Control } from 'tenon/viewer';

/** Seconds between gusts, and the force of one in weights of the cloth. */
const [PERIOD, STRENGTH] = [6, 1.6];

export function controller(model: Model): Control {
  // a moving vertex is a body with three slides along x, y and z
  const vertices = Array.from(model.flex_vertbodyid).filter((body) => model.body_dofnum[body] === 3);
  return (data) => {
    const gust = Math.max(0, Math.sin((2 * Math.PI * (data.time - 1.5)) / PERIOD));
    for (const body of vertices) {
      const [x, y] = data.xpos.subarray(3 * body);
      const flutter = 1 + 0.5 * Math.sin(11 * data.time - 9 * x) + 0.3 * Math.sin(7 * data.time + 8 * y);
      const push = 9.81 * STRENGTH * model.body_mass[body] * gust * flutter;
      data.qfrc_applied.set([push, 0.2 * push * Math.sin(2 * data.time), 0.45 * push], model.body_dofadr[body]);
    }
  };
}
