/** The array arguments of `rollout`: number of worlds and steps, and broadcasting. */
import { expectCount, expectNumbers } from '../numbers.ts';
import type { BroadcastRows } from './chunk.ts';

/** An array with a shape, as in NumPy: `{ data, shape: [nbatch, nstep, ncontrol] }`. */
export interface ShapedArray {
  data: ArrayLike<number>;
  shape: readonly number[];
}

/** Rows of values, with or without a shape. */
export type Rows = ArrayLike<number> | ShapedArray;

/** Number of worlds and steps. */
export interface Extent {
  nbatch: number;
  nstep: number;
}

/** Rows of the caller's array, which the caller may change later. */
export type CallerRows = Omit<BroadcastRows, 'values'> & { readonly values: ArrayLike<number> };

/** An array argument: one row per world, or one per world and step. */
interface RowsArgument {
  name: string;
  rows: Rows;
  /** Values per row. */
  width: number;
  perStep: boolean;
}

/** Determines the number of worlds and steps, one array at a time. Dimensions of size 1 are broadcast. */
export class BroadcastShape implements Extent {
  nbatch: number;
  nstep: number;
  readonly #stepsKnown: boolean;

  constructor(nbatch = 1, nstep?: number) {
    this.nbatch = expectCount('rollout: nbatch', nbatch);
    this.nstep = expectCount('rollout: nstep', nstep ?? 1);
    this.#stepsKnown = nstep !== undefined;
  }

  /** Set the number of worlds; 1 is broadcast to all.
   *  @throws RangeError if it contradicts a number that was set before */
  unify(which: keyof Extent, found: number, name: string): void {
    if (found === 1 || found === this[which]) return;
    if (this[which] !== 1) throw new RangeError(`rollout: ${which} is ${this[which]}, but ${name} has ${found}`);
    this[which] = expectCount(`rollout: ${name}`, found);
  }

  /** Add an array and unify its number of worlds and steps with the others. */
  add(argument: RowsArgument): CallerRows {
    const { rows, name } = argument;
    const values = expectNumbers(`rollout: ${name}`, isShaped(rows) ? rows.data : rows);
    const [worlds, steps] = isShaped(rows) ? fromShape(argument, rows) : this.#fromLength(argument, values.length);
    this.unify('nbatch', worlds, name);
    this.unify('nstep', steps, name);
    return { values, worlds, steps };
  }

  #fromLength({ name, width, perStep }: RowsArgument, length: number): [number, number] {
    const count = width > 0 ? length / width : length === 0 ? 1 : 0;
    if (!Number.isInteger(count) || count < 1) {
      throw new RangeError(`rollout: ${name}: expected rows of ${width} values, found ${length} values`);
    }
    return perStep ? this.#worldsAndSteps(name, width, count) : [count, 1];
  }

  /** Rows without a shape: every world has every step, unless the number of rows matches another layout. */
  #worldsAndSteps(name: string, width: number, count: number): [number, number] {
    const { nbatch, nstep } = this;
    if (count === 1) return [1, 1];
    if (!this.#stepsKnown && count % nbatch === 0) return [nbatch, count / nbatch];
    if (count === nbatch * nstep) return [nbatch, nstep];
    if (count === nstep && count === nbatch) {
      throw new RangeError(
        `rollout: ${name}: ${count} rows could be one per world or one per step. ` +
          `give { data, shape: [worlds, steps, ${width}] }`,
      );
    }
    if (count === nstep) return [1, nstep];
    if (count === nbatch) return [nbatch, 1];
    if (nbatch === 1 && count % nstep === 0) return [count / nstep, nstep];
    throw new RangeError(
      `rollout: ${name}: expected ${[...new Set([nbatch * nstep, nbatch, nstep])].join(' or ')} rows of ${width} values, ` +
        `found ${count}`,
    );
  }
}

function fromShape({ name, width, perStep }: RowsArgument, { data, shape }: ShapedArray): [number, number] {
  expectNumbers(`rollout: ${name}: shape`, shape);
  const rank = perStep ? 3 : 2;
  const full = [...Array.from({ length: Math.max(0, rank - shape.length) }, () => 1), ...shape];
  const product = full.reduce((a, b) => a * b, 1);
  if (full.length !== rank || full[rank - 1] !== width || product !== data.length) {
    const form = perStep ? `[worlds, steps, ${width}]` : `[worlds, ${width}]`;
    throw new RangeError(
      `rollout: ${name}: expected the shape ${form}, found [${shape.join(', ')}] with ${data.length} values`,
    );
  }
  return perStep ? [full[0], full[1]] : [full[0], 1];
}

function isShaped(rows: Rows): rows is ShapedArray {
  return typeof rows === 'object' && rows !== null && 'shape' in rows;
}
