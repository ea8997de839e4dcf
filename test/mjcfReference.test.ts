import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { mjcfPage } from '../scripts/docs/mjcfPage.mjs';
import { mujoco } from '../src/formats/mjcf/grammar/mujoco.ts';
import type { ElementGrammar } from '../src/formats/mjcf/grammar.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

test('the reference of MJCF has every element and every attribute of the grammar', async () => {
  const page = await mjcfPage(root);
  const seen = new Set<ElementGrammar>();
  let attributes = 0;
  const walk = (element: ElementGrammar) => {
    if (seen.has(element)) return;
    seen.add(element);
    if (element !== mujoco) expect(page).toMatch(new RegExp(`^###? (\\S+/)?${element.tag}$`, 'm'));
    for (const { name, doc } of element.attributes.values()) {
      attributes++;
      expect(doc).not.toBe('');
      if (element !== mujoco) expect(page).toContain(`| \`${name}\` |`);
    }
    for (const { grammar } of element.children.values()) walk(grammar);
  };
  walk(mujoco);
  expect(attributes).toBeGreaterThan(600);
  // rows with a default, a range of counts, and keywords
  expect(page).toContain('| `timestep` | number | 0.002 | seconds per step |');
  expect(page).toContain('| `friction` | 1 to 3 numbers | 1 0.005 0.0001 |');
  expect(page).toContain('| `gravity` | 3 numbers | 0 0 -9.81 |');
  expect(page).toMatch(/\| `size` \| 1 to 3 numbers \|/);
  expect(page).toMatch(/\| `integrator` \| `Euler` `RK4`/);
});
