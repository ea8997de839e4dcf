/** A run as arrays over time: recorded from a `Data`, stored in files, and replayed. */
import { computeForward } from '../../core/engine/forward.ts';
import { withEngine } from '../../core/engine/runtime/withEngine.ts';
import type { Data } from '../../core/model/data.ts';
import { checkFits } from '../../core/model/fit.ts';
import type { Model } from '../../core/model/model.ts';
import type { NamedArray } from './npy.ts';
import type { NamedArrays } from './npz.ts';
import { NumberList } from './numberList.ts';

/** Fields that determine all others: recorded by default, and replayed. */
export const STATE = ['time', 'qpos', 'qvel', 'act', 'ctrl', 'mocap_pos', 'mocap_quat'] as const;

type StateFields = Record<string, number | Float64Array>;

/** Values of one field, row by row. */
interface Column {
  readonly scalar: boolean;
  /** values per row, once there is one */
  width: number | undefined;
  readonly numbers: NumberList;
}

/** Records rows during a simulation.
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
  readonly #columns = new Map<string, Column>();
  #rows = 0;

  /** @param fields of the `Data` (default: those of its state)
   *  @throws RangeError for an unknown field */
  constructor(d: Data, fields: readonly string[] = STATE) {
    for (const name of fields) {
      const value = (d as unknown as StateFields)[name];
      if (typeof value !== 'number' && !ArrayBuffer.isView(value)) {
        throw new RangeError(`recorder: the data has no field '${name}'`);
      }
      if (this.#columns.has(name)) throw new RangeError(`recorder: '${name}' is given twice`);
      const scalar = typeof value === 'number';
      this.#columns.set(name, { scalar, width: scalar ? 1 : undefined, numbers: new NumberList() });
    }
    this.#d = d;
  }

  /** Record one row with the current fields.
   *  @throws RangeError for a field whose size changed since the first row, such as one that grows with contacts */
  add(): void {
    for (const [name, column] of this.#columns) {
      const { length } = this.#read(name);
      column.width ??= length;
      if (column.width !== length) {
        const expected = `expected ${column.width} numbers, as in the first row, found ${length}`;
        throw new RangeError(`recorder: '${name}': ${expected}`);
      }
    }
    for (const [name, { numbers }] of this.#columns) numbers.addAll(this.#read(name));
    this.#rows++;
  }

  /** Recorded rows by field. Fields without elements are omitted. */
  arrays(): Record<string, { shape: number[]; numbers: Float64Array }> {
    const rows = this.#rows;
    const made = [...this.#columns].map(([name, { scalar, width = 0, numbers }]) => {
      const shape = scalar ? [rows] : [rows, width];
      return [name, { shape, numbers: numbers.slice() }] as const;
    });
    return Object.fromEntries(made.filter(([, { numbers }]) => numbers.length > 0));
  }

  #read(name: string): ArrayLike<number> {
    const value = (this.#d as unknown as StateFields)[name];
    return typeof value === 'number' ? [value] : value;
  }
}

/** Replays a recorded run at any of its times.
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
  /** Time of each row. Without the field `time`, rows are steps of the model. */
  readonly time: Float64Array;
  readonly #m: Model;
  readonly #fields: readonly [name: string, width: number, numbers: Float64Array][];
  /** Whether times never decrease; they do in recordings with resets. */
  readonly #sorted: boolean;

  /** @param arrays with `qpos` at least
   *  @throws RangeError for arrays that do not match the model */
  constructor(m: Model, arrays: NamedArrays) {
    if (!Object.hasOwn(arrays, 'qpos')) {
      throw new RangeError(`replay: expected an array 'qpos', found ${Object.keys(arrays).join(', ') || 'none'}`);
    }
    this.#m = m;
    const [rows] = arrays.qpos.shape;
    if (rows === undefined) throw new RangeError('replay: qpos: expected rows of values, found a single value');
    if (rows === 0) throw new RangeError('replay: expected at least one row, found none');
    this.rows = rows;
    const widths: Record<string, number> = {
      qpos: m.nq,
      qvel: m.nv,
      act: m.na,
      ctrl: m.nu,
      mocap_pos: 3 * m.nmocap,
      mocap_quat: 4 * m.nmocap,
    };
    this.#fields = Object.entries(widths)
      .filter(([name]) => Object.hasOwn(arrays, name))
      .map(([name, width]) => [name, width, this.#checkShape(name, width, arrays[name])]);
    this.time = Object.hasOwn(arrays, 'time')
      ? this.#checkShape('time', 1, arrays.time)
      : Float64Array.from({ length: this.rows }, (_, k) => k * m.opt.timestep);
    const wrong = this.time.findIndex((time) => !Number.isFinite(time));
    if (wrong >= 0) {
      throw new RangeError(`replay: time: row ${wrong}: expected a finite number, found ${this.time[wrong]}`);
    }
    this.#sorted = this.time.every((time, k) => k === 0 || time >= this.time[k - 1]);
  }

  /** Copy a row to a `Data` and compute the dependent fields. */
  show(d: Data, row: number): void {
    if (!(Number.isInteger(row) && row >= 0 && row < this.rows)) {
      throw new RangeError(`replay: expected a row from 0 to ${this.rows - 1}, found ${row}`);
    }
    checkFits('replay', this.#m, d);
    for (const [name, width, numbers] of this.#fields) {
      (d as unknown as Record<string, Float64Array>)[name].set(numbers.subarray(row * width, (row + 1) * width));
    }
    d.time = this.time[row];
    withEngine('replay', this.#m, d, computeForward);
  }

  /** Show the last row that is not later than a time, or the first one. Returns its index. */
  seek(d: Data, time: number): number {
    if (Number.isNaN(time)) throw new RangeError(`replay: expected a time, found ${time}`);
    // times are sums of steps: tolerate rounding
    const row = this.#lastRow(time + 1e-9);
    this.show(d, row);
    return row;
  }

  #lastRow(time: number): number {
    let [low, high] = [0, this.rows - 1];
    if (!this.#sorted) {
      while (high > 0 && this.time[high] > time) high--;
      return high;
    }
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.time[middle] <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #checkShape(name: string, width: number, { shape, numbers }: NamedArray): Float64Array {
    if (shape[0] === this.rows && numbers.length === this.rows * width) return numbers;
    const expected = `${this.rows} rows of ${width}`;
    const found = `${numbers.length}${shape[0] === this.rows ? '' : ` in ${shape[0] ?? 'no'} rows`}`;
    throw new RangeError(`replay: ${name}: expected ${expected} values, as in the model, found ${found}`);
  }
}
