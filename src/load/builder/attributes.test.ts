import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const { attributeFiles } = (await import(`${root}/scripts/spec/attributeTypes.mjs`)) as {
  attributeFiles(root: string): Promise<Map<string, string>>;
};

/** Without what the formatter is free to choose. */
const bare = (text: string) => text.replace(/[\s,|()]/g, '');

test('the types of attributes are those of the grammar', async () => {
  const files = await attributeFiles(root);
  expect(files.size).toBe(9);
  for (const [path, text] of files) {
    const stored = readFileSync(`${root}/${path}`, 'utf8');
    const hint = `${path}: node scripts/specTypes.mjs && npm run format brings it up to date`;
    expect(bare(stored) === bare(text), hint).toBe(true);
  }
});
