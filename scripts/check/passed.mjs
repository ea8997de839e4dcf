// Test files that passed, by a hash of all their dependencies: `npm run check` does not run them again.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Dependencies of all tests. */
const common = ['package-lock.json', 'vitest.config.ts', 'scripts/wasm/plugin.mjs', 'test/support/plainEngine.ts'];

export class PassedTests {
  #file;
  #base;
  #graph;
  /** @type {Record<string, string>} */
  #keys;

  /** @param {string} root @param {import('./importGraph.mjs').ImportGraph} graph */
  constructor(root, graph) {
    this.#file = `${root}/build/check/passed.json`;
    this.#graph = graph;
    const sum = createHash('sha1').update(process.version);
    for (const path of common) sum.update(readFileSync(`${root}/${path}`));
    // every test file loads this setup first
    this.#base = graph.key('test/support/plainEngine.ts', sum.digest('hex'));
    this.#keys = existsSync(this.#file) ? JSON.parse(readFileSync(this.#file, 'utf8')) : {};
  }

  /** Whether a test file has passed in its current state. @param {string} test */
  has(test) {
    return this.#keys[test] === this.#graph.key(test, this.#base);
  }

  /** Hashes of test files before they run: an edit during the run must not count as tested. @param {string[]} tests */
  keys(tests) {
    return Object.fromEntries(tests.map((test) => [test, this.#graph.key(test, this.#base)]));
  }

  /** @param {Record<string, string>} keys of the test files that passed */
  add(keys) {
    Object.assign(this.#keys, keys);
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, JSON.stringify(this.#keys, undefined, 1));
  }
}
