// needs: time
/** The golden hashes of docs/releasing.md. A change of bits is a minor version, with new hashes in the same commit. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { Data, loadModel, step } from '../src/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(`${root}docs/releasing.md`, 'utf8');
const rows = [...page.matchAll(/^\| `([\w/]+\.xml)` \| (\d+) \| `([0-9a-f]{16})` \|$/gm)].map(
  ([, model, steps, hash]) => ({ model, steps: Number(steps), hash }),
);

test('the page lists golden hashes', () => {
  expect(rows.length).toBeGreaterThanOrEqual(8);
});

test.each(rows)('$model has the bits of the last release after $steps steps', async ({ model, steps, hash }) => {
  const m = await loadModel(`${root}examples/${model}`, { engine: 'js' });
  const d = new Data(m);
  step(m, d, steps);
  const digest = createHash('sha256');
  for (const field of [d.qpos, d.qvel, d.act, d.sensordata]) digest.update(new Uint8Array(field.slice().buffer));
  expect(digest.digest('hex').slice(0, 16)).toBe(hash);
});
