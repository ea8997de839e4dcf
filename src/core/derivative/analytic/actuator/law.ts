import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';
import { CtrlInput } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';

/*  The law of an actuator: a table `law` of derivatives, and two weights for each activation.
 *
 *                  LEN (3)   VEL (3)   CTRL (4)   ACT (5)
 *    row 0..2      forces by lengths, velocities, controls, activations
 *    row RATE..    rates of activations by the same
 *    OWN, SPAN     5 each: the next value of activation k changes by OWN[k] times itself and SPAN[k] times its rate
 *
 *  `actuatorLaw` fills it; `actuation` reads it. */

/** Columns of the table. */
export const LEN = 0;
export const VEL = 3;
export const CTRL = 6;
export const ACT = 10;
export const COLUMNS = 15;
/** First row of rates, after the forces. */
export const RATE = 3;
export const ROWS = 8;
/** Weights of the next activations. */
export const OWN = ROWS * COLUMNS;
export const SPAN = OWN + 5;
/** Size of a law. */
export const LAW = SPAN + 5;

/** Index of an element of the table. */
export function at(row: int, column: int): int {
  return row * COLUMNS + column;
}

/** Row += by times activation k as forces use it: its current value, or with actearly its next one */
export function addInput(law: Float64Array, m: Model, i: int, row: int, k: int, by: number): void {
  if (m.actuator_actearly[i] === 0) {
    law[at(row, ACT + k)] += by;
    return;
  }
  law[at(row, ACT + k)] += by * law[OWN + k];
  for (let c = 0; c < COLUMNS; c++) law[at(row, c)] += by * law[SPAN + k] * law[at(RATE + k, c)];
}

/** Index of a servo input among its controls; -1 if it has none. */
function inputIndex(spec: int, which: int): int {
  if ((spec & which) === 0) return -1;
  let k = 0;
  for (let bit: int = CtrlInput.POS; bit < which; bit *= 2) if ((spec & bit) !== 0) k++;
  return k;
}

/** Row += by times the first control after its slew limit: at the limit it follows activation 0, its previous value */
export function addSlewed(law: Float64Array, m: Model, d: Data, i: int, row: int, slew: number, by: number): void {
  const { actuator_ctrladr, actuator_actadr } = m;
  if (slew > 0) {
    const before = d.act[actuator_actadr[i]];
    const maxChange = slew * m.opt.timestep;
    const now = d.work_ctrl[actuator_ctrladr[i]];
    if (now === before + maxChange || now === before - maxChange) {
      law[at(row, ACT)] += by;
      return;
    }
  }
  law[at(row, CTRL)] += by;
}

/** Row += by times a servo input; the slew limit applies to the first control */
export function addServoInput(
  law: Float64Array,
  m: Model,
  d: Data,
  i: int,
  row: int,
  which: int,
  slew: number,
  by: number,
): void {
  const k = inputIndex(m.actuator_ctrlspec[i], which);
  if (k === 0) addSlewed(law, m, d, i, row, slew, by);
  else if (k > 0) law[at(row, CTRL + k)] += by;
}
