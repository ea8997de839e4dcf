/** The device of `tenon/webgpu`. */

import { expectInteger, expectObject } from '../../core/expect.ts';
import type { TypedArray } from '../../core/model/block/block.ts';
import type { Model } from '../../core/model/model.ts';
import type { BatchDevice } from '../batch/device.ts';
import type { Column } from '../batch/fields.ts';
import { type Gpu, type GpuDevice, requestDevice } from './gpu.ts';
import type { Capacities } from './memory/capacities.ts';
import { GpuWorlds } from './worlds.ts';

/** Options of `webgpu`. */
export interface WebgpuOptions extends Capacities {
  /**
   * Source of adapters: `navigator.gpu`, or the result of `create` of the package `webgpu` (default: found
   * automatically).
   */
  gpu?: Gpu;
  /** An existing device, used with its limits. */
  device?: GpuDevice;
}

/** Resources that a step of a Batch needs on a device. */
export interface Footprint {
  /** Dispatches per step of all worlds. */
  dispatches: number;
  /** Bytes of the state, results and scratch of one world. */
  bytesPerWorld: number;
}

/** A device for `new Batch(model, n, { device })`. */
export class WebgpuDevice implements BatchDevice {
  readonly device: GpuDevice;
  readonly #capacities: Capacities;
  #last: GpuWorlds | undefined;

  constructor(device: GpuDevice, capacities: Capacities = {}) {
    this.device = device;
    this.#capacities = capacities;
  }

  worlds(model: Model, n: number, columns: readonly Column[], arrays: readonly TypedArray[]): GpuWorlds {
    this.#last = new GpuWorlds(this.device, model, n, columns, arrays, this.#capacities);
    return this.#last;
  }

  /** The footprint of the last Batch, known once its shaders are compiled.
   *  @throws RangeError if there is no Batch */
  async footprint(): Promise<Footprint> {
    if (!this.#last) throw new RangeError('WebGPU: no Batch on this device. Create one first');
    const { stages, plan } = await this.#last.memory;
    return { dispatches: stages.length, bytesPerWorld: 4 * plan.worldWords };
  }
}

/** Create a device from a GPU or a software driver: `navigator.gpu` in browsers, the package `webgpu` in Node.
 *
 *  ```ts
 *  const batch = new Batch(model, 4096, { device: await webgpu({ contacts: 32 }) });
 *  ```
 *  @throws Error if there is no adapter */
export async function webgpu(options: WebgpuOptions = {}): Promise<WebgpuDevice> {
  const { gpu, device, ...capacities } = expectObject('webgpu: options', options);
  for (const [name, count] of Object.entries(capacities)) {
    if (count !== undefined) expectInteger(`webgpu: ${name}`, count, 1);
  }
  return new WebgpuDevice(device ?? (await requestDevice(gpu)), capacities);
}
