/** A run as arrays over time: recorded from a Data, kept in files, and put back into one. */
import { computeForward } from '../engine/forward.ts';
import { run } from '../engine/runtime/run.ts';
import type { Data } from '../model/data.ts';
import type { Model } from '../model/model.ts';
import type { NamedArrays } from './npz.ts';

/** Fields from which everything else follows. */
const STATE = ['time', 'qpos', 'qvel', 'act', 'ctrl', 'mocap_pos', 'mocap_quat'] as const;

type Loose = Record<string, number | Float64Array>;

/** Takes rows down while a simulation runs.
 *
 *  @example
 *  const recorder = new Recorder(d, ['time', 'qpos', 'sensordata']);
 *  for (let k = 0; k < 3; k++) {
 *    step(m, d);
 *    recorder.add();
 *  }
 *  const { qpos } = recorder.arrays();
 *  console.log(qpos.shape); // -> [ 3, 1 ] */
export class Recorder {
  readonly #d: Data;
  readonly #columns: Map<string, number[]>;
  #rows = 0;

  /** @param fields of the Data; those that make up its state, unless given
   *  @throws RangeError for a field that the Data does not have */
  constructor(d: Data, fields: readonly string[] = STATE) {
    for (const name of fields) {
      const value = (d as unknown as Loose)[name];
      if (typeof value !== 'number' && !ArrayBuffer.isView(value)) {
        throw new RangeError(`recorder: the data has no field '${name}'`);
      }
    }
    this.#d = d;
    this.#columns = new Map(fields.map((name) => [name, []]));
  }

  /** One row: the fields as they are now. */
  add(): void {
    for (const [name, column] of this.#columns) {
      const value = (this.#d as unknown as Loose)[name];
      if (typeof value === 'number') column.push(value);
      else for (let k = 0; k < value.length; k++) column.push(value[k]);
    }
    this.#rows++;
  }

  /** Rows so far, by field. Fields without elements are left out. */
  arrays(): Record<string, { shape: number[]; numbers: Float64Array }> {
    const rows = this.#rows;
    const made = [...this.#columns].map(([name, column]) => {
      const scalar = typeof (this.#d as unknown as Loose)[name] === 'number';
      const shape = scalar ? [rows] : [rows, rows === 0 ? 0 : column.length / rows];
      return [name, { shape, numbers: Float64Array.from(column) }] as const;
    });
    return Object.fromEntries(made.filter(([, { numbers }]) => numbers.length > 0));
  }
}

/** A recorded run, to be looked at again at any time of it.
 *
 *  @example
 *  const recorder = new Recorder(d);
 *  for (let k = 0; k < 10; k++) {
 *    recorder.add();
 *    step(m, d);
 *  }
 *  const replay = new Replay(m, recorder.arrays());
 *  replay.seek(d, 0.006);
 *  console.log(replay.rows, d.time); // -> 10 0.006 */
export class Replay {
  readonly rows: number;
  /** Time of each row. Without the field `time`, a row is a step of the model. */
  readonly time: Float64Array;
  readonly #m: Model;
  readonly #fields: readonly [name: string, width: number, numbers: Float64Array][];

  /** @param arrays with `qpos` at least
   *  @throws RangeError for arrays that do not fit the model */
  constructor(m: Model, arrays: NamedArrays) {
    if (arrays.qpos === undefined) {
      throw new RangeError(`replay: expected an array 'qpos', found ${Object.keys(arrays).join(', ') || 'none'}`);
    }
    this.#m = m;
    this.rows = arrays.qpos.shape[0];
    if (this.rows === 0) throw new RangeError('replay: there is no row in it');
    const widths: Record<string, number> = {
      qpos: m.nq,
      qvel: m.nv,
      act: m.na,
      ctrl: m.nu,
      mocap_pos: 3 * m.nmocap,
      mocap_quat: 4 * m.nmocap,
    };
    this.#fields = Object.entries(widths)
      .filter(([name]) => arrays[name] !== undefined)
      .map(([name, width]) => [name, width, this.#fitting(name, width, arrays[name].numbers)]);
    const { time } = arrays;
    this.time = time
      ? this.#fitting('time', 1, time.numbers)
      : Float64Array.from({ length: this.rows }, (_, k) => k * m.opt.timestep);
  }

  /** Put a row into a Data and compute what follows from it. */
  show(d: Data, row: number): void {
    if (!(Number.isInteger(row) && row >= 0 && row < this.rows)) {
      throw new RangeError(`replay: expected a row from 0 to ${this.rows - 1}, found ${row}`);
    }
    for (const [name, width, numbers] of this.#fields) {
      (d as unknown as Record<string, Float64Array>)[name].set(numbers.subarray(row * width, (row + 1) * width));
    }
    d.time = this.time[row];
    run('replay', this.#m, d, computeForward);
  }

  /** Show the last row that is not later than a time; the first one before all of them. Returns its number. */
  seek(d: Data, time: number): number {
    let [low, high] = [0, this.rows - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      // times are sums of steps: a rounding is no step
      if (this.time[middle] <= time + 1e-9) low = middle;
      else high = middle - 1;
    }
    this.show(d, low);
    return low;
  }

  #fitting(name: string, width: number, numbers: Float64Array): Float64Array {
    if (numbers.length === this.rows * width) return numbers;
    const expected = `${this.rows} rows of ${width}`;
    throw new RangeError(
      `replay: ${name}: expected ${expected} numbers, as the model has them, found ${numbers.length}`,
    );
  }
}
