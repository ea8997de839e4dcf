// Runs test files with vitest; reports which passed and their durations.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @typedef {{ path: string, passed: boolean, seconds: number, tests: number, skipped: string[] }} FileResult */

/** Runs test files; the output of vitest goes to the terminal.
 *  @param {string} root @param {string[]} files @param {{ part: 'fast' | 'rest' | 'all', quiet?: boolean }} options
 *  @returns {Promise<FileResult[]>} */
export async function runTests(root, files, { part, quiet = false }) {
  if (files.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'tenon-check-'));
  const report = join(folder, 'report.json');
  const reporter = quiet ? 'minimal' : 'default';
  const args = ['run', `--reporter=${reporter}`, '--reporter=json', `--outputFile=${report}`, ...files];
  const vitest = `${root}/node_modules/vitest/vitest.mjs`;
  const child = spawn(process.execPath, [vitest, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TENON_PART: part },
  });
  const status = await new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', resolve);
  });
  try {
    const results = readReport(root, report);
    if (status !== 0 && results.every(({ passed }) => passed)) throw new Error('vitest failed outside the tests');
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} root @param {string} report @returns {FileResult[]} */
function readReport(root, report) {
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  return testResults.map((/** @type {any} */ { name, status, startTime, endTime, assertionResults }) => ({
    path: name.replaceAll('\\', '/').slice(root.length + 1),
    passed: status === 'passed',
    seconds: (endTime - startTime) / 1000,
    tests: assertionResults.length,
    skipped: assertionResults
      .filter((/** @type {any} */ test) => test.status === 'pending' || test.status === 'skipped')
      .map((/** @type {any} */ test) => test.title),
  }));
}

/** The slowest files, one line each. @param {FileResult[]} results @param {number} count */
export function slowest(results, count) {
  const sorted = [...results].sort((a, b) => b.seconds - a.seconds).slice(0, count);
  return sorted.map(({ path, seconds, tests }) => `${seconds.toFixed(1).padStart(7)} s  ${path} (${tests} tests)`);
}
