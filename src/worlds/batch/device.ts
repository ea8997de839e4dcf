/** The interface of devices that step the worlds of a Batch, such as the one in `tenon/webgpu`. */
import type { TypedArray } from '../../core/model/block/block.ts';
import type { Model } from '../../core/model/model.ts';
import type { Column } from './fields.ts';
import type { Patch } from './modelPatch.ts';
import type { Start } from './worlds.ts';

/** The worlds of a Batch on a thread or a device. Arrays over worlds are read before a step and written after it. */
export interface DeviceWorlds {
  step(nstep: number): Promise<void>;
  reset(worlds: ArrayLike<number>, start: Start): Promise<void>;
  setPatches(worlds: ArrayLike<number>, patches: readonly (Patch | undefined)[]): Promise<void>;
  free(): void;
}

/** A device that steps worlds, such as the one from `await webgpu()` of `tenon/webgpu`. */
export interface BatchDevice {
  /** Create worlds of a Model and take ownership of it.
   *  @throws RangeError for a Model that the device cannot step */
  worlds(model: Model, n: number, columns: readonly Column[], arrays: readonly TypedArray[]): DeviceWorlds;
}
