import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const { attributeFiles } = (await import(`${root}/scripts/spec/attributeTypes.mjs`)) as {
  attributeFiles(root: string): Promise<Map<string, string>>;
};

/** Ignores what the formatter may choose freely. */
const bare = (text: string) => text.replace(/[\s,|()]/g, '');

test('the types of attributes match the grammar', async () => {
  const files = await attributeFiles(root);
  expect(files.size).toBe(9);
  for (const [path, text] of files) {
    const stored = readFileSync(`${root}/${path}`, 'utf8');
    const hint = `${path} is stale. Run \`node scripts/specTypes.mjs && npm run format\``;
    expect(bare(stored) === bare(text), hint).toBe(true);
  }
});
