// vitest in a copy of the repository: one thread, files in the order given by the harness, and its reporter.
import config from '../../vitest.config.ts';
import { Progress } from './progress.mjs';

/** @type {string[]} */
const tests = JSON.parse(process.env.TENON_MUTATE_TESTS ?? '[]');

/** @typedef {import('vitest/node').TestSpecification} TestSpecification */

class InOrder {
  /** @param {TestSpecification[]} files */
  async sort(files) {
    const rank = (/** @type {TestSpecification} */ { moduleId }) =>
      tests.findIndex((test) => moduleId.endsWith(`/${test}`));
    return [...files].sort((a, b) => rank(a) - rank(b));
  }

  /** @param {TestSpecification[]} files */
  async shard(files) {
    return files;
  }
}

const own = 'scripts/mutate/reachSetup.mjs';

/** @param {any} project */
function withSetup(project) {
  const setupFiles = [...project.test.setupFiles, own];
  return {
    ...project,
    test: { ...project.test, include: project.test.include.filter((name) => tests.includes(name)), setupFiles },
  };
}

export default {
  ...config,
  cacheDir: 'build/vite',
  test: {
    ...config.test,
    projects: config.test?.projects?.map(withSetup),
    maxWorkers: 1,
    reporters: [new Progress()],
    sequence: { sequencer: InOrder },
  },
};
