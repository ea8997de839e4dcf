/** Patches: the words in which a Model differs from another one of the same sizes. */
import { BLOCK } from '../../core/model/block/block.ts';
import type { Model } from '../../core/model/model.ts';

export interface Patch {
  /** Indices of the words in the Model. */
  readonly at: Int32Array;
  readonly words: Int32Array;
}

/** The patch from the words `base` to `other`; undefined if they are equal. */
export function makePatch(base: Int32Array, other: Int32Array): Patch | undefined {
  const at: number[] = [];
  for (let k = 0; k < base.length; k++) if (base[k] !== other[k]) at.push(k);
  if (at.length === 0) return undefined;
  return { at: Int32Array.from(at), words: Int32Array.from(at, (k) => other[k]) };
}

/** Swap the words of a patch with those of the Model. A second call restores both. */
export function swapPatch(contents: Int32Array, { at, words }: Patch): void {
  for (let k = 0; k < at.length; k++) {
    const before = contents[at[k]];
    contents[at[k]] = words[k];
    words[k] = before;
  }
}

/** The first size in which two Models differ, as text; undefined if there is none. */
export function differentSize(a: Model, b: Model): string | undefined {
  const [one, two] = [a[BLOCK].sizes, b[BLOCK].sizes];
  const name = Object.keys(one).find((size) => one[size] !== two[size]);
  return name && `${name} is ${one[name]} in one and ${two[name]} in the other`;
}
