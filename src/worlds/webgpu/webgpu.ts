/** The device of `tenon/webgpu`. */

import { expectInteger, expectObject } from '../../core/expect.ts';
import type { TypedArray } from '../../core/model/block/block.ts';
import type { Model } from '../../core/model/model.ts';
import type { BatchDevice } from '../batch/device.ts';
import type { Column } from '../batch/fields.ts';
import { type Gpu, type GpuDevice, requestDevice } from './gpu.ts';
import type { Capacities } from './memory/capacities.ts';
import { GpuWorlds } from './worlds.ts';

/** What a device is made with. */
export interface WebgpuOptions extends Capacities {
  /** Where adapters come from: `navigator.gpu`, or what `create` of the package `webgpu` gives. Found by itself otherwise. */
  gpu?: Gpu;
  /** A device of yours, with the limits that it has. */
  device?: GpuDevice;
}

/** What a step of a Batch asks of a device. */
export interface Footprint {
  /** Kernels that are started for a step of all worlds. */
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

  /** What the Batch that was made last asks of the device, known when its shaders are compiled.
   *  @throws RangeError if none was made */
  async footprint(): Promise<Footprint> {
    if (!this.#last) throw new RangeError('WebGPU: no Batch has been made on this device');
    const { stages, plan } = await this.#last.memory;
    return { dispatches: stages.length, bytesPerWorld: 4 * plan.worldWords };
  }
}

/** A graphics processor, or what stands for one: `navigator.gpu` in browsers, the package `webgpu` in Node.
 *
 *  ```ts
 *  const batch = new Batch(model, 4096, { device: await webgpu({ contacts: 32 }) });
 *  ```
 *  @throws Error that says what is missing, if there is none */
export async function webgpu(options: WebgpuOptions = {}): Promise<WebgpuDevice> {
  const { gpu, device, ...capacities } = expectObject('webgpu: options', options);
  for (const [name, count] of Object.entries(capacities)) {
    if (count !== undefined) expectInteger(`webgpu: ${name}`, count, 1);
  }
  return new WebgpuDevice(device ?? (await requestDevice(gpu)), capacities);
}
