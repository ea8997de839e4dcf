/** Worlds of a Batch on a device. */

import { resetData, resetDataKeyframe } from '../../core/engine/reset.ts';
import type { TypedArray } from '../../core/model/block/block.ts';
import { blockOf, Data } from '../../core/model/data.ts';
import { StateBit } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';
import { setState } from '../../core/query/state.ts';
import { contentsOf } from '../../core/worker/modelSnapshot.ts';
import type { DeviceWorlds } from '../batch/device.ts';
import type { Column } from '../batch/fields.ts';
import { type Patch, swapPatch } from '../batch/modelPatch.ts';
import type { Start } from '../batch/worlds.ts';
import type { GpuDevice } from './gpu.ts';
import { type Capacities, capacitiesFor } from './memory/capacities.ts';
import { DeviceMemory } from './memory/deviceMemory.ts';
import { modelImage } from './memory/layout.ts';
import { checkScope } from './scope.ts';

export class GpuWorlds implements DeviceWorlds {
  readonly #model: Model;
  /** A `Data` on the host, in which resets are computed. */
  readonly #data: Data;
  readonly #columns: readonly Column[];
  readonly #arrays: readonly TypedArray[];
  readonly #memory: Promise<DeviceMemory>;
  #patches: (Patch | undefined)[];
  /** Calls run one after the other. */
  #last: Promise<void> = Promise.resolve();

  constructor(
    device: GpuDevice,
    model: Model,
    n: number,
    columns: readonly Column[],
    arrays: readonly TypedArray[],
    capacities: Capacities,
  ) {
    this.#model = model;
    this.#data = new Data(model);
    checkScope(model, this.#data);
    this.#columns = columns;
    this.#arrays = arrays;
    this.#patches = Array.from({ length: n });
    const caps = capacitiesFor(model, capacities);
    this.#memory = DeviceMemory.make(device, model, this.#data, n, columns, caps);
    // reported to the caller of step
    this.#memory.catch(() => {});
  }

  /** Memory of the device, once its shaders are compiled. */
  get memory(): Promise<DeviceMemory> {
    return this.#memory;
  }

  step(nstep: number): Promise<void> {
    return this.#next((memory) => memory.step(nstep, this.#arrays));
  }

  /** Restores words of these worlds on the device; input rows are sent with the next step. */
  reset(worlds: ArrayLike<number>, start: Start): Promise<void> {
    return this.#next((memory) => {
      memory.restart(worlds);
      for (let k = 0; k < worlds.length; k++) this.#resetRow(worlds[k], k, worlds.length, start);
    });
  }

  setPatches(worlds: ArrayLike<number>, patches: readonly (Patch | undefined)[]): Promise<void> {
    return this.#next((memory) => {
      const next = this.#patches.slice();
      for (let k = 0; k < worlds.length; k++) next[worlds[k]] = patches[k];
      const common = modelImage(memory.plan, this.#model);
      const own = next.some(Boolean) ? next.map((patch) => (patch ? this.#patched(memory, patch) : common)) : [common];
      memory.setModels(own);
      // rejected patches leave everything unchanged
      this.#patches = next;
    });
  }

  free(): void {
    this.#data.free();
    this.#model.free();
    void this.#memory.then((memory) => memory.free()).catch(() => {});
  }

  #patched(memory: DeviceMemory, patch: Patch): Uint32Array<ArrayBuffer> {
    const contents = contentsOf(this.#model);
    const maxIterations = this.#model.opt.ccd_iterations;
    swapPatch(contents, patch);
    try {
      if (this.#model.opt.ccd_iterations > maxIterations)
        throw new RangeError(
          `WebGPU: opt.ccd_iterations: expected at most ${maxIterations}, the value in the Model of the Batch`,
        );
      checkScope(this.#model, this.#data);
      memory.checkFits(this.#model, this.#data);
      return modelImage(memory.plan, this.#model);
    } finally {
      swapPatch(contents, patch);
    }
  }

  #resetRow(i: number, k: number, count: number, { key, states }: Start): void {
    const [model, data] = [this.#model, this.#data];
    if (key === undefined) resetData(model, data);
    else resetDataKeyframe(model, data, key);
    const width = (states?.length ?? 0) / count;
    if (states) setState(model, data, states.subarray(k * width, (k + 1) * width), StateBit.FULLPHYSICS);
    const b = blockOf(data);
    this.#columns.forEach(({ name, width: columns, scalar }, c) => {
      if (scalar) this.#arrays[c][i] = b[name as 'time'];
      else this.#arrays[c].set(b[name] as TypedArray, i * columns);
    });
  }

  #next(run: (memory: DeviceMemory) => void | Promise<void>): Promise<void> {
    const result = this.#last.then(async () => run(await this.#memory));
    this.#last = result.catch(() => {});
    return result;
  }
}
