/** Signatures of the functions of the drop-in API, one string each. Run-time checks, messages and types are derived
 * from them.
 *
 *  ```text
 *  m d               an MjModel, an MjData
 *  opt:MjLROpt       an object of a class of the drop-in API; flg:b a boolean; file:s a string, file:s? optional
 *  n                 a number
 *  res>  res>i  >f   an array to write to: doubles, 32-bit integers, floats; >b bytes
 *  vec<  vec<i  <f   numbers to read
 *  jacp>?            may be null
 *  jacp>=3*nv        has this many elements: numbers, other parameters and sizes of the model, with * + -
 *  res>+3            has at least this many
 *  vec<=res          has the length of another array
 *  mat>=^            is square
 *  ``` */
import { Data } from '../../core/model/data.ts';
import { describeType } from '../../core/model/fit.ts';
import { Model } from '../../core/model/model.ts';
import type { MjData } from '../classes/data.ts';
import type { MjModel } from '../classes/model.ts';
import { type Element, type In, type Input, type Out, type Target, toInput, toTarget } from './buffers.ts';
import { BindingError, mujocoError } from './errors.ts';
import { Handle, INNER } from './handle.ts';
import type { HandleClasses } from './handleClasses.ts';

type Split<S extends string> = S extends `${infer A} ${infer B}` ? [A, ...Split<B>] : S extends '' ? [] : [S];
type ArrayKind<S extends string> = S extends `${string}${'<' | '>'}i${string}`
  ? Int32Array
  : S extends `${string}${'<' | '>'}f${string}`
    ? Float32Array
    : S extends `${string}>b${string}`
      ? Uint8Array
      : Float64Array;
type Optional<S extends string> = S extends `${string}${'<' | '>'}${'' | 'i' | 'f' | 'b'}?${string}` ? true : false;

/** Type of a parameter for callers. */
type Outer<S extends string> = S extends 'm' | `${string}:m`
  ? MjModel
  : S extends 'd' | `${string}:d`
    ? MjData
    : S extends `${string}>${string}`
      ? Out
      : S extends `${string}<${string}`
        ? In | (Optional<S> extends true ? null | undefined : never)
        : S extends `${string}:b`
          ? boolean | number
          : S extends `${string}:s`
            ? string
            : S extends `${string}:s?`
              ? string | null | undefined
              : S extends `${string}:${infer C}`
                ? C extends keyof HandleClasses
                  ? HandleClasses[C]['outer']
                  : never
                : number;

/** Type of a parameter for implementations. */
type Inner<S extends string> = S extends 'm' | `${string}:m`
  ? Model
  : S extends 'd' | `${string}:d`
    ? Data
    : S extends `${string}${'<' | '>'}${string}`
      ? ArrayKind<S> | (Optional<S> extends true ? undefined : never)
      : S extends `${string}:b`
        ? boolean
        : S extends `${string}:s`
          ? string
          : S extends `${string}:s?`
            ? string | undefined
            : S extends `${string}:${infer C}`
              ? C extends keyof HandleClasses
                ? HandleClasses[C]['inner']
                : never
              : number;

type OuterAll<T extends readonly string[]> = { [K in keyof T]: Outer<T[K]> };
type InnerAll<T extends readonly string[]> = { [K in keyof T]: Inner<T[K]> };

/** A function of the drop-in API before it gets its name. */
export type Unnamed<S extends string, R> = (name: string) => (...args: OuterAll<Split<S>>) => R;

/** A function with these parameters; trailing nullable ones are optional. */
export function def<const S extends string, R>(signature: S, body: (...args: InnerAll<Split<S>>) => R): Unnamed<S, R> {
  return (name) => {
    let parameters: readonly Parameter[] | undefined;
    const call = (...args: unknown[]): R => {
      parameters ??= parse(signature);
      return invoke(name, parameters, args, body as unknown as (...args: unknown[]) => R);
    };
    return titled(call, name, signature === '' ? 0 : signature.split(' ').length);
  };
}

/** Set the name of a function and its number of parameters. */
export function titled<F extends (...args: never[]) => unknown>(fn: F, name: string, length: number): F {
  return Object.defineProperties(fn, { name: { value: name }, length: { value: length } });
}

type Named<T> = { [K in keyof T]: T[K] extends (name: string) => infer F ? F : never };

/** Functions by name. */
export function named<T extends Record<string, (name: string) => unknown>>(table: T): Named<T> {
  return Object.fromEntries(Object.entries(table).map(([name, make]) => [name, make(name)])) as Named<T>;
}

interface Parameter {
  readonly name: string;
  /** `m`, `d`, `b`, `s`, the name of a class, `n` for numbers, `<` and `>` for arrays. */
  readonly kind: string;
  readonly element: Element;
  readonly optional: boolean;
  /** Length check: `=` and `+` with an expression, or `^`. */
  readonly rule: '' | '=' | '+' | '^';
  readonly size: string;
}

function parse(signature: string): readonly Parameter[] {
  return signature.split(' ').flatMap((text) => (text === '' ? [] : [parseOne(text)]));
}

function parseOne(text: string): Parameter {
  const found = /^(\w+)(?:([<>])([ifb]?)(\??)(?:([=+])(\^?)(.*))?|:(\w+)(\??))?$/.exec(text);
  if (!found) throw new Error(`parameter ${text}: invalid signature`);
  const [, name, arrow, element, optional, sign, square, size, type, maybe] = found;
  const kind = arrow ?? type ?? (name === 'm' || name === 'd' ? name : 'n');
  const rule = square ? '^' : ((sign ?? '') as Parameter['rule']);
  return {
    name,
    kind,
    element: (element || 'd') as Element,
    optional: (optional || maybe) === '?',
    rule,
    size: size ?? '',
  };
}

function invoke<R>(
  name: string,
  parameters: readonly Parameter[],
  args: unknown[],
  body: (...args: unknown[]) => R,
): R {
  checkCount(name, parameters, args.length);
  const call: Call = { name, parameters, values: [], targets: [] };
  try {
    for (let k = 0; k < parameters.length; k++) call.values.push(convert(call, parameters[k], args[k]));
    for (let k = 0; k < parameters.length; k++) checkSize(call, parameters[k], call.values[k]);
    const result = body(...call.values);
    for (const target of call.targets) target.finish();
    return result;
  } catch (error) {
    throw mujocoError(error);
  }
}

/** A call: its converted arguments. */
interface Call {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly values: unknown[];
  readonly targets: Target[];
}

function checkCount(name: string, parameters: readonly Parameter[], found: number): void {
  let minCount = parameters.length;
  while (minCount > 0 && parameters[minCount - 1].optional) minCount--;
  if (found >= minCount && found <= parameters.length) return;
  throw new BindingError(`function ${name} called with ${found} arguments, expected ${parameters.length}`);
}

function convert(call: Call, p: Parameter, value: unknown): unknown {
  switch (p.kind) {
    case 'n':
      return toNumber(call, p, value);
    case 'b':
      return Boolean(value);
    case 's':
      if (typeof value === 'string') return value;
      if (p.optional && (value === null || value === undefined)) return undefined;
      throw new BindingError(`[${call.name}] ${p.name}: expected a string, found ${describeType(value)}`);
    case 'm':
      return toHandle(call, p, 'MjModel', value, Model);
    case 'd':
      return toHandle(call, p, 'MjData', value, Data);
    case '<':
    case '>':
      return toArray(call, p, value);
    default:
      return toHandle(call, p, p.kind, value);
  }
}

function toNumber(call: Call, p: Parameter, value: unknown): number {
  // enumeration members convert to their values
  const number = typeof value === 'object' && value !== null ? (value as { value?: unknown }).value : value;
  if (typeof number === 'number' || typeof number === 'boolean' || typeof number === 'bigint') return Number(number);
  throw new TypeError(`[${call.name}] ${p.name}: expected a number, found ${describeType(value)}`);
}

function toHandle(call: Call, p: Parameter, name: string, value: unknown, Class?: { prototype: object }): unknown {
  if (value === null || value === undefined) {
    throw new BindingError(`[${call.name}] ${p.name}: ${value} is not a valid ${name}`);
  }
  const held = (value as { [INNER]?: object })[INNER];
  const fits = Class ? held instanceof (Class as new () => object) : held !== undefined && isA(value, name);
  if (fits) return held;
  const found = value instanceof Handle ? `an instance of ${value.constructor.name}` : describeType(value);
  throw new BindingError(`[${call.name}] ${p.name}: Expected null or instance of ${name}, got ${found}`);
}

function isA(value: object, name: string): boolean {
  for (let at: object | null = value; at; at = Object.getPrototypeOf(at)) {
    if (Object.hasOwn(at, 'constructor') && at.constructor.name === name) return true;
  }
  return false;
}

function toArray(call: Call, p: Parameter, value: unknown): unknown {
  if (value === null || value === undefined) {
    if (p.optional) return undefined;
    const expected = p.kind === '>' ? 'TypedArray or WasmBuffer' : 'number[]';
    throw new Error(`[${call.name}] Invalid argument. Expected a ${expected}, got ${value}.`);
  }
  if (p.kind === '<') {
    const array = toInput(value as Input, p.element);
    if (array) return array;
    throw new Error(`[${call.name}] Invalid argument. Expected a number[], got ${describeType(value)} for ${p.name}.`);
  }
  const target = toTarget(value, p.element);
  if (!target) {
    const found = `unknown type for ${p.name}`;
    throw new Error(
      `[${call.name}] Invalid argument. Expected TypedArray or WasmBuffer, got ${found}: ${describeType(value)}.`,
    );
  }
  call.targets.push(target);
  return target.array;
}

function checkSize(call: Call, p: Parameter, value: unknown): void {
  if (p.rule === '' || value === undefined) return;
  const { length } = value as ArrayLike<number>;
  const wrong = (text: string): never => {
    throw new Error(`[${call.name}] ${text}`);
  };
  if (p.rule === '^') {
    if (!Number.isInteger(Math.sqrt(length))) wrong(`${p.name} must be a perfect square, got ${length}`);
    return;
  }
  const other = arrayCalled(call, p.size);
  if (other && length !== other.length) {
    wrong(`${p.size} and ${p.name} must have equal size, got ${other.length} and ${length}`);
  }
  if (other) return;
  const size = evaluate(call, p.size);
  if (p.rule === '=' && length !== size) wrong(`${p.name} must have size ${size}, got ${length}`);
  if (p.rule === '+' && length < size) wrong(`${p.name} must have at least size ${size}, got ${length}`);
}

function arrayCalled(call: Call, name: string): ArrayLike<number> | undefined {
  const isArray = (p: Parameter) => (p.kind === '<' || p.kind === '>') && p.rule !== '^';
  const at = call.parameters.findIndex((p) => p.name === name && isArray(p));
  return at < 0 ? undefined : (call.values[at] as ArrayLike<number> | undefined);
}

/**
 * Value of a sum of products, such as `3*nv` or `ntotal*nband-ndense*nband`. For a square array, its number of rows.
 */
function evaluate(call: Call, expression: string): number {
  let sum = 0;
  for (const [, sign, product] of expression.matchAll(/([+-]?)([^+-]+)/g)) {
    const value = product.split('*').reduce((all, factor) => all * lookUp(call, factor), 1);
    sum += sign === '-' ? -value : value;
  }
  return sum;
}

function lookUp(call: Call, word: string): number {
  if (/^\d+$/.test(word)) return Number(word);
  const at = call.parameters.findIndex((p) => p.name === word);
  if (at >= 0) {
    const value = call.values[at];
    if (typeof value === 'number') return value;
    const { length } = value as ArrayLike<number>;
    return call.parameters[at].rule === '^' ? Math.sqrt(length) : length;
  }
  for (const value of call.values) {
    if (value instanceof Model || value instanceof Data) {
      const size = (value as unknown as Record<string, number>)[word];
      if (size !== undefined) return size;
    }
  }
  throw new Error(`size ${word} of ${call.name}: expected a parameter or a size of the model`);
}
