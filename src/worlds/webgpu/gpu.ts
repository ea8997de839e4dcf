/** Types of the parts of WebGPU in use, so that neither users nor declarations need a package of types. */

export interface GpuBuffer {
  readonly size: number;
  mapAsync(mode: number): Promise<void>;
  getMappedRange(): ArrayBuffer;
  unmap(): void;
  destroy(): void;
}

export interface GpuPass {
  setPipeline(pipeline: object): void;
  setBindGroup(index: number, group: object): void;
  dispatchWorkgroups(count: number): void;
  end(): void;
}

export interface GpuEncoder {
  beginComputePass(): GpuPass;
  copyBufferToBuffer(from: GpuBuffer, fromAt: number, to: GpuBuffer, toAt: number, bytes: number): void;
  finish(): object;
}

interface GpuMessage {
  readonly type: string;
  readonly message: string;
  readonly lineNum: number;
}

interface GpuModule {
  getCompilationInfo(): Promise<{ readonly messages: readonly GpuMessage[] }>;
}

/** A device, as returned by `GPUAdapter.requestDevice`. */
export interface GpuDevice {
  readonly limits: { readonly maxStorageBufferBindingSize: number };
  readonly queue: {
    writeBuffer(to: GpuBuffer, at: number, data: ArrayBufferView<ArrayBuffer>): void;
    submit(commands: readonly object[]): void;
    onSubmittedWorkDone(): Promise<unknown>;
  };
  createBuffer(options: { size: number; usage: number }): GpuBuffer;
  createShaderModule(options: { code: string; label?: string }): GpuModule;
  createComputePipelineAsync(options: {
    layout: object;
    compute: { module: GpuModule; entryPoint: string };
    label?: string;
  }): Promise<object>;
  createBindGroupLayout(options: { entries: readonly object[] }): object;
  createPipelineLayout(options: { bindGroupLayouts: readonly object[] }): object;
  createBindGroup(options: { layout: object; entries: readonly object[] }): object;
  createCommandEncoder(): GpuEncoder;
  pushErrorScope(filter: 'out-of-memory' | 'validation'): void;
  popErrorScope(): Promise<{ readonly message: string } | null>;
  destroy(): void;
}

interface GpuAdapter {
  readonly info?: { readonly description?: string; readonly vendor?: string };
  readonly limits: Readonly<Record<'maxStorageBufferBindingSize' | 'maxBufferSize', number>>;
  requestDevice(options: { requiredLimits: Record<string, number> }): Promise<unknown>;
}

/** The type of `navigator.gpu`. */
export interface Gpu {
  requestAdapter(options?: { powerPreference?: string }): Promise<unknown>;
}

/** Bits of `GPUBufferUsage` and `GPUMapMode`, which are not globals in Node. */
export const Usage = { MAP_READ: 1, COPY_SRC: 4, COPY_DST: 8, UNIFORM: 64, STORAGE: 128 } as const;
export const MAP_READ = 1;
/** `GPUShaderStage.COMPUTE` */
export const COMPUTE = 4;

/** Request a device with the largest buffers that its adapter allows: from `navigator.gpu` in browsers, from the
 * package `webgpu` in Node.
 *
 *  @throws Error if there is no adapter */
export async function requestDevice(gpu?: Gpu): Promise<GpuDevice> {
  const source = gpu ?? (await findGpu());
  const adapter = (await source.requestAdapter({ powerPreference: 'high-performance' })) as GpuAdapter | null;
  if (!adapter) throw new Error('WebGPU: no adapter. Expected a GPU or a software driver, found neither');
  const { maxStorageBufferBindingSize, maxBufferSize } = adapter.limits;
  const requiredLimits = { maxStorageBufferBindingSize, maxBufferSize };
  const device = (await adapter.requestDevice({ requiredLimits })) as GpuDevice;
  sources.set(device, source);
  return device;
}

async function findGpu(): Promise<Gpu> {
  const own = (globalThis as { navigator?: { gpu?: Gpu } }).navigator?.gpu;
  if (own) return own;
  if (typeof process === 'undefined' || !process.versions?.node) {
    throw new Error('WebGPU: no navigator.gpu. Use a browser with WebGPU and serve the page over https');
  }
  const name = 'webgpu';
  const { create } = (await import(/* @vite-ignore */ name).catch((cause: unknown) => {
    throw new Error('WebGPU in Node needs the package webgpu. Install it with `npm install webgpu`', { cause });
  })) as { create(flags: readonly string[]): Gpu };
  return create([]);
}

/** Keeps the object of the package `webgpu` alive: when it is collected, everything created from it becomes invalid. */
const sources = new WeakMap<GpuDevice, Gpu>();
