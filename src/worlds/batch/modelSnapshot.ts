/** The numbers of a Model as one array: to send them to another thread, and to tell what differs between two Models. */
import { BLOCK } from '../../core/model/block/block.ts';
import { finishPictures, reclaimExposedArrays } from '../../core/model/block/modelBlock.ts';
import { Model } from '../../core/model/model.ts';
import { modelPlugins } from '../../core/plugin/instances.ts';
import { isMujocos, pluginSlot } from '../../core/plugin/registry.ts';

/** A Model in a form that other threads can be sent. */
export interface ModelSnapshot {
  sizes: Readonly<Record<string, number>>;
  words: Int32Array;
  /** Whether the plain JavaScript engine steps it. */
  plain: boolean;
  /** Name of the plugin of each instance: their slots differ between threads. */
  plugins: string[];
}

/** Where a Model differs from another one with the same sizes. */
export interface Patch {
  /** Places in the contents, in 32-bit words. */
  readonly at: Int32Array;
  readonly words: Int32Array;
}

/** Everything in a Model but the addresses of its arrays: a live view in 32-bit words. */
export function contentsOf(m: Model): Int32Array {
  finishPictures(m[BLOCK]);
  const { heap, ptr, bytes, plan } = m[BLOCK];
  const from = ptr + 4 * plan.offsets.length;
  return new Int32Array(heap.buffer, from, (ptr + bytes - from) / 4);
}

/** @throws Error for a Model with code of the user, which threads cannot be sent */
export function expectSendable(caller: string, m: Model): void {
  if (m.callbacks) {
    throw new Error(
      `${caller}: callbacks of a Model cannot be sent to threads; use threads: 0, or a policy of rollout`,
    );
  }
  const own = pluginNames(m).find((name) => !isMujocos(name));
  if (own !== undefined) throw new Error(`${caller}: plugin '${own}' cannot be sent to threads; use threads: 0`);
}

function pluginNames(m: Model): string[] {
  return modelPlugins(m).map(({ plugin }) => plugin.name);
}

export function snapshotModel(m: Model, plain: boolean): ModelSnapshot {
  const plugins = pluginNames(m);
  return { sizes: { ...m[BLOCK].sizes }, words: contentsOf(m).slice(), plain, plugins };
}

/** A Model with the numbers of an image; an engine has yet to be given to it. */
export function modelFromSnapshot({ sizes, words, plugins }: ModelSnapshot): Model {
  const m = new Model(sizes);
  contentsOf(m).set(words);
  plugins.forEach((name, i) => {
    m.plugin[i] = pluginSlot(name) ?? -1;
  });
  return m;
}

/** Give back a Model of our own, whole if no callback has seen it: arrays that somebody may hold stay behind until the garbage
 *  collector knows better, and cut the memory into pieces that the next Model does not fit into. */
export function freeModel(m: Model, exposedToUserCode: boolean): void {
  if (!exposedToUserCode) reclaimExposedArrays(m[BLOCK]);
  m.free();
}

/** What turns the contents `base` into `other`; undefined if nothing does. */
export function makePatch(base: Int32Array, other: Int32Array): Patch | undefined {
  const at: number[] = [];
  for (let k = 0; k < base.length; k++) if (base[k] !== other[k]) at.push(k);
  if (at.length === 0) return undefined;
  return { at: Int32Array.from(at), words: Int32Array.from(at, (k) => other[k]) };
}

/** Exchange the patched words with those of the contents: a second call undoes the first. */
export function swapPatch(contents: Int32Array, { at, words }: Patch): void {
  for (let k = 0; k < at.length; k++) {
    const before = contents[at[k]];
    contents[at[k]] = words[k];
    words[k] = before;
  }
}

/** Whether a Model has the sizes of an image. */
export function sameSizes({ sizes }: ModelSnapshot, m: Model): boolean {
  const own = m[BLOCK].sizes;
  return Object.keys(own).every((name) => own[name] === sizes[name]);
}

/** Describes the first size in which two Models differ; undefined if there is none. */
export function differentSize(a: Model, b: Model): string | undefined {
  const [one, two] = [a[BLOCK].sizes, b[BLOCK].sizes];
  const name = Object.keys(one).find((size) => one[size] !== two[size]);
  return name && `${name} is ${one[name]} in one and ${two[name]} in the other`;
}
