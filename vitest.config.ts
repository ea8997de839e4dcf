import { defineConfig } from 'vitest/config';
import { vitePlugin } from './scripts/wasm/plugin.mjs';

export default defineConfig({
  // the compiled engine is built when a test imports it
  plugins: [vitePlugin()],
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts', 'apps/**/*.test.ts'],
    // one oracle per worker serves every file it runs
    isolate: false,
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 30000,
  },
});
