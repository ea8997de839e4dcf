// Removes descriptions of MJCF elements and attributes from the package. The grammar has them for the documentation and the generated
// types. Nothing in the package reads them, and they would be a seventh of the code that a page loads to read models.
import { readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { walkAst } from './walkAst.mjs';

/** Index of the description among the arguments of each grammar function.
 *  @type {Record<string, number>} */
const docArguments = {
  id: 0,
  ...Object.fromEntries(
    ['real', 'float', 'int', 'text', 'file', 'bool', 'color', 'element', 'actuatorElement'].map((name) => [name, 1]),
  ),
  ...Object.fromEntries(['reals', 'floats', 'ints', 'chars', 'keyword', 'flags', 'ref'].map((name) => [name, 2])),
};

const filter = /\/src\/formats\/mjcf\/grammar\/.*\.ts$/;

/** For Rolldown. @returns {import('rolldown').Plugin} */
export function stripGrammarDocs() {
  return {
    name: 'without-docs',
    transform: {
      filter: { id: filter },
      handler: (code) => ({ code: stripDocStrings(code), map: null }),
    },
  };
}

/** For esbuild. @returns {import('esbuild').Plugin} */
export function stripGrammarDocsEsbuild() {
  return {
    name: 'without-docs',
    setup(on) {
      on.onLoad({ filter }, ({ path }) => ({ contents: stripDocStrings(readFileSync(path, 'utf8')), loader: 'ts' }));
    },
  };
}

/** @param {string} code of a grammar module */
export function stripDocStrings(code) {
  const texts = /** @type {import('./walkAst.mjs').Node[]} */ ([]);
  walkAst(parseAst(code, { lang: 'ts' }), (node) => {
    const text = node.type === 'CallExpression' ? node.arguments[docArguments[node.callee.name] ?? -1] : undefined;
    if (text?.type === 'TemplateLiteral' || (text?.type === 'Literal' && typeof text.value === 'string'))
      texts.push(text);
  });
  let left = '';
  let at = 0;
  for (const { start, end } of texts.sort((a, b) => a.start - b.start)) {
    left += `${code.slice(at, start)}''`;
    at = end;
  }
  return left + code.slice(at);
}
