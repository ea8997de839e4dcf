/**
 * Lists with the methods of an Embind vector: `size`, `get`, `set`, `push_back`, `resize`. They contain copies, as in
 * the package.
 */
import { describeType } from '../../core/model/fit.ts';
import { BindingError } from '../base/errors.ts';
import { Handle } from '../base/handle.ts';
import { type Text, toText } from '../base/text.ts';
import { MjContact, MjSolverStat, MjTimerStat, MjWarningStat } from './structs.ts';

/** Conversion of elements that enter or leave a vector: checks and copies. */
type Keep<T> = (value: T) => T;

/** Beyond this size, JavaScript engines fail without a catchable error. */
const MAX_SIZE = 2 ** 25;

/** The client interface of a list: elements of type `T`, from values of type `Source`. */
export interface List<T, Source = T> extends Handle, Iterable<T> {
  size(): number;
  get(i: number): T | undefined;
  set(i: number, value: Source): boolean;
  push_back(value: Source): void;
  resize(size: number, value: Source): void;
}

/** A class whose constructor creates an empty list. */
export interface ListClass<T, Source = T> {
  new (items?: readonly T[]): List<T, Source>;
  readonly prototype: List<T, Source>;
}

class Vector<T> extends Handle implements List<T> {
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
function vectorOf<T>(name: string, keep: Keep<T>): ListClass<T> {
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
): ListClass<T> {
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
  const text = toText(value);
  if (text !== undefined) return text;
  throw new BindingError(`mjStringVec: Cannot pass non-string to std::string: found ${describeType(value)}`);
}) as ListClass<string, Text>;

const nested = <T, Source>(name: string, Inner: ListClass<T, Source>) =>
  vectorOf<List<T, Source>>(name, (value) => {
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

export type MjContactVec = List<MjContact>;
export type MjSolverStatVec = List<MjSolverStat>;
export type MjTimerStatVec = List<MjTimerStat>;
export type MjWarningStatVec = List<MjWarningStat>;
export type mjIntVec = List<number>;
export type mjFloatVec = List<number>;
export type mjDoubleVec = List<number>;
export type mjByteVec = List<number>;
export type mjStringVec = List<string, Text>;
export type mjIntVecVec = List<mjIntVec>;
export type mjFloatVecVec = List<mjFloatVec>;
export type mjStringVecVec = List<mjStringVec>;
