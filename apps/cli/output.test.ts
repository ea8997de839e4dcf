// needs: the compiled engine
/** Output files are written completely, or not at all. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { main } from './main.ts';
import { terminal } from './testing/terminal.ts';

const { arm, folder, put, said } = terminal();

const thrower = put(
  'thrower.mjs',
  'let calls = 0; export default () => { if (++calls > 3) throw new Error("mine"); };',
);
const late = put('late.mjs', 'export default async () => { throw new Error("later"); };');

const still = put('still.xml', readFileSync(arm, 'utf8').replace('timestep="0.01"', 'timestep="0"'));

test.each(['csv', 'json', 'npy', 'npz'])('a failed run leaves no .%s file', async (ending) => {
  const output = join(folder, `fails.${ending}`);
  expect(await main(['simulate', arm, '-n', '9', '--control', thrower, '-o', output])).toBe(1);
  expect(existsSync(output)).toBe(false);
  expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
});

test('a failed run leaves an existing file unchanged', async () => {
  const output = put('older.csv', 'older');
  expect(await main(['simulate', arm, '-n', '9', '--control', thrower, '-o', output])).toBe(1);
  expect(readFileSync(output, 'utf8')).toBe('older');
});

test('the target of a link is replaced, and the link remains', async () => {
  const file = put('linked.csv', 'older');
  const link = join(folder, 'link.csv');
  symlinkSync(file, link);
  expect(await main(['simulate', arm, '-n', '1', '-o', link])).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain('time');
});

test('an asynchronous script is rejected', async () => {
  const output = join(folder, 'late.csv');
  expect(await main(['simulate', arm, '-n', '3', '--control', late, '-o', output])).toBe(1);
  expect(said.err).toContain('step 0: expected a synchronous function, found an async one');
});

test.each([
  [['simulate', arm, '--seconds', ''], "--seconds: expected a number of at least 0, found ''", 2],
  [['train', 'InvertedPendulum-v5', '--resume', put('null.json', 'null')], 'is not a policy file', 2],
  [['train', 'InvertedPendulum-v5', '--resume', put('broken.json', '{')], 'broken.json: ', 1],
  [['convert', arm, '-o', folder], 'that is a folder', 1],
  [['simulate', still, '--seconds', '1'], 'the timestep of the model is 0. Use --steps instead', 2],
] as const)('%j is rejected', async (argv, words, code) => {
  expect(await main(argv)).toBe(code);
  expect(said.err).toContain(words);
});

test('a missing folder is named', async () => {
  mkdirSync(join(folder, 'there'));
  expect(await main(['convert', arm, '-o', join(folder, 'not', 'there.xml')])).toBe(1);
  expect(said.err).toContain('its folder does not exist');
});
