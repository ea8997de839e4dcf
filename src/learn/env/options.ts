/** Options of environments and training: fills in defaults and checks values. */
import { expectBoolean, expectNumber, expectNumbers, expectObject, expectString } from '../../core/expect.ts';

/** Complete options with defaults. Each must have the type of its default; arrays are copied, so the caller may change
 * its own later.
 *  @param where prefix of errors
 *  @param others further allowed names, omitted from the result
 *  @param unchecked options that the caller checks
 *  @throws RangeError for an unknown option, TypeError or RangeError for a value of the wrong type */
export function withDefaults<T extends object>(
  where: string,
  defaults: T,
  given: object,
  others: readonly string[] = [],
  unchecked: readonly string[] = [],
): T {
  const result = { ...defaults } as Record<string, unknown>;
  for (const [name, value] of Object.entries(expectObject(`${where}: options`, given))) {
    if (value === undefined || others.includes(name)) continue;
    if (!Object.hasOwn(defaults, name)) {
      const names = [...Object.keys(defaults), ...others];
      throw new RangeError(`${where}: unknown option '${name}'. Expected one of ${names.join(', ')}`);
    }
    result[name] = unchecked.includes(name) ? value : checked(`${where}: ${name}`, result[name], value);
  }
  return result as T;
}

/** The value, if it has the type of the default. */
function checked(name: string, usual: unknown, value: unknown): unknown {
  if (Array.isArray(usual)) return Array.from(expectNumbers(name, value as readonly number[], usual.length));
  if (typeof usual === 'boolean') return expectBoolean(name, value as boolean);
  if (typeof usual === 'string') return expectString(name, value as string);
  return expectNumber(name, value as number);
}

/** Check the maximum number of actions of an episode: a whole number, or Infinity.
 *  @throws TypeError or RangeError */
export function expectEpisodeSteps(name: string, steps: number): number {
  if (expectNumber(name, steps) >= 1 && (Number.isInteger(steps) || steps === Infinity)) return steps;
  throw new RangeError(`${name}: expected a whole number of at least 1, or Infinity, found ${steps}`);
}
