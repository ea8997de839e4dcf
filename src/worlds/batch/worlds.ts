/** Worlds in this thread: one `Data` each. Arrays over all worlds are copied in before a step and out after it. */
import { rnePostConstraint } from '../../core/engine/externalForces.ts';
import { resetData, resetDataKeyframe } from '../../core/engine/reset.ts';
import { hasUserCode } from '../../core/engine/runtime/userCode.ts';
import { step } from '../../core/engine/step.ts';
import type { TypedArray } from '../../core/model/block/block.ts';
import { Data } from '../../core/model/data.ts';
import { StateBit } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';
import { setState } from '../../core/query/state.ts';
import { contentsOf, freeModel } from '../../core/worker/modelSnapshot.ts';
import { columnArray, copyRow, stableArrays } from './copyRow.ts';
import { type Column, needsPostConstraint } from './fields.ts';
import { type Patch, swapPatch } from './modelPatch.ts';
import { inWorld } from './worldError.ts';

/** Target of a reset: the reference configuration, a keyframe, or consecutive states. */
export type Start = { key?: number; states?: Float64Array };

/** One array over worlds. */
interface Bound {
  readonly column: Column;
  readonly array: TypedArray;
  /** The array of each world's Data. */
  readonly own: readonly TypedArray[];
}

export class Worlds {
  readonly #model: Model;
  readonly #contents: Int32Array;
  readonly #datas: readonly Data[];
  readonly #bound: readonly Bound[];
  /** Arrays that are copied in before a step. */
  readonly #inputs: readonly Bound[];
  readonly #patches: (Patch | undefined)[] = [];
  readonly #needsPostConstraint: boolean;
  /** The world that is being stepped: user code that runs there must not affect the others. */
  #running = -1;
  /** Index of the first world, for messages. */
  readonly #first: number;

  /** @param arrays one per column, with a row for each world */
  constructor(model: Model, first: number, count: number, columns: readonly Column[], arrays: readonly TypedArray[]) {
    this.#model = model;
    this.#contents = contentsOf(model);
    this.#first = first;
    this.#datas = makeDatas(model, count);
    this.#needsPostConstraint = needsPostConstraint(columns);
    const stable = this.#datas.map((data) => stableArrays(data, hasUserCode(model)));
    this.#bound = columns
      .map((column, k) => ({ column, array: arrays[k], own: stable.map((data) => columnArray(data, column)) }))
      .filter(({ column }) => column.width > 0);
    this.#inputs = this.#bound.filter(({ column }) => column.input);
  }

  /** Take `nstep` steps in every world. */
  step(nstep: number): void {
    this.#expectIdle('step');
    const run = (data: Data) => {
      step(this.#model, data, nstep);
      if (this.#needsPostConstraint) rnePostConstraint(this.#model, data);
    };
    for (let i = 0; i < this.#datas.length; i++) {
      this.#copyInputs(i);
      this.#inWorld(i, run);
      this.copyOutputs(i);
    }
  }

  /** Reset some worlds; the others do not change. */
  reset(worlds: ArrayLike<number>, { key, states }: Start): void {
    this.#expectIdle('reset');
    const rows = states ? states.length / worlds.length : 0;
    for (let k = 0; k < worlds.length; k++) {
      const i = worlds[k];
      this.#inWorld(i, (data) => {
        if (key === undefined) resetData(this.#model, data);
        else resetDataKeyframe(this.#model, data, key);
        if (states) setState(this.#model, data, states.subarray(k * rows, (k + 1) * rows), StateBit.FULLPHYSICS);
      });
      this.copyOutputs(i);
    }
  }

  /** Set the differences of some worlds from the shared Model. */
  setPatches(worlds: ArrayLike<number>, patches: readonly (Patch | undefined)[]): void {
    this.#expectIdle('setParameters');
    for (let k = 0; k < worlds.length; k++) this.#patches[worlds[k]] = patches[k];
  }

  free(): void {
    this.#expectIdle('free');
    for (const data of this.#datas) data.free();
    freeModel(this.#model, hasUserCode(this.#model));
  }

  #inWorld(i: number, run: (data: Data) => void): void {
    const patch = this.#patches[i];
    if (patch) swapPatch(this.#contents, patch);
    this.#running = i;
    try {
      run(this.#datas[i]);
    } catch (error) {
      throw inWorld(this.#first + i, error);
    } finally {
      this.#running = -1;
      if (patch) swapPatch(this.#contents, patch);
    }
  }

  #expectIdle(caller: string): void {
    if (this.#running < 0) return;
    throw new Error(
      `Batch.${caller}: not allowed from a callback: world ${this.#first + this.#running} is being stepped`,
    );
  }

  #copyInputs(i: number): void {
    for (const { column, array, own } of this.#inputs) {
      if (column.scalar) this.#datas[i].time = array[i];
      else copyRow(own[i], 0, array, i * column.width, column.width);
    }
  }

  /** Copy the results of world `i` to the arrays. */
  copyOutputs(i: number): void {
    for (const { column, array, own } of this.#bound) {
      if (column.scalar) array[i] = this.#datas[i][column.name as 'time'];
      else copyRow(array, i * column.width, own[i], 0, column.width);
    }
  }
}

function makeDatas(model: Model, count: number): Data[] {
  const datas: Data[] = [];
  try {
    for (let i = 0; i < count; i++) datas.push(new Data(model));
    return datas;
  } catch (error) {
    for (const data of datas) data.free();
    throw inWorld(datas.length, error);
  }
}
