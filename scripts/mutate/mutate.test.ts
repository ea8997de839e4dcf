import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

interface Mutant {
  file: string;
  kind: string;
  line: number;
  within: string;
  before: string;
  after: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const { generateMutants, applyMutant, parses } = await import(`${root}scripts/mutate/generate.mjs`);
const { pickMutants, reasonEquivalent } = await import(`${root}scripts/mutate/pick.mjs`);
const { equivalent } = await import(`${root}scripts/mutate/equivalent.mjs`);
const { relatedTests } = await import(`${root}scripts/mutate/relatedTests.mjs`);
const { withProbes } = await import(`${root}scripts/mutate/reach.mjs`);

const body = (text: string) => `export function f(a: number[], i: number, flags: number): number {\n${text}\n}\n`;

/** The changed lines of all mutants of a statement. */
function changes(text: string): string[] {
  return generateMutants('a.ts', body(text)).map(({ after }: Mutant) => after);
}

test('a comparison moves its boundary', () => {
  expect(changes('return a[i] < i ? i : 0;')).toContain('return a[i] <= i ? i : 0;');
  expect(changes('return a[i] >= i ? i : 0;')).toContain('return a[i] > i ? i : 0;');
});

test('an index moves by one to either side', () => {
  expect(changes('return a[i];')).toEqual(['return a[i + 1];', 'return a[i - 1];']);
  expect(changes('return a[3 * i];').filter((line) => line.includes('('))).toEqual([
    'return a[(3 * i) + 1];',
    'return a[(3 * i) - 1];',
  ]);
});

test('a guard is removed and is always taken', () => {
  const found = changes('if (i === 0) return 1; return i;');
  expect(found).toContain('; return i;');
  expect(found).toContain('if (true) return 1; return i;');
});

test('a flag is replaced by set and by clear', () => {
  const found = changes('if ((flags & Disable.SPRING) !== 0 || i === 0) i = 1; return i;');
  expect(found).toContain('if (true || i === 0) i = 1; return i;');
  expect(found).toContain('if (false || i === 0) i = 1; return i;');
  expect(found).toContain('if (i === 0) i = 1; return i;');
});

test('calls are removed, constants and truth values change', () => {
  expect(changes('g(a); return i;')).toEqual(['; return i;']);
  expect(changes('return 7;')).toEqual(['return 8;']);
  expect(changes('return 1e-10;')).toEqual(['return (2 * 1e-10);']);
  expect(changes('return f(a, true);')).toEqual(['return f(a, false);']);
});

test('types, messages of errors, and tables of a module have no mutants', () => {
  const source = `const table = [1, 2];\ntype T = 1 | 2;\n${body("throw new Error('a' + 1);")}`;
  expect(generateMutants('a.ts', source)).toEqual([]);
});

test('a mutant has its line and function, and changes nothing else', () => {
  const source = body('if (i < 2) return 1;\nreturn a[i];');
  const mutants: Mutant[] = generateMutants('a.ts', source);
  for (const mutant of mutants) {
    const mutated: string = applyMutant(source, mutant);
    expect(parses(mutated)).toBe(true);
    const differ = mutated.split('\n').flatMap((line, k) => (line === source.split('\n')[k] ? [] : [k + 1]));
    expect([mutant.within, differ]).toEqual(['f', [mutant.line]]);
  }
  expect(mutants.length).toBeGreaterThan(5);
});

test('a seed always picks the same mutants, and spreads them over files and kinds', () => {
  const long = Array.from({ length: 40 }, (_, k) => `a[${k}] = a[i + ${k}] * i;`).join('\n');
  const mutants = [
    ...generateMutants('long.ts', body(long)),
    ...generateMutants('short.ts', body('if (i > 3) return 1; return a[i] - 1;')),
  ];
  const picked: Mutant[] = pickMutants(mutants, 8, 1);
  expect(picked).toEqual(pickMutants(mutants, 8, 1));
  expect(picked).not.toEqual(pickMutants(mutants, 8, 2));
  expect(picked.filter(({ file }) => file === 'short.ts')).toHaveLength(4);
  expect(new Set(picked.map(({ file, kind }) => file + kind)).size).toBe(8);
});

test('a change of one file does not affect the choice in others', () => {
  const first = generateMutants('first.ts', body('return a[i] - a[i + 1] * 2;'));
  const second = (text: string) => generateMutants('second.ts', body(text));
  const chosen = (others: Mutant[]) =>
    pickMutants([...first, ...others], 6, 1).filter(({ file }: Mutant) => file === 'first.ts');
  expect(chosen(second('return a[0] + i * 3;'))).toEqual(chosen(second('return a[2] < i ? 1 : 2;')));
});

test('the nearest tests of a source are those next to it', () => {
  const [first] = relatedTests('src/core/engine/island/unionFind.ts');
  expect(first).toMatch(/^src\/core\/engine\/island\//);
});

test('a probe precedes the statement of its mutant', () => {
  const source = body('if (i > 0) {\n  a[0] = 1;\n}\nreturn i;');
  const mutant = generateMutants('a.ts', source).find(({ after }: Mutant) => after === 'a[0] = 2;');
  expect(withProbes('a.ts', source, [[mutant, 5]])).toContain('mutantReached(5); a[0] = 1;');
});

test('every equivalent mutant of the list exists, and has a reason', () => {
  for (const row of equivalent) {
    const found = generateMutants(row.file, readFileSync(root + row.file, 'utf8')).find(
      (mutant: Mutant) =>
        reasonEquivalent(mutant) !== undefined && mutant.before === row.before && mutant.after === row.after,
    );
    expect.soft(found, `${row.file}: ${row.before} → ${row.after}`).toBeDefined();
    expect(row.reason.length).toBeGreaterThan(10);
  }
});
