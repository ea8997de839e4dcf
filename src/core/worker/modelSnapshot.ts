/** Snapshots of a Model: its sizes and its contents as one array of 32-bit words, to send it to another thread. */
import { BLOCK } from '../model/block/block.ts';
import { finishPictures, reclaimExposedArrays } from '../model/block/modelBlock.ts';
import { Model } from '../model/model.ts';
import { modelPlugins } from '../plugin/instances.ts';
import { pluginSlot } from '../plugin/registry.ts';

export interface ModelSnapshot {
  readonly sizes: Readonly<Record<string, number>>;
  readonly words: Int32Array<ArrayBuffer>;
  /** Name of the plugin of each instance: slots differ between threads. */
  readonly plugins: readonly string[];
}

/** Everything in a Model except the addresses of its arrays: a live view in 32-bit words. */
export function contentsOf(m: Model): Int32Array {
  finishPictures(m[BLOCK]);
  const { heap, ptr, bytes, plan } = m[BLOCK];
  const from = ptr + 4 * plan.offsets.length;
  return new Int32Array(heap.buffer, from, (ptr + bytes - from) / 4);
}

export function snapshotModel(m: Model): ModelSnapshot {
  return { sizes: { ...m[BLOCK].sizes }, words: contentsOf(m).slice(), plugins: pluginNames(m) };
}

/** A new Model from a snapshot. It has no engine yet. */
export function modelFromSnapshot({ sizes, words, plugins }: ModelSnapshot): Model {
  const m = new Model(sizes);
  contentsOf(m).set(words);
  plugins.forEach((name, i) => {
    // a thread that only draws the Model need not have the plugin
    m.plugin[i] = pluginSlot(name) ?? m.plugin[i];
  });
  return m;
}

/** Name of the plugin of each instance. */
export function pluginNames(m: Model): string[] {
  return modelPlugins(m).map(({ plugin }) => plugin.name);
}

/** True if a Model has the sizes of a snapshot. */
export function sameSizes({ sizes }: ModelSnapshot, m: Model): boolean {
  const own = m[BLOCK].sizes;
  return Object.keys(own).every((name) => own[name] === sizes[name]);
}

/** Free a Model that is not exposed. If user code has not read its arrays either, its memory is freed as a whole:
 *  exposed arrays are freed only by the garbage collector, and fragment the heap until then. */
export function freeModel(m: Model, exposedToUserCode: boolean): void {
  if (!exposedToUserCode) reclaimExposedArrays(m[BLOCK]);
  m.free();
}
