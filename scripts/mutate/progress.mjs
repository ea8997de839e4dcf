// Events of a vitest run for the harness, one line of standard output each.
import { relative } from 'node:path';

export const MARK = '@mutate ';

/** A reporter of vitest. */
export class Progress {
  /** @param {import('vitest/node').TestModule} module */
  onTestModuleStart({ moduleId }) {
    this.#send({ start: pathOf(moduleId) });
  }

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    if (test.result().state === 'failed') this.#send({ failed: `${pathOf(test.module.moduleId)} > ${test.fullName}` });
  }

  /** @param {import('vitest/node').TestModule} module */
  onTestModuleEnd(module) {
    const path = pathOf(module.moduleId);
    if (module.state() === 'failed' && module.errors().length > 0)
      this.#send({ failed: `${path} > errors outside tests` });
    const { duration, collectDuration } = module.diagnostic();
    this.#send({ end: path, time: duration + collectDuration });
  }

  /** @param {object} message */
  #send(message) {
    process.stdout.write(`${MARK}${JSON.stringify(message)}\n`);
  }
}

/** @param {string} id */
function pathOf(id) {
  return relative(process.cwd(), id).replaceAll('\\', '/');
}
