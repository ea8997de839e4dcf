/** Tests of one bundler: the packed package works with it, in Node and in Chromium. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'acorn';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Case, cases, type Program } from './bundlers.ts';
import { cacheBundle, expectedReports, type Installed, installPackage } from './install.ts';
import { type Browser, openBrowser, reporter, runIn } from './run.ts';

/** A classic script uses the charset of the page. */
export const head = '<!doctype html><meta charset="utf-8"><body>';

/** The installed package, a browser that serves its folder, and the report of each program of `consumers/`. */
export interface Installation {
  installed: Installed;
  browser: Browser;
  expected: Record<Program, Record<string, unknown>>;
}

/** Installs the package before the tests of a file and removes it after them. */
export function withInstalled(): Installation {
  const setup = {} as Installation;
  beforeAll(async () => {
    setup.installed = installPackage();
    setup.browser = await openBrowser(setup.installed.folder);
    setup.expected = expectedReports();
  }, 180_000);
  afterAll(async () => {
    await setup.browser?.close();
    setup.installed?.remove();
  });
  return setup;
}

/** A test for each configuration of a bundler. */
export function testBundler(bundler: Case['bundler']): Installation {
  const setup = withInstalled();
  const own = cases.filter((found) => found.bundler === bundler);
  test.each(own)('$bundler, $settings', (found) => runCase(setup, found), 180_000);
  return setup;
}

async function runCase({ installed, browser, expected }: Installation, found: Case): Promise<void> {
  const { bundler, settings, bundle, only, script, ecmaVersion, programs = ['engines'], file = 'main.js' } = found;
  const name = `${bundler}-${settings}`.replace(/\W+/g, '-');
  for (const program of programs) {
    const wanted = expected[program];
    const out = join(installed.folder, `${name}-${program}`);
    await cacheBundle(installed, `${name}-${program}`, () => bundle(join(installed.folder, `${program}.mjs`), out));
    if (ecmaVersion) checkSyntax(out, ecmaVersion, script);
    if (only !== 'Node') {
      const kind = script ? '' : ' type="module"';
      writeFileSync(join(out, 'page.html'), `${head}<script${kind} src="./${file}"></script>`);
      expect(await browser.open(`${name}-${program}/page.html`), 'in Chromium').toEqual(wanted);
    }
    if (only !== 'Chromium') {
      writeFileSync(join(out, 'start.mjs'), reporter(`./${file}`));
      expect(await runIn(process.execPath, ['start.mjs'], out), 'in Node').toEqual(wanted);
    }
  }
}

/** Throws if a file has syntax that is newer than allowed. */
function checkSyntax(folder: string, ecmaVersion: 2020, script = false): void {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
    parse(readFileSync(join(folder, name), 'utf8'), { ecmaVersion, sourceType: script ? 'script' : 'module' });
  }
}
