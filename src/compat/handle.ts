/// <reference lib="esnext.disposable" preserve="true" />
/** What every object of the drop-in API has: the object of ours behind it, and `delete()`. */
import { kindOf } from '../model/fit.ts';

export const INNER: unique symbol = Symbol('inner');

/** The object of ours behind a handle.
 *  @throws TypeError if it has none */
export function inner<T>(handle: { readonly [INNER]: T }): T {
  const found = handle?.[INNER];
  if (found === undefined) throw new TypeError(`expected an MjModel or an MjData, found ${kindOf(handle)}`);
  return found;
}

/** Base of the drop-in API's classes. The garbage collector frees what they hold, or `delete()` at once. */
export class Handle {
  #deleted = false;

  delete(): void {
    if (this.#deleted) throw new Error(`${this.constructor.name} instance already deleted`);
    (this as { [INNER]?: { free(): void } })[INNER]?.free();
    this.#deleted = true;
  }

  deleteLater(): this {
    return this;
  }

  isDeleted(): boolean {
    return this.#deleted;
  }

  [Symbol.dispose](): void {
    if (!this.#deleted) this.delete();
  }

  isAliasOf(other: unknown): boolean {
    return this === other;
  }
}

/** Errors of the drop-in API start as the package's do, so that scripts that look at the text still work. */
export function mujocoError(error: unknown): Error {
  const text = error instanceof Error ? error.message : String(error);
  const wrapped = new Error(text.startsWith('MuJoCo Error') ? text : `MuJoCo Error: ${text}`, { cause: error });
  return wrapped;
}

/** A fixed list with the methods of an Embind vector: `size()`, `get(i)`. */
export class Vector<T> extends Handle implements Iterable<T> {
  readonly #items: readonly T[];

  constructor(items: readonly T[]) {
    super();
    this.#items = items;
  }

  size(): number {
    return this.#items.length;
  }

  get(i: number): T | undefined {
    return this.#items[i];
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#items[Symbol.iterator]();
  }
}

/** Give a class hundreds of properties. They are collected on an object without prototype, whose properties V8 keeps in a
 *  hash table; on one whose shape it tracks, each new property copies the list of all before. */
export function addFields(
  target: { prototype: object },
  fields: Iterable<readonly [string, PropertyDescriptor]>,
): void {
  const table: object = Object.create(null);
  for (const [name, descriptor] of fields) Object.defineProperty(table, name, descriptor);
  Object.setPrototypeOf(table, Object.getPrototypeOf(target.prototype));
  Object.setPrototypeOf(target.prototype, table);
}

/** A property that is read from what a handle stands for. */
export function reader<T>(name: string, get: (inner: T) => unknown): [string, PropertyDescriptor] {
  return [
    name,
    {
      enumerable: true,
      configurable: true,
      get(this: { [INNER]: T }) {
        return get(this[INNER]);
      },
    },
  ];
}
