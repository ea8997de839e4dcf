import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileModels } from '../../test/models/compile.ts';
import { loadModelFromXml } from '../../test/support/compileMjcf.ts';
import { MjcfError } from '../formats/xml/error.ts';

/** Invalid values: wrong signs, nothing, too much, unknown names. */
const VALUES = [
  '0',
  '-1',
  '1e-300',
  '1e300',
  'nan',
  'inf',
  '2147483647',
  '-2147483648',
  '',
  'x',
  '__proto__',
  'true',
  'auto',
];

/** Replaces one attribute by another value, or a value of another attribute, or removes it. */
const mutation = fc.record({
  at: fc.nat(1000),
  how: fc.constantFrom('value', 'element', 'copy', 'drop'),
  from: fc.nat(1000),
  value: fc.constantFrom(...VALUES),
});

function mutate(xml: string, m: { at: number; how: string; from: number; value: string }): string {
  const attributes = [...xml.matchAll(/ (\w+)="([^"]*)"/g)];
  if (attributes.length === 0) return xml;
  const { 0: whole, 1: name, 2: old, index } = attributes[m.at % attributes.length];
  const numbers = old.split(' ');
  if (m.how === 'element') numbers[m.from % numbers.length] = m.value;
  const values: Record<string, string> = {
    value: m.value,
    element: numbers.join(' '),
    copy: attributes[m.from % attributes.length][2],
  };
  const replaced = m.how === 'drop' ? '' : ` ${name}="${values[m.how]}"`;
  return xml.slice(0, index) + replaced + xml.slice(index + whole.length);
}

test('a damaged model compiles or is rejected with a location, never anything else', () => {
  const models = compileModels.map(([, xml]) => xml);
  let refused = 0;
  fc.assert(
    fc.property(fc.constantFrom(...models), fc.array(mutation, { minLength: 1, maxLength: 3 }), (xml, mutations) => {
      try {
        loadModelFromXml(mutations.reduce(mutate, xml), { file: 'bad.xml' });
      } catch (error) {
        expect(error).toBeInstanceOf(MjcfError);
        for (const d of (error as MjcfError).diagnostics) expect(d.line).toBeGreaterThan(0);
        refused++;
      }
    }),
    { numRuns: 150, seed: 7 },
  );
  expect(refused).toBeGreaterThan(20);
}, 60_000);
