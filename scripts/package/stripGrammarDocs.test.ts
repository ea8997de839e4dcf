import { expect, test } from 'vitest';
import { stripDocStrings } from './stripGrammarDocs.mjs';

test('texts about elements and attributes are left out, names and keywords stay', () => {
  const code = `const a: Grammar = element('geom', 'A shape.', () => [real('mass', \`of \${what}\`), ref('mesh', 'mesh', "its mesh"), id(doc)]);`;
  expect(stripDocStrings(code)).toBe(
    `const a: Grammar = element('geom', '', () => [real('mass', ''), ref('mesh', 'mesh', ''), id(doc)]);`,
  );
});
