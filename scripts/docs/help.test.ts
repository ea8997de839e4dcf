import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('../docs.mjs', import.meta.url));
const run = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });

test('npm run docs -- --help lists its options and builds nothing; an unknown option is an error', () => {
  const help = run('--help');
  expect(help.status, help.stderr).toBe(0);
  expect(help.stdout).toContain('npm run docs -- --serve');
  const wrong = run('--sreve');
  expect(wrong.status).not.toBe(0);
  expect(wrong.stderr).toContain("unknown argument '--sreve'");
});
