// The files that a test file depends on, from the imports in their sources.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const folders = ['src', 'test', 'scripts', 'apps', 'examples', 'bench'];
/** Relative specifiers: static and dynamic imports, re-exports, mocked modules and module-relative URLs. */
const specifier = /(?:from|import|import\(|vi\.mock\(|new URL\()\s*['"`](\.{1,2}\/[^'"`$]+)['"`]/g;
/** Tests that read files depend on more than their imports. */
const readsFiles = /node:fs|examples\/|docs\/|import\.meta\.url/;

/** @typedef {{ text: string, imports: string[], hash: string }} SourceFile */

export class ImportGraph {
  /** @type {Map<string, SourceFile>} */
  #files = new Map();
  #root;

  /** @param {string} root */
  constructor(root) {
    this.#root = root;
    for (const folder of folders)
      for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
        const path = `${folder}/${name.replaceAll('\\', '/')}`;
        if (/\.(ts|mjs|as|json|xml)$/.test(path) && !path.includes('node_modules/')) this.update(path);
      }
  }

  /** Reads a file again, or drops it if it was deleted. Returns whether its text has changed. @param {string} path */
  update(path) {
    const file = join(this.#root, path);
    const before = this.#files.get(path)?.hash;
    const text = existsSync(file) ? readIfFile(file) : undefined;
    if (text === undefined) return this.#files.delete(path);
    const hash = createHash('sha1').update(text).digest('hex');
    if (hash !== before) this.#files.set(path, { text, hash, imports: importsOf(path, text) });
    return hash !== before;
  }

  /** A file and its direct and transitive imports. @param {string} path @returns {string[]} */
  closure(path) {
    const seen = new Set([path]);
    for (const next of seen) for (const found of this.#files.get(next)?.imports ?? []) seen.add(this.#resolve(found));
    return [...seen].sort();
  }

  /** Test files among `tests` that depend on one of some files. @param {string[]} tests @param {string[]} changed */
  affected(tests, changed) {
    const changedPaths = new Set(changed);
    return tests.filter((test) => {
      const files = this.closure(test);
      return files.some((path) => changedPaths.has(path)) || (changed.some(isData) && this.#readsFiles(files));
    });
  }

  /** A hash of everything that the result of a test file depends on.
   *  @param {string} test @param {string} base hash of the dependencies of all tests */
  key(test, base) {
    const files = this.closure(test);
    const sum = createHash('sha1').update(base);
    for (const path of this.#readsFiles(files) ? [...this.#files.keys()].sort() : files)
      sum.update(`${path} ${this.#files.get(path)?.hash}\n`);
    return sum.digest('hex');
  }

  /** Whether a test reads files by path, itself or through its helpers. @param {string[]} files */
  #readsFiles(files) {
    return files.some(
      (path) =>
        (path.startsWith('test/') || path.includes('.test.')) && readsFiles.test(this.#files.get(path)?.text ?? ''),
    );
  }

  /** An imported path, or the TypeScript source behind it. @param {string} path */
  #resolve(path) {
    if (this.#files.has(path)) return path;
    const source = path.replace(/\.js$/, '.ts');
    return this.#files.has(source) ? source : path;
  }
}

/** Whether tests read a file rather than import it. @param {string} path */
function isData(path) {
  return !/\.(ts|mjs)$/.test(path);
}

/** @param {string} path @param {string} text */
function importsOf(path, text) {
  return [...text.matchAll(specifier)].map(([, name]) =>
    relative('/', join('/', dirname(path), name ?? '')).replaceAll('\\', '/'),
  );
}

/** @param {string} file */
function readIfFile(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
