import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { testFiles } from './scripts/check/testFiles.mjs';
import { vitePlugin } from './scripts/wasm/plugin.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

/** `npm run check` runs the fast part; `npm test` runs everything. */
const part = process.env.TENON_PART ?? 'all';
const tests = testFiles(root.slice(0, -1)).filter(
  ({ needs }) => part === 'all' || (part === 'fast') === (needs === undefined),
);
const paths = (isAlone: boolean, isForked: boolean) =>
  tests.filter((file) => file.isAlone === isAlone && file.isForked === isForked).map(({ path }) => path);

/** Long test files, in starting order: those that take longest or wait for browsers and other processes start first.
 * The first one installs the package; others would wait for it. */
const long = [
  /^test\/(package\/(esbuild|rollup|vite|webpack)|cluster\/faults)/,
  /^(test\/(webgpu|pages|examples|browsers|cluster|torture)|apps\/viewer|examples\/planning|src\/core\/wasm)|sdf\.test/,
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

const settings = {
  pool: 'threads' as const,
  // a test that fills memory garbage-collects the whole heap of its thread, which takes half a minute on a busy machine
  testTimeout: 120_000,
};

/** Test files of one worker share modules, which Node loads, not vite. */
const together = {
  ...settings,
  isolate: false,
  setupFiles: ['test/support/native/register.mjs', 'test/support/plainEngine.ts'],
  sequence: { setupFiles: 'list' as const },
  experimental: { viteModuleRunner: false, nodeLoader: false },
};

export default defineConfig({
  test: {
    // 2x the cores of a two-core machine: tests of browsers, bundlers and servers wait for other processes, and with
    // three workers a quarter of the CPU time was idle
    maxWorkers: part === 'fast' ? 2 : 4,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        // the compiled engine is built when a test imports it
        plugins: [vitePlugin()],
        test: {
          ...settings,
          name: 'alone',
          setupFiles: ['test/support/plainEngine.ts'],
          include: paths(true, false),
          isolate: true,
        },
      },
      { test: { ...together, name: 'together', include: paths(false, false) } },
      { test: { ...together, name: 'forked', include: paths(false, true), pool: 'forks' } },
    ],
  },
});
