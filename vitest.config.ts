import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { vitePlugin } from './scripts/wasm/plugin.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Files that need modules of their own: what a test replaces in a module stays replaced. All others share one set for
 *  each thread, which saves loading the engine two hundred times. */
const needsOwnModules = /vi\.mock\(/;

const tests = ['src', 'test', 'scripts', 'apps', 'examples'].flatMap((folder) =>
  readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.test\.(ts|mjs)$/.test(name) && !name.includes('node_modules'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
);
const alone = tests.filter((name) => needsOwnModules.test(readFileSync(root + name, 'utf8')));

/** Files that take longest, or wait for browsers and other processes, in the order of their start: what starts last should be short. The
 *  first one installs the package, for which others would wait. */
const long = [
  /^test\/package\/bundlers/,
  /^(test\/(webgpu|pages|examples|browsers|cluster|torture)|apps\/viewer|examples\/planning|src\/wasm)|sdf\.test/,
  /^test\/(package|viewer)/,
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = long.findIndex((pattern) => pattern.test(moduleId.slice(root.length)));
      return found < 0 ? long.length : found;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

const shared = {
  // the compiled engine is built when a test imports it
  plugins: [vitePlugin()],
  // examples import the package by its name
  resolve: {
    alias: [
      { find: /^tenon$/, replacement: `${root}src/index.ts` },
      { find: /^tenon\/(policy|record)$/, replacement: `${root}src/$1.ts` },
    ],
  },
};
const settings = {
  setupFiles: ['test/support/plainEngine.ts'],
  pool: 'threads' as const,
  testTimeout: 30000,
};

export default defineConfig({
  test: {
    // more than a machine of two cores has: tests of browsers, bundlers and servers wait for other processes
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      { ...shared, test: { ...settings, name: 'alone', include: alone, isolate: true } },
      {
        ...shared,
        test: { ...settings, name: 'together', include: tests.filter((name) => !alone.includes(name)), isolate: false },
      },
    ],
  },
});
