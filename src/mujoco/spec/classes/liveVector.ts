/** Vectors of the drop-in API that are live views of lists in the tree of a spec. */

import { describeType } from '../../../core/model/fit.ts';
import { Handle } from '../../base/handle.ts';
import { toText } from '../../base/text.ts';
import { type List, mjFloatVec, mjIntVec } from '../../classes/vectors.ts';

type Stored = number | string | number[];
type StoredList = ArrayLike<Stored> & Iterable<Stored>;
type Item = number | string | List<number>;

/** Storage of vector items in the tree, and their form in the API. */
interface Kind {
  readonly title: string;
  /** undefined: not a valid item */
  store(item: unknown): Stored | undefined;
  show(stored: Stored): Item;
  list(items: Stored[]): unknown;
}

type NumberArray = { from(items: ArrayLike<number>): unknown };

function numbers(title: string, array?: NumberArray): Kind {
  return {
    title,
    store: (item) => (typeof item === 'number' ? item : undefined),
    show: (stored) => stored as number,
    list: (items) => array?.from(items as number[]) ?? items,
  };
}

/** Nested vectors are copied in both directions, as in the official package. */
function nested(title: string, Inner: new (items: readonly number[]) => List<number>): Kind {
  return {
    title,
    store: (item) => (item instanceof Inner ? [...item] : undefined),
    show: (stored) => new Inner(stored as number[]),
    list: (items) => items,
  };
}

const KINDS = {
  vd: numbers('mjDoubleVec'),
  vf: numbers('mjFloatVec', Float32Array),
  vi: numbers('mjIntVec', Int32Array),
  vb: numbers('mjByteVec', Uint8Array),
  vvi: nested('mjIntVecVec', mjIntVec),
  vvf: nested('mjFloatVecVec', mjFloatVec),
  vs: {
    title: 'mjStringVec',
    store: toText,
    show: (stored) => stored as string,
    list: (items) => items,
  },
} satisfies Record<string, Kind>;

export type VectorKind = keyof typeof KINDS;

export class LiveVector extends Handle implements List<Item> {
  readonly #fields: Record<string, unknown>;
  readonly #name: string;
  readonly #kind: Kind;

  constructor(fields: Record<string, unknown>, name: string, kind: VectorKind) {
    super();
    this.#fields = fields;
    this.#name = name;
    this.#kind = KINDS[kind];
  }

  size(): number {
    return this.#items().length;
  }

  get(i: number): Item | undefined {
    const stored = this.#items()[i];
    return stored === undefined ? undefined : this.#kind.show(stored);
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
    if (!(size >= 0 && size < 2 ** 30)) throw new RangeError(`resize: expected a size, found ${describeType(size)}`);
    const items = [...this.#items()].slice(0, size);
    while (items.length < size) items.push(this.#checked(value));
    this.#write(items);
  }

  *[Symbol.iterator](): Iterator<Item> {
    for (const stored of this.#items()) yield this.#kind.show(stored);
  }

  #items(): StoredList {
    return (this.#fields[this.#name] as StoredList | undefined) ?? [];
  }

  #checked(value: Item): Stored {
    const stored = this.#kind.store(value);
    if (stored !== undefined) return stored;
    throw new TypeError(`${this.#kind.title}: expected an item of the vector, found ${describeType(value)}`);
  }

  /** Lists are replaced as a whole, because copies of an element may share them. */
  #write(items: Stored[]): void {
    this.#fields[this.#name] = this.#kind.list(items);
  }
}
