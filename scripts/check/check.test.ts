import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ImportGraph } from './importGraph.mjs';
import { describeFile } from './testFiles.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tenon-graph-'));
  for (const folder of ['src', 'test', 'scripts', 'apps', 'examples', 'bench']) mkdirSync(join(root, folder));
  write('src/leaf.ts', 'export const leaf = 1;');
  write('src/middle.ts', "export * from './leaf.ts';");
  write('src/late.ts', "export const load = () => import('./leaf.ts');");
  write('src/other.ts', 'export const other = 1;');
  write('src/middle.test.ts', "import { leaf } from './middle.ts';");
  write('src/late.test.ts', "import { load } from './late.ts';");
  write('src/other.test.ts', "import { other } from './other.ts';");
  write('test/reads.test.ts', "import { readFileSync } from 'node:fs';");
  write('examples/model.xml', '<mujoco/>');
});

afterEach(() => rmSync(root, { recursive: true }));

const tests = ['src/middle.test.ts', 'src/late.test.ts', 'src/other.test.ts', 'test/reads.test.ts'];

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

test('an edit affects the tests that import the file, directly, transitively or dynamically', () => {
  const graph = new ImportGraph(root);
  expect(graph.affected(tests, ['src/leaf.ts'])).toEqual(['src/middle.test.ts', 'src/late.test.ts']);
  expect(graph.affected(tests, ['src/other.ts'])).toEqual(['src/other.test.ts']);
  expect(graph.affected(tests, ['src/other.test.ts'])).toEqual(['src/other.test.ts']);
});

test('an edit of a model affects the tests that read files', () => {
  expect(new ImportGraph(root).affected(tests, ['examples/model.xml'])).toEqual(['test/reads.test.ts']);
});

test('an import added by an edit is followed', () => {
  const graph = new ImportGraph(root);
  write('src/other.ts', "export { leaf as other } from './leaf.ts';");
  expect(graph.update('src/other.ts')).toBe(true);
  expect(graph.update('src/other.ts')).toBe(false);
  expect(graph.affected(tests, ['src/leaf.ts'])).toContain('src/other.test.ts');
});

test('the key of a test changes only with its dependencies', () => {
  const graph = new ImportGraph(root);
  const before = tests.map((name) => graph.key(name, 'base'));
  write('src/leaf.ts', 'export const leaf = 2;');
  graph.update('src/leaf.ts');
  const changed = tests.filter((name, k) => graph.key(name, 'base') !== before[k]);
  expect(changed).toEqual(['src/middle.test.ts', 'src/late.test.ts', 'test/reads.test.ts']);
  expect(tests.map((name) => graph.key(name, 'another base')).filter((key) => before.includes(key))).toEqual([]);
});

test('the first line of a test file says what it needs, and a misspelled need is an error', () => {
  expect(describeFile('a.test.ts', "// needs: a browser\nimport './a.ts';").needs).toBe('a browser');
  expect(describeFile('a.test.ts', "import './a.ts';\n// needs: a browser\n").needs).toBeUndefined();
  expect(() => describeFile('a.test.ts', '// needs: a bowser\n')).toThrow(/a\.test\.ts:1: needs: .* found a bowser/);
});

test('a test file that mocks modules or fills memory runs alone', () => {
  const isAlone = (text: string) => describeFile('a.test.ts', text).isAlone;
  expect(isAlone("// needs: a browser\n// alone: fills memory\nimport './a.ts';")).toBe(true);
  expect(isAlone("vi.mock('./a.ts');")).toBe(true);
  expect(isAlone("import './a.ts'; // not alone: shared")).toBe(false);
});
