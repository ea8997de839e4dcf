/** The history of a simulation: one state per step in a ring buffer, to go back to and continue from. */
import { type Data, getState, type Model, restoreSleep, StateBit, setState, stateSize } from '../../../index.ts';

const SIG = StateBit.INTEGRATION;
const MAX_BYTES = 64e6;
const MAX_STATES = 30000;

export class History {
  readonly #m: Model;
  readonly #d: Data;
  readonly #size: number;
  readonly capacity: number;
  readonly #ring: Float64Array;
  /** Slot of the oldest state. */
  #first = 0;
  /** Number of states. */
  length = 0;
  /** Index of the current state, counted from the oldest. */
  cursor = -1;

  constructor(m: Model, d: Data) {
    this.#m = m;
    this.#d = d;
    // the set of sleeping trees is part of the initial state of a step
    this.#size = stateSize(m, SIG) + m.ntree;
    this.capacity = Math.max(100, Math.min(MAX_STATES, Math.floor(MAX_BYTES / (8 * this.#size))));
    this.#ring = new Float64Array(this.capacity * this.#size);
  }

  clear(): void {
    this.#first = 0;
    this.length = 0;
    this.cursor = -1;
  }

  /** Record the current state. Discards the states after it, if the user went back. */
  record(): void {
    if (this.cursor >= 0) this.length = this.cursor + 1;
    if (this.length === this.capacity) {
      this.#first = (this.#first + 1) % this.capacity;
      this.length--;
    }
    const slot = this.#slot(this.length++);
    getState(this.#m, this.#d, SIG, slot.subarray(0, this.#size - this.#m.ntree));
    for (let i = 0; i < this.#m.ntree; i++) slot[this.#size - this.#m.ntree + i] = this.#d.tree_asleep[i]!;
    this.cursor = this.length - 1;
  }

  /** Overwrite the state at the cursor with the current one, after the user changed it. */
  amend(): void {
    if (this.cursor < 0) return;
    this.cursor--;
    this.length = this.cursor + 1;
    this.record();
  }

  /** Restore a state of the history. */
  goTo(index: number): void {
    if (this.length === 0) return;
    this.cursor = Math.max(0, Math.min(this.length - 1, Math.round(index)));
    const slot = this.#slot(this.cursor);
    const end = this.#size - this.#m.ntree;
    setState(this.#m, this.#d, slot.subarray(0, end), SIG);
    // forces of the mouse belong to the time at which they were applied
    this.#d.xfrc_applied.fill(0);
    restoreSleep(this.#m, this.#d, slot.subarray(end));
  }

  /** Discard the states after `index`. */
  truncate(index: number): void {
    this.length = Math.max(0, Math.min(this.length, index + 1));
    this.cursor = this.length - 1;
  }

  timeAt(index: number): number {
    return this.length === 0 ? 0 : this.#slot(index)[0]!;
  }

  /** Largest speed and largest value of a state; NaN counts as infinite. */
  sizeAt(index: number): { speed: number; value: number } {
    const slot = this.#slot(index);
    const { nq, nv } = this.#m;
    return { speed: largest(slot, 1 + nq, 1 + nq + nv), value: largest(slot, 1, 1 + nq) };
  }

  #slot(index: number): Float64Array {
    const at = ((this.#first + index) % this.capacity) * this.#size;
    return this.#ring.subarray(at, at + this.#size);
  }
}

function largest(values: Float64Array, from: number, to: number): number {
  let max = 0;
  for (let i = from; i < to; i++) {
    const x = Math.abs(values[i]!);
    if (!(x <= max)) max = Number.isFinite(x) ? x : Number.POSITIVE_INFINITY;
  }
  return max;
}
