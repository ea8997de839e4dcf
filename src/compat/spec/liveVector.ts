/** Vectors of the drop-in API that stand for a list in the tree of a spec: what is written to them is written there. */

import { kindOf } from '../../model/fit.ts';
import { Handle } from '../base/handle.ts';

type Item = number | string;
type List = ArrayLike<Item> & Iterable<Item>;

const KINDS = {
  vd: { title: 'mjDoubleVec', item: 'number', list: (items: Item[]) => items },
  vf: { title: 'mjFloatVec', item: 'number', list: (items: Item[]) => Float32Array.from(items as number[]) },
  vi: { title: 'mjIntVec', item: 'number', list: (items: Item[]) => Int32Array.from(items as number[]) },
  vb: { title: 'mjByteVec', item: 'number', list: (items: Item[]) => Uint8Array.from(items as number[]) },
  vs: { title: 'mjStringVec', item: 'string', list: (items: Item[]) => items },
} as const;

export type VectorKind = keyof typeof KINDS;

export class LiveVector extends Handle implements Iterable<Item> {
  readonly #fields: Record<string, unknown>;
  readonly #name: string;
  readonly #kind: VectorKind;

  constructor(fields: Record<string, unknown>, name: string, kind: VectorKind) {
    super();
    this.#fields = fields;
    this.#name = name;
    this.#kind = kind;
  }

  size(): number {
    return this.#items().length;
  }

  get(i: number): Item | undefined {
    return this.#items()[i];
  }

  set(i: number, value: Item): boolean {
    const items = [...this.#items()];
    if (!(i >= 0 && i < items.length)) throw new RangeError(`set: expected an index below ${items.length}, found ${i}`);
    items[i] = this.#checked(value);
    this.#write(items);
    return true;
  }

  push_back(value: Item): void {
    this.#write([...this.#items(), this.#checked(value)]);
  }

  resize(size: number, value: Item): void {
    if (!(size >= 0 && size < 2 ** 30)) throw new RangeError(`resize: expected a size, found ${kindOf(size)}`);
    const items = [...this.#items()].slice(0, size);
    while (items.length < size) items.push(this.#checked(value));
    this.#write(items);
  }

  [Symbol.iterator](): Iterator<Item> {
    return this.#items()[Symbol.iterator]();
  }

  #items(): List {
    return (this.#fields[this.#name] as List | undefined) ?? [];
  }

  #checked(value: Item): Item {
    const { item, title } = KINDS[this.#kind];
    if (typeof value === item) return value;
    throw new TypeError(`${title}: expected a ${item}, found ${kindOf(value)}`);
  }

  /** Lists are replaced as a whole, because copies of an element may share them. */
  #write(items: Item[]): void {
    this.#fields[this.#name] = KINDS[this.#kind].list(items);
  }
}
