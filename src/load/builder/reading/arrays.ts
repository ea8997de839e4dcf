/** Assets from arrays: long lists of values are stored directly, without conversion to text. */

import { expectNumbers, expectObject, expectString, found } from '../../../core/expect.ts';
import type { HField, Mesh, Texture } from '../../../formats/spec/elements/asset.ts';
import type { SpecElement } from '../../../formats/spec/elements/element.ts';

type Store = (raw: SpecElement, values: ArrayLike<number>) => void;

/** Stores a list in a field of an element. */
function into<T extends SpecElement>(field: keyof T, convert: (values: ArrayLike<number>) => unknown): Store {
  return (raw, values) => Object.assign(raw, { [field]: convert(values) });
}

const floats = (values: ArrayLike<number>) => Float32Array.from(values);
const integers = (values: ArrayLike<number>) => Int32Array.from(values);
const bytes = (values: ArrayLike<number>) => Uint8Array.from(values);

const STORES: Readonly<Record<string, Readonly<Record<string, Store>>>> = {
  mesh: {
    vertex: into<Mesh>('uservert', floats),
    normal: into<Mesh>('usernormal', floats),
    texcoord: into<Mesh>('usertexcoord', floats),
    face: into<Mesh>('userface', integers),
  },
  hfield: { elevation: (raw, values) => storeElevation(raw as HField, values) },
  texture: { data: into<Texture>('data', bytes) },
};

/** Splits attributes into those that are read as text, and a function that stores the arrays in the created element. */
export function splitArrays(tag: string, attributes: object): { texts: object; store: (raw: SpecElement) => void } {
  expectObject(`<${found(tag)}> attributes`, attributes);
  const stores = Object.hasOwn(STORES, expectString('tag', tag)) ? STORES[tag] : undefined;
  if (stores === undefined) return { texts: attributes, store: () => {} };
  const isArray = ([name, value]: [string, unknown]) =>
    Object.hasOwn(stores, name) && typeof value === 'object' && value !== null;
  const entries = Object.entries(attributes) as [string, unknown][];
  const arrays = entries.filter(isArray) as [string, ArrayLike<number>][];
  for (const [name, values] of arrays) expectNumbers(`<${tag}> ${name}`, values);
  return {
    texts: Object.fromEntries(entries.filter((entry) => !isArray(entry))),
    store: (raw) => {
      for (const [name, values] of arrays) stores[name]!(raw, values);
    },
  };
}

/** Files list the top row first; the Model stores the bottom row first. */
function storeElevation(hfield: HField, values: ArrayLike<number>): void {
  const { nrow, ncol } = hfield;
  if (values.length !== nrow * ncol) {
    throw new TypeError(`<hfield> elevation: expected nrow x ncol = ${nrow * ncol} numbers, found ${values.length}`);
  }
  hfield.userdata = Float32Array.from({ length: nrow * ncol }, (_, i) => {
    const row = nrow - 1 - Math.floor(i / ncol);
    return values[row * ncol + (i % ncol)]!;
  });
}
