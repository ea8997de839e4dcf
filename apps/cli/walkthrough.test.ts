// needs: the package
/** Commands in README and documentation work as printed, line by line. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buildViewer } from '../../scripts/viewer.mjs';
import { commandHelp } from './args.ts';
import { commands, main } from './main.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tenon-walk-'));
const pages = [
  'README.md',
  ...readdirSync(`${root}docs`)
    .filter((n) => n.endsWith('.md'))
    .map((n) => `docs/${n}`),
];
const lines = pages.flatMap((page) => shellLines(page, readFileSync(root + page, 'utf8')));
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> };

let printed = '';
beforeAll(() => buildViewer(), 240_000);
beforeEach(() => {
  printed = '';
  const print = (text: unknown) => {
    printed += `${text}\n`;
    return true;
  };
  vi.spyOn(console, 'log').mockImplementation(print);
  vi.spyOn(console, 'error').mockImplementation(print);
  vi.spyOn(process.stdout, 'write').mockImplementation(print);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('there are commands to test', () => {
  expect(lines.length).toBeGreaterThan(10);
});

test.each(lines)('$line ($place)', async ({ words }) => {
  const [program, name, ...rest] = words;
  // creating a project is not under test
  if (program === 'mkdir') return;
  if (program === 'npm') {
    const known = ['install', 'init'].includes(name!) || (name === 'run' ? rest[0]! in scripts : name! in scripts);
    expect(known).toBe(true);
    return;
  }
  expect([program, name]).toEqual(['npx', 'tenon']);
  const args = rest.map(resolveWord);
  if (args[0] === 'bench') args.push('--seconds', '0.05');
  if (args[0] === 'view') await viewAndStop(args);
  else expect(await main(args)).toBe(0);
  expect(printed + args.join()).not.toBe('');
});

test('the script in the documentation controls a model', async () => {
  const text = readFileSync(`${root}docs/command-line.md`, 'utf8');
  const script = /```mjs\n([\s\S]*?)```/.exec(text)![1]!;
  const table = /\n((?: {4}[\w.,]+\n)+)/.exec(text)![1]!.replace(/^ {4}/gm, '');
  const model = `${root}examples/cart_double_pendulum.xml`;
  for (const [file, content] of [
    ['policy.mjs', script],
    ['push.csv', table],
  ] as const) {
    writeFileSync(join(folder, file), content);
    expect(await main(['simulate', model, '-n', '400', '-c', join(folder, file), '-f', 'ctrl', '-q'])).toBe(0);
    expect(
      printed
        .trim()
        .split('\n')
        .some((value) => Number(value) !== 0),
    ).toBe(true);
  }
});

test.each(commands.map((command) => [command.name, command] as const))(
  'the page about the command line contains the help of %s',
  (_, command) => {
    expect(readFileSync(`${root}docs/command-line.md`, 'utf8')).toContain(commandHelp(command));
  },
);

/** Files of the repository in place, output files in a separate folder. */
function resolveWord(word: string): string {
  if (word.startsWith('examples/')) return root + word;
  return /^\w+\.(csv|json|npy|xml)$/.test(word) ? join(folder, word) : word;
}

async function viewAndStop(args: string[]): Promise<void> {
  const exit = main([...args, '--no-open']);
  await vi.waitFor(() => expect(printed).toContain('http://localhost:'), { timeout: 60_000 });
  process.emit('SIGINT');
  expect(await exit).toBe(0);
}

/** Lines of shell blocks, without comments. */
function shellLines(page: string, text: string): { line: string; location: string; words: string[] }[] {
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap((block) => {
    const first = text.slice(0, block.index).split('\n').length + 1;
    return block[1]!
      .split('\n')
      .map((raw, k) => ({ line: raw.replace(/\s+#.*$/, ''), location: `${page}:${first + k}` }))
      .filter(({ line }) => line.trim() !== '')
      .map(({ line, location }) => ({ line, location, words: line.split(/\s+/) }));
  });
}
