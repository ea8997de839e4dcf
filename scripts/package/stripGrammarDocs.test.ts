import { expect, test } from 'vitest';
import { stripDocStrings } from './stripGrammarDocs.mjs';

test('descriptions of elements and attributes are removed, names and keywords are kept', () => {
  const code = `const a: Grammar = element('geom', 'A shape.', () => [real('mass', \`of \${what}\`), ref('mesh', 'mesh', "its mesh"), id(doc)]);`;
  expect(stripDocStrings(code)).toBe(
    `const a: Grammar = element('geom', '', () => [real('mass', ''), ref('mesh', 'mesh', ''), id(doc)]);`,
  );
});
