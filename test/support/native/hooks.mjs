// Loads test files with Node itself: strips types from TypeScript, builds generated modules on demand, and resolves the package by name.
// Functions call each other directly, as in the package; in vite's module runner every call goes through a getter, and tests of the plain
// engine take 1.6 times as long.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';
import { vitePlugin } from '../../../scripts/wasm/plugin.mjs';

const root = new URL('../../../', import.meta.url).href;
const built = vitePlugin();
const scheme = 'built:';

/** @type {import('node:module').ResolveHook} */
export async function resolve(specifier, context, next) {
  const url = packageUrl(specifier, context.parentURL);
  if (url !== undefined) return { url, format: 'module', shortCircuit: true };
  // packages do not contain the sources that their source maps name
  const conditions = context.conditions.filter((name) => name !== 'development');
  return next(specifier, { ...context, conditions });
}

/** The URL of a module of this repository. @param {string} specifier @param {string | undefined} from @returns {string | undefined} */
function packageUrl(specifier, from) {
  // examples import the package by its name
  const entry = /^tenon(?:\/(policy|record))?$/.exec(specifier);
  if (entry) return `${root}src/${entry[1] ?? 'index'}.ts`;
  const made = built.resolveId(specifier);
  if (made !== undefined) return scheme + made.slice(1);
  if (from === undefined || !/^\.\.?\/.*\.[tj]s$/.test(specifier)) return undefined;
  // programs of a page import each other by their names in the page
  const source = new URL(specifier.replace(/\.js$/, '.ts'), from);
  return source.protocol === 'file:' && existsSync(source) ? source.href : undefined;
}

/** @type {import('node:module').LoadHook} */
export async function load(url, context, next) {
  if (url.startsWith(scheme)) return asModule(await built.load(`\0${url.slice(scheme.length)}`));
  const [address = ''] = url.split('?');
  if (!address.startsWith(root) || !address.endsWith('.ts')) return next(url, context);
  const file = fileURLToPath(address);
  const { code } = await transform(await readFile(file, 'utf8'), {
    loader: 'ts',
    target: 'node20',
    sourcemap: 'inline',
    sourcefile: file,
  });
  return asModule(code);
}

/** @param {string | undefined} source @returns {import('node:module').LoadFnOutput} */
function asModule(source) {
  return { format: 'module', source: source ?? '', shortCircuit: true };
}
