// Test files that may detect a mutant, and their distance from a source: the number of imports between them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from './tree.mjs';

/** Tests that read sources, or that run builds, browsers, devices, servers and other programs. */
const unfit = new RegExp(
  [
    '^(apps|examples|scripts|src/view|src/core/wasm|src/worlds/(webgpu|cluster)|src/core/engine/runtime/headers)/',
    '^test/(browsers|cluster|env|examples|memory|package|pages|structure|viewer|webgpu)/',
    '^test/(docs|errorCatalogue|mjcfReference|torture)\\.',
  ].join('|'),
);

/** Test files that import a source, nearest first: by number of imports in between, then by length of the common path.
 *  @param {string} file @param {readonly string[]} [tests] @returns {string[]} */
export function relatedTests(file, tests = allTests()) {
  const distance = distancesTo(file);
  return tests
    .filter((test) => distance.has(test))
    .map((test) => ({ test, near: (distance.get(test) ?? 0) - 2 * commonFolders(file, test) }))
    .sort((a, b) => a.near - b.near || (a.test < b.test ? -1 : 1))
    .map(({ test }) => test);
}

/** @returns {string[]} */
export function allTests() {
  return sources().filter((file) => file.endsWith('.test.ts') && !unfit.test(file));
}

/** Number of imports from every file that reaches a source. @param {string} file */
function distancesTo(file) {
  const importers = allImporters();
  const distance = new Map([[file, 0]]);
  // iteration over a Map also visits entries added during the iteration
  for (const [at, steps] of distance)
    for (const from of importers.get(at) ?? []) if (!distance.has(from)) distance.set(from, steps + 1);
  return distance;
}

/** @param {string} a @param {string} b */
function commonFolders(a, b) {
  const [left, right] = [dirname(a).split('/'), dirname(b).split('/')];
  const apart = left.findIndex((name, k) => name !== right[k]);
  return apart < 0 ? left.length : apart;
}

/** @type {Map<string, string[]> | undefined} */
let importersOf;

/** Imports and exports of a module, and dynamic imports. */
const imported = /^(?:import|export)( type)?\b[^;'"`]*['"](\.[^'"]+)['"]|import\(['"](\.[^'"]+)['"]\)/gm;

/** Importers of each file. */
function allImporters() {
  importersOf ??= new Map();
  if (importersOf.size > 0) return importersOf;
  for (const from of sources()) {
    const text = readFileSync(join(root, from), 'utf8');
    for (const [, type, name, lazy] of text.matchAll(imported)) {
      const to = posix.join(dirname(from), name ?? lazy ?? '');
      if (!type) importersOf.set(to, [...(importersOf.get(to) ?? []), from]);
    }
  }
  return importersOf;
}

/** @type {string[] | undefined} */
let list;

function sources() {
  list ??= ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
  return list;
}

/** TypeScript sources at a path, except tests. @param {string} path @returns {string[]} */
export function sourcesAt(path) {
  const clean = path.replace(/\/$/, '');
  if (!existsSync(join(root, clean)))
    throw new Error(`mutate: expected files or folders of the repository, found ${path}`);
  return sources()
    .filter((file) => file === clean || file.startsWith(`${clean}/`))
    .filter((file) => !/\.(test|gen|d|table)\.ts$/.test(file))
    .sort();
}
