/**
 * Lists with the methods of an Embind vector: `size`, `get`, `set`, `push_back`, `resize`. They contain copies, as in
 * the package.
 */
import { describeType } from '../../core/model/fit.ts';
import { BindingError } from '../base/errors.ts';
import { Handle } from '../base/handle.ts';
import { MjContact, MjSolverStat, MjTimerStat, MjWarningStat } from './structs.ts';

/** Conversion of elements that enter or leave a vector: checks and copies. */
type Keep<T> = (value: T) => T;

/** Beyond this size, JavaScript engines fail without a catchable error. */
const MAX_SIZE = 2 ** 25;

export class Vector<T> extends Handle implements Iterable<T> {
  readonly #items: T[];
  readonly #keep: Keep<T>;

  constructor(items: readonly T[], keep: Keep<T>) {
    super();
    this.#items = [...items];
    this.#keep = keep;
  }

  size(): number {
    return this.#items.length;
  }

  get(i: number): T | undefined {
    if (!(i >= 0)) throw new TypeError(`get: expected an index from 0, found ${describeType(i)}`);
    const item = this.#items[Math.floor(i)];
    return item === undefined ? undefined : this.#keep(item);
  }

  /** @returns whether the element exists */
  set(i: number, value: T): boolean {
    if (!(i >= 0 && i < this.#items.length))
      throw new RangeError(`set: expected an index below ${this.size()}, found ${i}`);
    this.#items[Math.floor(i)] = this.#keep(value);
    return true;
  }

  push_back(value: T): void {
    this.#items.push(this.#keep(value));
  }

  resize(size: number, value: T): void {
    if (!(size >= 0 && size < MAX_SIZE)) {
      throw new RangeError(`resize: expected a size below ${MAX_SIZE}, found ${describeType(size)}`);
    }
    while (this.#items.length < size) this.#items.push(this.#keep(value));
    this.#items.length = Math.floor(size);
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#items[Symbol.iterator]();
  }
}

/** A vector class of the drop-in API; users can only create empty ones. */
function vectorOf<T>(name: string, keep: Keep<T>): { new (items?: readonly T[]): Vector<T> } {
  const Kind = class extends Vector<T> {
    constructor(items: readonly T[] = []) {
      if (!Array.isArray(items)) throw new BindingError(`${name}: expected no arguments, found ${describeType(items)}`);
      super(items, keep);
    }
  };
  Object.defineProperty(Kind, 'name', { value: name });
  return Kind;
}

/** A vector class of objects, which are copied in both directions. */
export function vectorOfCopies<T extends { copy(): T }>(
  name: string,
  Class: { readonly prototype: object },
): { new (items?: readonly T[]): Vector<T> } {
  return vectorOf<T>(name, (value) => {
    if (value instanceof (Class as unknown as new () => object)) return value.copy();
    throw new BindingError(
      `${name}: Expected null or instance of ${(Class as { name?: string }).name}, got ${describeType(value)}`,
    );
  });
}

const numbers = (name: string, Kind: { of(x: number): ArrayLike<number> }) =>
  vectorOf<number>(name, (value) => {
    if (typeof value === 'number') return Kind.of(value)[0];
    throw new TypeError(`${name}: expected a number, found ${describeType(value)}`);
  });

export const mjIntVec = numbers('mjIntVec', Int32Array);
export const mjFloatVec = numbers('mjFloatVec', Float32Array);
export const mjDoubleVec = numbers('mjDoubleVec', Float64Array);
export const mjByteVec = numbers('mjByteVec', Uint8Array);
export const mjStringVec = vectorOf<string>('mjStringVec', (value) => {
  if (typeof value === 'string') return value;
  throw new BindingError(`mjStringVec: Cannot pass non-string to std::string: found ${describeType(value)}`);
});

const nested = <T>(name: string, Inner: { new (items?: readonly T[]): Vector<T> }) =>
  vectorOf<Vector<T>>(name, (value) => {
    if (value instanceof Inner) return new Inner([...value]);
    throw new BindingError(`${name}: expected a vector of ${Inner.name}, found ${describeType(value)}`);
  });

export const mjIntVecVec = nested('mjIntVecVec', mjIntVec);
export const mjFloatVecVec = nested('mjFloatVecVec', mjFloatVec);
export const mjStringVecVec = nested('mjStringVecVec', mjStringVec);

export const MjContactVec = vectorOfCopies<MjContact>('MjContactVec', MjContact);
export const MjSolverStatVec = vectorOfCopies<MjSolverStat>('MjSolverStatVec', MjSolverStat);
export const MjTimerStatVec = vectorOfCopies<MjTimerStat>('MjTimerStatVec', MjTimerStat);
export const MjWarningStatVec = vectorOfCopies<MjWarningStat>('MjWarningStatVec', MjWarningStat);

export type MjContactVec = Vector<MjContact>;
export type MjSolverStatVec = Vector<MjSolverStat>;
export type MjTimerStatVec = Vector<MjTimerStat>;
export type MjWarningStatVec = Vector<MjWarningStat>;
export type mjIntVec = Vector<number>;
export type mjFloatVec = Vector<number>;
export type mjDoubleVec = Vector<number>;
export type mjByteVec = Vector<number>;
export type mjStringVec = Vector<string>;
export type mjIntVecVec = Vector<Vector<number>>;
export type mjFloatVecVec = Vector<Vector<number>>;
export type mjStringVecVec = Vector<Vector<string>>;
