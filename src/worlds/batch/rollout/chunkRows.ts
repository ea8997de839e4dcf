/** The rows of a chunk that a `Data` reads inputs from and writes results to. Lookups are done once. */
import type { TypedArray } from '../../../core/model/block/block.ts';
import type { Data } from '../../../core/model/data.ts';
import { StateBit } from '../../../core/model/enums.ts';
import { columnArray, copyRow, stableArrays, stateArraysOf } from '../copyRow.ts';
import type { BroadcastRows, Chunk } from './chunk.ts';

export class ChunkRows {
  readonly #data: Data;
  readonly #chunk: Chunk;
  /** Result rows per world. */
  readonly #rows: number;
  /** Arrays of the `Data`: controls, state, and one per column. */
  readonly #controls: readonly TypedArray[];
  readonly #state: readonly TypedArray[];
  readonly #columns: readonly TypedArray[];
  readonly #warnings: Int32Array;

  /** @param userCode whether user code may read arrays of the Data */
  constructor(handle: Data, chunk: Chunk, userCode: boolean) {
    const data = stableArrays(handle, userCode);
    this.#data = data;
    this.#chunk = chunk;
    this.#rows = Math.floor(chunk.nstep / chunk.every);
    this.#controls = chunk.control ? stateArraysOf(data, chunk.controlSpec) : [];
    this.#state = chunk.state ? stateArraysOf(data, StateBit.FULLPHYSICS) : [];
    this.#columns = chunk.columns.map((column) => columnArray(data, column));
    this.#warnings = data.warning_number;
  }

  /** Set the controls of world `w` at step `k`. */
  control(w: number, k: number): void {
    const { control } = this.#chunk;
    if (!control) return;
    let at = rowOffset(control, w, k);
    for (const array of this.#controls) {
      copyRow(array, 0, control.values, at, array.length);
      at += array.length;
    }
  }

  /** Whether the results of step `k` are recorded. */
  isRecorded(k: number): boolean {
    return (k + 1) % this.#chunk.every === 0;
  }

  /** Record the results of step `k` of world `w`. */
  record(w: number, k: number): void {
    const row = w * this.#rows + (k + 1) / this.#chunk.every - 1;
    const { state, columns, outputs } = this.#chunk;
    if (state) this.#recordState(state, row);
    for (let c = 0; c < columns.length; c++) {
      const { name, width, scalar } = columns[c];
      if (scalar) outputs[c][row] = this.#data[name as 'time'];
      else copyRow(outputs[c], row * width, this.#columns[c], 0, width);
    }
  }

  #recordState(state: Float64Array, row: number): void {
    let at = row * (state.length / (this.#chunk.count * this.#rows));
    state[at++] = this.#data.time;
    for (const array of this.#state) {
      copyRow(state, at, array, 0, array.length);
      at += array.length;
    }
  }

  /** Whether the world has a warning. */
  get warned(): boolean {
    const warnings = this.#warnings;
    for (let k = 0; k < warnings.length; k++) if (warnings[k] > 0) return true;
    return false;
  }
}

/** The row of world `w` at step `k`. */
export function rowAt(rows: BroadcastRows, w: number, k: number): Float64Array {
  const at = rowOffset(rows, w, k);
  return rows.values.subarray(at, at + broadcastWidth(rows));
}

function rowOffset(rows: BroadcastRows, w: number, k: number): number {
  const { worlds, steps } = rows;
  return ((worlds === 1 ? 0 : w) * steps + (steps === 1 ? 0 : k)) * broadcastWidth(rows);
}

function broadcastWidth({ values, worlds, steps }: BroadcastRows): number {
  return values.length / (worlds * steps);
}
