/** Settings of a plugin: strings by key, as in the model. */
import { describeType } from '../model/fit.ts';

/** Type of an attribute of a plugin. */
export type AttributeKind = 'number' | 'numbers' | 'text';

/** Attributes of a plugin in a model, as passed to its functions.
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

  /** True if the model has this attribute; an empty one counts as missing. */
  has(key: string): boolean {
    return this.text(key) !== '';
  }

  /** The attribute as written; '' if it is missing. */
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

/** Numbers separated by blanks; NaN for invalid ones. */
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

/** Message about a value of the wrong type; undefined if it is valid. */
export function valueProblem(kind: AttributeKind, text: string): string | undefined {
  const expected = CHECKS[kind](text);
  return expected && `expected ${expected}, found '${text.slice(0, 60)}'`;
}

/** Checks the names and types of attributes.
 *  @throws TypeError if one is invalid */
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
