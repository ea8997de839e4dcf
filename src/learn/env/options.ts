/** Options of environments and trainings: defaults filled in, values checked. */
import { expectBoolean, expectNumber, expectNumbers, expectObject, expectString } from '../../core/expect.ts';

/** All options, from those that were given and the defaults elsewhere. Each must be of the kind of its default; arrays are copied, so
 *  that a caller can change his own.
 *  @param where what errors name first
 *  @param others further names that are allowed, and left out here
 *  @param unchecked options that somebody else checks
 *  @throws RangeError for an option that there is not, TypeError or RangeError for a value of another kind */
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
      throw new RangeError(`${where} has no option '${name}'; there are ${names.join(', ')}`);
    }
    result[name] = unchecked.includes(name) ? value : checked(`${where}: ${name}`, result[name], value);
  }
  return result as T;
}

/** A value, if it is of the kind of the default. */
function checked(name: string, usual: unknown, value: unknown): unknown {
  if (Array.isArray(usual)) return Array.from(expectNumbers(name, value as readonly number[], usual.length));
  if (typeof usual === 'boolean') return expectBoolean(name, value as boolean);
  if (typeof usual === 'string') return expectString(name, value as string);
  return expectNumber(name, value as number);
}

/** How many actions an episode may have: a whole number, or Infinity.
 *  @throws TypeError or RangeError */
export function expectEpisodeSteps(name: string, steps: number): number {
  if (expectNumber(name, steps) >= 1 && (Number.isInteger(steps) || steps === Infinity)) return steps;
  throw new RangeError(`${name}: expected a whole number from 1 on, or Infinity, found ${steps}`);
}
