/** Where else than on threads the worlds of a Batch can be: what such a place has to offer. `tenon/webgpu` has one. */
import type { TypedArray } from '../../core/model/block/block.ts';
import type { Model } from '../../core/model/model.ts';
import type { Column } from './fields.ts';
import type { Patch } from './modelPatch.ts';
import type { Start } from './worlds.ts';

/** The worlds of a Batch, wherever they are. Arrays over worlds are read before a step and written after it. */
export interface DeviceWorlds {
  step(nstep: number): Promise<void>;
  reset(worlds: ArrayLike<number>, start: Start): Promise<void>;
  setPatches(worlds: ArrayLike<number>, patches: readonly (Patch | undefined)[]): Promise<void>;
  free(): void;
}

/** A device that steps worlds: `await webgpu()` of `tenon/webgpu` gives one. */
export interface BatchDevice {
  /** Worlds of a Model, which belongs to them from here on.
   *  @throws RangeError for a Model that the device cannot step */
  worlds(model: Model, n: number, columns: readonly Column[], arrays: readonly TypedArray[]): DeviceWorlds;
}
