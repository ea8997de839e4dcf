/** Validates a policy config, which is untrusted JSON. */
import { suggestion } from '../core/model/names/suggest.ts';

/** A type check, and the name of the type in messages. */
interface Kind {
  readonly expected: string;
  fits(value: unknown): boolean;
}

const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const isText = (value: unknown) => typeof value === 'string';
// a sparse list has fewer values than its length
const isListOf = (fits: (value: unknown) => boolean) => (value: unknown) =>
  Array.isArray(value) && Array.from(value).every(fits);

const text: Kind = { expected: 'a name', fits: isText };
const texts: Kind = { expected: 'a list of names', fits: isListOf(isText) };
const number: Kind = { expected: 'a number', fits: isNumber };
const numbers: Kind = { expected: 'a list of numbers', fits: isListOf(isNumber) };
const notNegative: Kind = {
  expected: 'a number of at least 0',
  fits: (value) => isNumber(value) && Number(value) >= 0,
};
const count: Kind = {
  expected: 'a whole number of at least 1',
  fits: (value) => Number.isSafeInteger(value) && Number(value) >= 1,
};
/** Higher frequencies exceed the precision of doubles. */
const MAX_FREQUENCY = 1e9;
const frequency: Kind = {
  expected: `a frequency of at most ${MAX_FREQUENCY} Hz`,
  fits: (value) => isNumber(value) && Math.abs(Number(value)) <= MAX_FREQUENCY,
};
const pose: Kind = { expected: "a list of numbers or 'key'", fits: (value) => value === 'key' || numbers.fits(value) };
const numberOrNumbers: Kind = {
  expected: 'a number or a list of numbers',
  fits: (value) => isNumber(value) || numbers.fits(value),
};
const list: Kind = { expected: 'a list of observation terms', fits: Array.isArray };
const object: Kind = { expected: 'an object', fits: (value) => isObject(value) };

type Kinds = Readonly<Record<string, Kind>>;

const CONFIG: Kinds = {
  observation: list,
  decimation: count,
  scale: numberOrNumbers,
  offset: pose,
  clip: notNegative,
  motor: object,
};
const TERM: Kinds = {
  term: text,
  body: text,
  joints: texts,
  stance: pose,
  name: text,
  numbers,
  frequency,
  scale: number,
};
const MOTOR: Kinds = {
  stiffness: numberOrNumbers,
  damping: numberOrNumbers,
  limit: numberOrNumbers,
  joints: texts,
  actuators: texts,
};

/** @throws TypeError with the property, the expected and the found value */
export function checkPolicyConfig(config: unknown): void {
  check('policy config', config, CONFIG, ['observation']);
  const { observation, motor } = config as { observation: unknown[]; motor?: unknown };
  Array.from(observation).forEach((term, k) => {
    if (!isText(term)) check(`policy config: observation[${k}]`, term, TERM, ['term']);
  });
  if (motor !== undefined) check('policy config: motor', motor, MOTOR, ['stiffness', 'damping']);
}

function check(where: string, value: unknown, kinds: Kinds, required: readonly string[]): void {
  if (!isObject(value)) throw new TypeError(`${where}: expected an object, found ${shown(value)}`);
  for (const [name, found] of Object.entries(value)) {
    if (!Object.hasOwn(kinds, name)) {
      const names = Object.keys(kinds);
      throw new TypeError(`${where}: expected ${names.join(', ')}, found '${name}'${suggestion(name, names)}`);
    }
    if (found !== undefined && !kinds[name].fits(found)) {
      throw new TypeError(`${where}: ${name}: expected ${kinds[name].expected}, found ${shown(found)}`);
    }
  }
  const missing = required.find((name) => (value as Record<string, unknown>)[name] === undefined);
  if (missing) throw new TypeError(`${where}: expected '${missing}', ${kinds[missing].expected}`);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  const words = JSON.stringify(value) ?? String(value);
  return words.length > 60 ? `${words.slice(0, 60)}...` : words;
}
