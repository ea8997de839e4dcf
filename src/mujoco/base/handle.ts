/// <reference lib="esnext.disposable" preserve="true" />
/** `Handle`: base of every object of the drop-in API. It wraps an object of `core` and has `delete()` and `clone()`. */
import { describeType } from '../../core/model/fit.ts';
import { BindingError } from './errors.ts';

export const INNER: unique symbol = Symbol('inner');
const LIFE: unique symbol = Symbol('life');

/** Whether a handle was deleted; shared with its clones. */
interface Life {
  deleted: boolean;
  readonly shared: { holders: number };
}

/** The core object behind a handle.
 *  @throws TypeError if it has none */
export function inner<T>(handle: { readonly [INNER]: T }): T {
  const found = handle?.[INNER];
  if (found === undefined) throw new TypeError(`expected an MjModel or an MjData, found ${describeType(handle)}`);
  return found;
}

/** Base class of the drop-in API. The garbage collector frees the wrapped object, `delete()` frees it immediately. */
export class Handle {
  /** @internal */
  declare readonly [LIFE]: Life;

  constructor() {
    hide(this, LIFE, { deleted: false, shared: { holders: 1 } } satisfies Life);
  }

  delete(): void {
    const life = this[LIFE];
    const name = this.constructor.name;
    if (life.deleted) throw new BindingError(`${name} instance already deleted`);
    life.deleted = true;
    life.shared.holders--;
    const held = (this as { [INNER]?: { free?(): void } })[INNER];
    if (held === undefined) return;
    if (life.shared.holders === 0) held.free?.();
    Object.defineProperty(this, INNER, {
      configurable: true,
      get(): never {
        throw new BindingError(`Cannot pass deleted object as a pointer of type ${name}`);
      },
    });
  }

  /** A second handle of the same object, which is freed when both are deleted. */
  clone(): this {
    const { deleted, shared } = this[LIFE];
    if (deleted) throw new BindingError(`${this.constructor.name} instance already deleted`);
    shared.holders++;
    const twin = Object.create(Object.getPrototypeOf(this), Object.getOwnPropertyDescriptors(this));
    hide(twin, LIFE, { deleted: false, shared } satisfies Life);
    return twin;
  }

  deleteLater(): this {
    return this;
  }

  isDeleted(): boolean {
    return this[LIFE].deleted;
  }

  [Symbol.dispose](): void {
    if (!this[LIFE].deleted) this.delete();
  }

  isAliasOf(other: unknown): boolean {
    return other instanceof Handle && this[LIFE].shared === other[LIFE].shared;
  }
}

/** An object of a class that wraps `inner`, created without its constructor. */
export function createHandle<T extends object>(prototype: T, inner: unknown): T {
  const object = Object.create(prototype);
  hide(object, LIFE, { deleted: false, shared: { holders: 1 } } satisfies Life);
  hide(object, INNER, inner);
  return object;
}

/** Define a property that does not show when the object is printed or compared. */
export function hide(target: object, key: symbol, value: unknown): void {
  Object.defineProperty(target, key, { value, configurable: true, writable: true });
}

/** Define hundreds of properties on a class. They are collected on an object without prototype, which V8 stores as a
 * hash table; on an object with a tracked shape, each new property copies the list of all earlier ones. */
export function addFields(
  target: { prototype: object },
  fields: Iterable<readonly [string, PropertyDescriptor]>,
): void {
  const table: object = Object.create(null);
  for (const [name, descriptor] of fields) Object.defineProperty(table, name, descriptor);
  Object.setPrototypeOf(table, Object.getPrototypeOf(target.prototype));
  Object.setPrototypeOf(target.prototype, table);
}

/** A property that reads from the wrapped object. */
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
