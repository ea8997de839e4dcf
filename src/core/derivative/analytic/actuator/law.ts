import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';
import { CtrlInput } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';

/*  What an actuator does, as a table: its forces (up to three) and the rates of its activations (up to five) by its lengths and
 *  velocities (up to three), controls (up to four) and activations (up to five). */

/** Columns of the table. */
export const LEN = 0;
export const VEL = 3;
export const CTRL = 6;
export const ACT = 10;
export const COLUMNS = 15;
/** First row of rates; forces come before. */
export const RATE = 3;
export const ROWS = 8;

export const law = new Float64Array(ROWS * COLUMNS);
/** The next value of each activation changes by `own` times itself and `span` times its rate. */
export const own = new Float64Array(5);
export const span = new Float64Array(5);

/** Element of the table. */
export function at(row: int, column: int): int {
  return row * COLUMNS + column;
}

/** Row += by times the activation k as forces see it: as it is, or with actearly as it will be after the step */
export function addInput(m: Model, i: int, row: int, k: int, by: number): void {
  if (m.actuator_actearly[i] === 0) {
    law[at(row, ACT + k)] += by;
    return;
  }
  law[at(row, ACT + k)] += by * own[k];
  for (let c = 0; c < COLUMNS; c++) law[at(row, c)] += by * span[k] * law[at(RATE + k, c)];
}

/** Where a servo has one of its inputs among its controls, -1 if it has none. */
function inputIndex(spec: int, which: int): int {
  if ((spec & which) === 0) return -1;
  let k = 0;
  for (let bit: int = CtrlInput.POS; bit < which; bit *= 2) if ((spec & bit) !== 0) k++;
  return k;
}

/** Row += by times the first control, as its slew limit leaves it: with the limit reached it follows activation 0, which is
 *  where it was. */
export function addSlewed(m: Model, d: Data, i: int, row: int, slew: number, by: number): void {
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

/** Row += by times one of the inputs of a servo, of which the first is under its slew limit */
export function addServoInput(m: Model, d: Data, i: int, row: int, which: int, slew: number, by: number): void {
  const k = inputIndex(m.actuator_ctrlspec[i], which);
  if (k === 0) addSlewed(m, d, i, row, slew, by);
  else if (k > 0) law[at(row, CTRL + k)] += by;
}
