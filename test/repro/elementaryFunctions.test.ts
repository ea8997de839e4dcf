import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// the compiler once used Math.sin: newer versions of Chromium round it differently, and models differed in their last bit
test('elementary functions are imported from math/, because those of browsers differ', () => {
  const folder = new URL('../../src/', import.meta.url);
  const found = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    // drawing and mouse perturbations need not be bit-identical everywhere
    .filter((file) => !/^view[\\/]/.test(file))
    .flatMap((file) =>
      readFileSync(new URL(file.replaceAll('\\', '/'), folder), 'utf8')
        .split('\n')
        .map((line, k) => ({ at: `${file}:${k + 1}`, code: line.replace(/\/\/.*|^\s*\*.*|\/\*.*/, '') }))
        .filter(({ code }) => /Math\.(a?sin|a?cos|a?tan|atan2|exp|log\w*|pow|cbrt|\w+h|expm1)\b/.test(code))
        .map(({ at }) => at),
    );
  expect(found).toEqual([]);
});
