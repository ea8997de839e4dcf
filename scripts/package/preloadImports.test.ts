import { expect, test } from 'vitest';
import { preloadImports } from './preloadImports.mjs';

const chunk = (fileName: string, code: string, dynamicImports: string[] = []) => ({
  type: 'chunk',
  fileName,
  isEntry: fileName === 'main.js',
  code,
  dynamicImports,
});

test('an entry point names every file that it leads to, and import() asks for those behind its file', () => {
  const main = chunk('main.js', 'import{a}from"./near.js";export const b=()=>import(`./later.js`);', ['later.js']);
  const near = chunk('near.js', 'import{c}from"./far.js";import*as t from"three";export{c as a};');
  const later = chunk('later.js', 'import"./behind.js";export{c}from"./far.js";');
  const files = { main, near, later, far: chunk('far.js', 'export let c;'), behind: chunk('behind.js', '') };
  (preloadImports().generateBundle as (options: object, files: object) => void)({}, files);
  // files of others are found by other ways, and what is there is not asked for again
  expect(main.code).toBe(
    'import"./far.js";import{a}from"./near.js";export const b=()=>(import("./behind.js").catch(()=>{}),import(`./later.js`));',
  );
  expect(near.code).toBe('import{c}from"./far.js";import*as t from"three";export{c as a};');
});
