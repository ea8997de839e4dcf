import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'scripts/**/*.test.ts', 'apps/**/*.test.ts'],
    // one oracle per worker serves every file it runs
    isolate: false,
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 30000,
  },
});
