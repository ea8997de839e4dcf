/** String parameters: strings, or bytes in UTF-8, as Embind accepts them. */
import { describeType } from '../../core/model/fit.ts';
import { BindingError } from './errors.ts';

/** A string, or its bytes in UTF-8. */
export type Text = string | ArrayBuffer | Uint8Array | Uint8ClampedArray | Int8Array;

/** The string of a value; undefined if it has none. */
export function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (value instanceof ArrayBuffer) return new TextDecoder().decode(value);
  const isBytes = value instanceof Uint8Array || value instanceof Uint8ClampedArray || value instanceof Int8Array;
  // decoders reject shared memory
  return isBytes ? new TextDecoder().decode(Uint8Array.from(value)) : undefined;
}

/** The string of a value.
 *  @throws BindingError if it has none */
export function expectText(name: string, value: unknown): string {
  const text = toText(value);
  if (text === undefined) throw new BindingError(`${name}: expected a string, found ${describeType(value)}`);
  return text;
}
