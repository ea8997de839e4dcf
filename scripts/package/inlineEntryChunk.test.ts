import { expect, test } from 'vitest';
import { inlineEntryChunk, withExports } from './inlineEntryChunk.mjs';

const chunk = {
  fileName: 'index-a1.js',
  code: 'let one = 1, two = 2;\nexport { one as a, two as b, one as first };\n',
  imports: [],
};
const entry = {
  fileName: 'index.js',
  code: 'import { a as x, b } from "./index-a1.js";\nexport { x as first, b as second };\n',
  imports: ['index-a1.js'],
};
const user = { fileName: 'user.js', code: 'import{b}from"./index-a1.js";export{b};', imports: ['index-a1.js'] };

test('an entry point is replaced by the chunk that it re-exports, and others import it from there', async () => {
  const files = inlineEntryChunk([chunk, entry, user], 'index.js', 'index-a1.js');
  expect(files.map(({ fileName }) => fileName)).toEqual(['index.js', 'user.js']);
  expect(await import(`data:text/javascript,${encodeURIComponent(files[0].code)}`)).toEqual(
    expect.objectContaining({ a: 1, b: 2, first: 1, second: 2 }),
  );
  expect(files[1]).toEqual({
    fileName: 'user.js',
    code: 'import{b}from"./index.js";export{b};',
    imports: ['index.js'],
  });
});

test('an entry point that re-exports directly from the chunk is merged too', () => {
  const code = withExports(chunk.code, 'export{b as second}from"./index-a1.js";', 'index-a1.js');
  expect(code).toBe(`${chunk.code}export { two as second };\n`);
});

test('an export that the chunk does not have, or has with another meaning, stops the build', () => {
  const merge = (code: string) => () => withExports(chunk.code, code, 'index-a1.js');
  expect(merge('export{c as third}from"./index-a1.js";')).toThrow("expected 'third' of the entry point, found none");
  expect(merge('export{b as first}from"./index-a1.js";')).toThrow("exports something else as 'first'");
});
