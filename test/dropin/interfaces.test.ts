/** The generated interfaces of the drop-in API. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const { interfaceFiles } = (await import(`${root}/scripts/dropin/interfaces.mjs`)) as {
  interfaceFiles(root: string): Promise<Map<string, string>>;
};

/** Ignores what the formatter may choose freely. */
const bare = (text: string) => text.replace(/[\s,]/g, '');

test('the interfaces of elements match the tables', async () => {
  const files = await interfaceFiles(root);
  expect(files.size).toBe(2);
  for (const [path, text] of files) {
    const hint = `${path} is stale. Run \`node scripts/mujocoTypes.mjs && npm run format\``;
    expect(bare(readFileSync(`${root}/${path}`, 'utf8')) === bare(text), hint).toBe(true);
  }
});
