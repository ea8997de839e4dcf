/** Worlds on a GPU: a device for `Batch` of `tenon/batch`.
 *
 *  ```ts
 *  import { loadModel } from 'tenon';
 *  import { Batch } from 'tenon/batch';
 *  import { webgpu } from 'tenon/webgpu';
 *  const batch = new Batch(await loadModel('humanoid.xml'), 4096, { device: await webgpu() });
 *  await batch.step(100);
 *  ```
 *
 *  @module */

export type { Gpu, GpuDevice } from './worlds/webgpu/gpu.ts';
export type { Capacities } from './worlds/webgpu/memory/capacities.ts';
export type { Footprint, WebgpuOptions } from './worlds/webgpu/webgpu.ts';
export { WebgpuDevice, webgpu } from './worlds/webgpu/webgpu.ts';
