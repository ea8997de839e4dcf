/** Settings of a plugin: texts by key, as they stand in a model. */
import { describeType } from '../model/fit.ts';

/** What an attribute of a plugin holds. */
export type AttributeKind = 'number' | 'numbers' | 'text';

/** The attributes of a plugin that a model gives, as its functions get them.
 *
 *  @example
 *  registerPlugin({
 *    name: 'acme.gusts',
 *    kind: 'passive',
 *    attributes: { forces: 'numbers', pause: 'number' },
 *    check: (config) => (config.numbers('forces').length > 0 ? undefined : 'forces are missing'),
 *    compute(m, d, { config }) {
 *      const forces = config.numbers('forces');
 *      const k = Math.floor(d.time / config.number('pause', 1)) % forces.length;
 *      d.qfrc_passive[0] += forces[k];
 *    },
 *  }); */
export class PluginConfig {
  readonly #texts: ReadonlyMap<string, string>;

  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
  }

  /** Whether the model gives this attribute; one that is empty counts as not given. */
  has(key: string): boolean {
    return this.text(key) !== '';
  }

  /** As it is written; '' when it is not given. */
  text(key: string): string {
    return this.#texts.get(key) ?? '';
  }

  number(key: string, otherwise = 0): number {
    return this.has(key) ? Number(this.text(key)) : otherwise;
  }

  numbers(key: string): number[] {
    return splitNumbers(this.text(key));
  }
}

/** Numbers between blanks; NaN for what is none. */
function splitNumbers(text: string): number[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(Number);
}

const CHECKS: Readonly<Record<AttributeKind, (text: string) => string | undefined>> = {
  number: (text) => (splitNumbers(text).length > 1 ? 'a number' : notNumbers(text, 'a number')),
  numbers: (text) => notNumbers(text, 'numbers'),
  text: () => undefined,
};

function notNumbers(text: string, expected: string): string | undefined {
  return splitNumbers(text).every(Number.isFinite) ? undefined : expected;
}

/** Words for a value that is not of its kind; undefined when it is. */
export function valueProblem(kind: AttributeKind, text: string): string | undefined {
  const expected = CHECKS[kind](text);
  return expected && `expected ${expected}, found '${text.slice(0, 60)}'`;
}

/** @throws TypeError unless these are names of attributes with their kinds */
export function expectAttributes(plugin: string, attributes: unknown): void {
  if (typeof attributes !== 'object' || attributes === null) {
    throw new TypeError(`plugin '${plugin}': attributes: expected an object, found ${describeType(attributes)}`);
  }
  for (const [key, kind] of Object.entries(attributes)) {
    if (Object.hasOwn(CHECKS, kind as string)) continue;
    const kinds = Object.keys(CHECKS).join(', ');
    throw new TypeError(`plugin '${plugin}': attribute '${key}': expected one of ${kinds}, found ${String(kind)}`);
  }
}
