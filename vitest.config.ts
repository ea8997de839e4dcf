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
  // a test that fills memory collects the whole heap of its thread, which takes half a minute beside busy processes
  testTimeout: 120_000,
};

export default defineConfig({
  test: {
    // twice as many as a machine of two cores has: tests of browsers, bundlers and servers wait for other processes, and with three
    // a quarter of the processors' time was left
    maxWorkers: 4,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        // the compiled engine is built when a test imports it
        plugins: [vitePlugin()],
        test: {
          ...settings,
          name: 'alone',
          setupFiles: ['test/support/plainEngine.ts'],
          include: alone,
          isolate: true,
        },
      },
      {
        test: {
          ...settings,
          name: 'together',
          include: tests.filter((name) => !alone.includes(name)),
          isolate: false,
          // loaded by Node, not by vite
          setupFiles: ['test/support/native/register.mjs', 'test/support/plainEngine.ts'],
          sequence: { setupFiles: 'list' },
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
    ],
  },
});
