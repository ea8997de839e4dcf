/** A device that runs shaders in JavaScript, in single precision, and checks every index: for tests without a driver and minutes of
 *  compilation, which must detect accesses outside arrays that devices hide. */
import type { GpuBuffer, GpuDevice, GpuEncoder, GpuPass } from '../../../src/worlds/webgpu/gpu.ts';
import { WebgpuDevice } from '../../../src/worlds/webgpu/webgpu.ts';
import { Bounds } from './bounds.ts';
import { bindShader, type Kernel, readShader } from './program.ts';

interface Memory extends GpuBuffer {
  readonly words: Uint32Array<ArrayBuffer>;
}

interface Pipeline {
  readonly code: string;
  readonly entryPoint: string;
}

type Command = () => void;

const WORKGROUP = 32;

/** A device for Batches; `checks` counts the checked indices. */
export function emulatedDevice(capacities: object = {}): { device: WebgpuDevice; checks: () => number } {
  const bounds = new Bounds();
  const device = new WebgpuDevice(emulatedGpu(bounds), capacities);
  const worlds = device.worlds.bind(device);
  device.worlds = (...args) => {
    const made = worlds(...args);
    made.memory.then(
      ({ plan }) => bounds.know(plan),
      () => {},
    );
    return made;
  };
  return { device, checks: () => bounds.checks };
}

/** Emulation of a WebGPU device. */
function emulatedGpu(bounds: Bounds): GpuDevice {
  const created = (size: number): Memory => {
    const words = new Uint32Array(size / 4);
    return { size, words, mapAsync: async () => {}, getMappedRange: () => words.buffer, unmap() {}, destroy() {} };
  };
  return {
    limits: { maxStorageBufferBindingSize: 2 ** 30 },
    queue: {
      writeBuffer: (to, at, { buffer, byteOffset, byteLength }) =>
        new Uint8Array((to as Memory).words.buffer).set(new Uint8Array(buffer, byteOffset, byteLength), at),
      submit: (lists) => {
        for (const list of lists as Command[][]) for (const command of list) command();
      },
      onSubmittedWorkDone: async () => {},
    },
    createBuffer: ({ size }) => created(size),
    createShaderModule: ({ code }) => ({ code: readShader(code), getCompilationInfo: async () => ({ messages: [] }) }),
    createComputePipelineAsync: async ({ compute: { module, entryPoint } }) => ({ ...module, entryPoint }),
    createBindGroupLayout: (layout) => layout,
    createPipelineLayout: (layout) => layout,
    createBindGroup: ({ entries }) => new Group(entries as { resource: { buffer: Memory } }[], bounds),
    createCommandEncoder: () => encoder(),
    pushErrorScope() {},
    popErrorScope: async () => null,
    destroy() {},
  };
}

/** Buffers, and kernels that run on them. */
class Group {
  readonly #buffers: readonly Memory[];
  readonly #bounds: Bounds;
  readonly #kernels = new Map<object, Kernel>();

  constructor(entries: readonly { resource: { buffer: Memory } }[], bounds: Bounds) {
    this.#buffers = entries.map(({ resource }) => resource.buffer);
    this.#bounds = bounds;
  }

  run(pipeline: Pipeline, groups: number): void {
    const [memory, uniform, rows] = this.#buffers.map(({ words }) => words);
    const [worlds, modelFirst, modelEach, dataFirst, dataEach, pairsFirst, pairs] = uniform;
    const batch = { worlds, modelFirst, modelEach, dataFirst, dataEach, pairsFirst, pairs };
    let kernel = this.#kernels.get(pipeline);
    if (!kernel) {
      const watched = this.#bounds.watch(memory, batch);
      kernel = bindShader(pipeline.code, pipeline.entryPoint, { memory, rows, batch, ...watched });
      this.#kernels.set(pipeline, kernel);
    }
    for (let world = 0; world < groups * WORKGROUP; world++) kernel(world);
  }
}

function encoder(): GpuEncoder {
  const commands: Command[] = [];
  const copy = (from: Memory, fromAt: number, to: Memory, toAt: number, bytes: number) =>
    to.words.set(from.words.subarray(fromAt / 4, (fromAt + bytes) / 4), toAt / 4);
  return {
    beginComputePass: () => pass(commands),
    copyBufferToBuffer: (from, fromAt, to, toAt, bytes) =>
      commands.push(() => copy(from as Memory, fromAt, to as Memory, toAt, bytes)),
    finish: () => commands,
  };
}

function pass(commands: Command[]): GpuPass {
  let pipeline: Pipeline;
  let group: Group;
  return {
    setPipeline: (given) => {
      pipeline = given as Pipeline;
    },
    setBindGroup: (_index, given) => {
      group = given as Group;
    },
    dispatchWorkgroups: (count) => {
      const [run, on] = [pipeline, group];
      commands.push(() => on.run(run, count));
    },
    end() {},
  };
}
