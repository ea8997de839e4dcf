import { defineConfig } from 'vitest/config';
import { vitePlugin } from './scripts/wasm/plugin.mjs';

export default defineConfig({
  // the compiled engine is built when a test imports it
  plugins: [vitePlugin()],
  // examples import the package by its name
  resolve: { alias: [{ find: /^tenon$/, replacement: new URL('./src/index.ts', import.meta.url).pathname }] },
  test: {
    include: [
      'src/**/*.test.ts',
      'test/**/*.test.ts',
      'scripts/**/*.test.ts',
      'apps/**/*.test.ts',
      'examples/*/*.test.mjs',
    ],
    setupFiles: ['test/support/plainEngine.ts'],
    // each file has an oracle of its own: MuJoCo's module can be left broken by the models that it refuses
    isolate: true,
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 30000,
  },
});
