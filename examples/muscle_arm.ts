// Curls a weight and swings it forward: muscles can only pull, so flexors and extensors alternate. The activation of a muscle follows its
// excitation with a delay, which plots of `act` show.
import type { Control } from 'tenon/viewer';

/** Excitation of each muscle during its turn, in the order of the model. */
const [DELTOID, LATISSIMUS, BICEPS, TRICEPS] = [0.06, 0.02, 0.3, 0.02];

export function controller(): Control {
  return (data) => {
    const curl = Math.sin(1.8 * data.time);
    const swing = Math.sin(0.9 * data.time);
    data.ctrl.set([DELTOID * front(swing), LATISSIMUS * front(-swing), BICEPS * front(curl), TRICEPS * front(-curl)]);
  };
}

/** Muscles can only pull. */
function front(wave: number): number {
  return Math.max(0, wave);
}
