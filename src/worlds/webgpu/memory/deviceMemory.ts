/** The worlds of a batch on a device: one buffer with the words of all worlds, and rows copied in and out. */

import type { TypedArray } from '../../../core/model/block/block.ts';
import type { Data } from '../../../core/model/data.ts';
import type { Capacity } from '../../../core/model/fields/index.ts';
import type { Model } from '../../../core/model/model.ts';
import type { Column } from '../../batch/fields.ts';
import { type GpuBuffer, type GpuDevice, type GpuEncoder, MAP_READ, Usage } from '../gpu.ts';
import { geomPairs } from '../pairs.ts';
import { namesIn, reachable, WORKGROUP } from '../shader/assemble.ts';
import { makePipelines, type Pipelines } from '../shader/pipelines.ts';
import { stagesOfStep } from '../shader/stages.ts';
import { unusedFunctions } from '../shader/unused.ts';
import { dataImage, modelImage, type Plan, planBuffers } from './layout.ts';

/** Padding (in 32-bit units) before the first Model and after the last world: shaders evaluate both sides of a select, and the
 * unused one may read slightly out of bounds. */
const MARGIN = 16;

/** Steps per submission: pages must not keep the device busy for long. */
const STEPS_AT_ONCE = 8;

/** Inputs of a DeviceMemory. */
interface Parts {
  readonly plan: Plan;
  readonly stages: readonly string[];
  readonly unused: ReadonlySet<string>;
  readonly pipelines: Pipelines;
  readonly columns: readonly Column[];
  readonly image: Uint32Array<ArrayBuffer>;
  readonly pairs: Int32Array<ArrayBuffer>;
  readonly model: Uint32Array<ArrayBuffer>;
}

export class DeviceMemory {
  readonly plan: Plan;
  /** Kernels of a step. */
  readonly stages: readonly string[];
  readonly #unused: ReadonlySet<string>;
  readonly #device: GpuDevice;
  readonly #pipelines: Pipelines;
  readonly #columns: readonly Column[];
  readonly #n: number;
  /** Initial words of every world. */
  readonly #image: Uint32Array<ArrayBuffer>;
  /** Pairs of geoms that may touch. */
  readonly #pairs: Int32Array<ArrayBuffer>;
  readonly #uniform: GpuBuffer;
  readonly #rows: GpuBuffer;
  readonly #back: GpuBuffer;
  #memory: GpuBuffer;
  #dataFirst = 0;
  #group: object;

  private constructor(device: GpuDevice, n: number, parts: Parts) {
    this.#device = device;
    this.#n = n;
    this.plan = parts.plan;
    this.stages = parts.stages;
    this.#unused = parts.unused;
    this.#pipelines = parts.pipelines;
    this.#columns = parts.columns;
    this.#image = parts.image;
    this.#pairs = parts.pairs;
    const bytes =
      4 *
      n *
      Math.max(
        1,
        parts.columns.reduce((sum, { width }) => sum + width, 0),
      );
    this.#uniform = device.createBuffer({ size: 32, usage: Usage.UNIFORM | Usage.COPY_DST });
    this.#rows = device.createBuffer({ size: bytes, usage: Usage.STORAGE | Usage.COPY_DST | Usage.COPY_SRC });
    this.#back = device.createBuffer({ size: bytes, usage: Usage.MAP_READ | Usage.COPY_DST });
    [this.#memory, this.#group] = this.#layOut([parts.model]);
  }

  /** Compile the shaders of a Model, and create `n` worlds with the state of `start` on the device. `stages` replaces
   * the kernels of a step, for tests. */
  static async make(
    device: GpuDevice,
    model: Model,
    start: Data,
    n: number,
    columns: readonly Column[],
    caps: Readonly<Record<Capacity, number>>,
    stages: readonly string[] = stagesOfStep(model),
  ): Promise<DeviceMemory> {
    const pairs = geomPairs(model, start);
    const unused = unusedFunctions(
      model,
      columns.map(({ name }) => name),
      pairs,
    );
    const texts = new Map([...new Set(stages)].map((stage) => [stage, reachable(stage, unused)]));
    const used = namesIn([...texts.values()].flatMap((functions) => [...functions.values()]));
    for (const { name } of columns) used.add(`D_${name}`);
    const plan = planBuffers(model, caps, used);
    const pipelines = await makePipelines(device, plan, columns, texts);
    const image = dataImage(plan, start);
    const parts = { plan, stages, unused, pipelines, columns, image, pairs, model: modelImage(plan, model) };
    return new DeviceMemory(device, n, parts);
  }

  /** Take `nstep` steps in every world, from the rows of inputs; writes the results to the rows of all columns. */
  async step(nstep: number, arrays: readonly TypedArray[]): Promise<void> {
    this.#upload(arrays);
    this.#submit((encoder) => this.#run(encoder, ['load']));
    for (let done = 0; done < nstep; done += STEPS_AT_ONCE) {
      const count = Math.min(STEPS_AT_ONCE, nstep - done);
      this.#submit((encoder) => {
        for (let k = 0; k < count; k++) this.#run(encoder, this.stages);
      });
    }
    await this.#download(arrays);
  }

  /** Restore the initial words of worlds. */
  restart(worlds: ArrayLike<number>): void {
    const marks = new Uint32Array(this.#n);
    for (let k = 0; k < worlds.length; k++) marks[worlds[k]] = 1;
    this.#device.queue.writeBuffer(this.#rows, 0, marks);
    this.#submit((encoder) => this.#run(encoder, ['restart']));
  }

  /** @throws RangeError if a Model with changed parameters needs functions that these shaders omit */
  checkFits(model: Model, start: Data): void {
    const pairs = geomPairs(model, start);
    const asked = this.#columns.map(({ name }) => name);
    const unused = unusedFunctions(model, asked, pairs);
    const missing = [
      ...[...this.#unused].filter((key) => !unused.has(key)).map((key) => key.split('__')[1]),
      ...[...new Set(stagesOfStep(model))].filter((stage) => !this.stages.includes(stage)),
      ...(`${pairs}` === `${this.#pairs}` ? [] : ['other geoms that may touch']),
    ];
    if (missing.length > 0)
      throw new RangeError(
        `WebGPU: the shaders of this Batch omit functions that parameters of a world need: ${missing.join(', ')}. Create the Batch from a Model that has them`,
      );
  }

  /** Set one Model for all worlds, or one for each; states do not change. */
  setModels(models: readonly Uint32Array<ArrayBuffer>[]): void {
    const before = { memory: this.#memory, first: this.#dataFirst };
    [this.#memory, this.#group] = this.#layOut(models);
    const bytes = 4 * this.#n * this.plan.worldWords;
    this.#submit((encoder) => {
      encoder.copyBufferToBuffer(before.memory, 4 * before.first, this.#memory, 4 * this.#dataFirst, bytes);
    });
    before.memory.destroy();
  }

  free(): void {
    for (const buffer of [this.#memory, this.#uniform, this.#rows, this.#back]) buffer.destroy();
  }

  /** A buffer with one Model for all worlds, or one for each, and worlds in their initial state. */
  #layOut(models: readonly Uint32Array<ArrayBuffer>[]): [GpuBuffer, object] {
    const { tables, model, worldWords } = this.plan;
    const modelFirst = Math.max(MARGIN, tables.length + this.#pairs.length);
    const dataFirst = modelFirst + models.length * model.words + worldWords;
    const bytes = 4 * (dataFirst + this.#n * worldWords + MARGIN);
    const limit = this.#device.limits.maxStorageBufferBindingSize;
    if (bytes > limit) {
      const maxWorlds = Math.floor((limit / 4 - dataFirst - MARGIN) / worldWords);
      throw new RangeError(
        `WebGPU: ${this.#n} worlds of ${4 * worldWords} bytes exceed the largest buffer of this device. Expected at most ${maxWorlds} worlds`,
      );
    }
    const { queue } = this.#device;
    const memory = this.#device.createBuffer({ size: bytes, usage: Usage.STORAGE | Usage.COPY_DST | Usage.COPY_SRC });
    const each = models.length > 1 ? model.words : 0;
    const numbers = [this.#n, modelFirst, each, dataFirst, worldWords, tables.length, this.#pairs.length, 0];
    this.#dataFirst = dataFirst;
    queue.writeBuffer(this.#uniform, 0, Uint32Array.from(numbers));
    if (tables.length > 0) queue.writeBuffer(memory, 0, tables);
    if (this.#pairs.length > 0) queue.writeBuffer(memory, 4 * tables.length, this.#pairs);
    models.forEach((words, k) => {
      queue.writeBuffer(memory, 4 * (modelFirst + k * model.words), words);
    });
    for (let i = -1; i < this.#n; i++) queue.writeBuffer(memory, 4 * (dataFirst + i * worldWords), this.#image);
    const entries = [memory, this.#uniform, this.#rows].map((buffer, binding) => ({ binding, resource: { buffer } }));
    return [memory, this.#device.createBindGroup({ layout: this.#pipelines.layout, entries })];
  }

  #submit(record: (encoder: GpuEncoder) => void): void {
    const encoder = this.#device.createCommandEncoder();
    record(encoder);
    this.#device.queue.submit([encoder.finish()]);
  }

  #run(encoder: GpuEncoder, names: readonly string[]): void {
    const pass = encoder.beginComputePass();
    pass.setBindGroup(0, this.#group);
    for (const name of names) {
      pass.setPipeline(this.#pipelines.byName.get(name)!);
      pass.dispatchWorkgroups(Math.ceil(this.#n / WORKGROUP));
    }
    pass.end();
  }

  #upload(arrays: readonly TypedArray[]): void {
    let at = 0;
    this.#columns.forEach(({ width, input, kind }, c) => {
      if (input && width > 0) {
        const words = kind === 'f64' || kind === 'f32' ? Float32Array.from(arrays[c]) : Int32Array.from(arrays[c]);
        this.#device.queue.writeBuffer(this.#rows, at, words);
      }
      at += 4 * this.#n * width;
    });
  }

  async #download(arrays: readonly TypedArray[]): Promise<void> {
    this.#submit((encoder) => {
      this.#run(encoder, ['save']);
      encoder.copyBufferToBuffer(this.#rows, 0, this.#back, 0, this.#back.size);
    });
    await this.#back.mapAsync(MAP_READ);
    const buffer = this.#back.getMappedRange();
    let at = 0;
    this.#columns.forEach(({ width, kind }, c) => {
      const length = this.#n * width;
      const view =
        kind === 'f64' || kind === 'f32' ? new Float32Array(buffer, at, length) : new Int32Array(buffer, at, length);
      arrays[c].set(view);
      at += 4 * length;
    });
    this.#back.unmap();
  }
}
