/** One constant defines the MuJoCo version that Tenon follows; every other mention must agree. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MUJOCO_VERSION, MUJOCO_VERSION_NUMBER } from '../../src/core/model/mujocoVersion.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('the oracle is pinned to the version that Tenon follows', () => {
  expect(JSON.parse(read('package.json')).devDependencies['@mujoco/mujoco']).toBe(MUJOCO_VERSION);
  const locked = JSON.parse(read('package-lock.json')).packages['node_modules/@mujoco/mujoco'];
  expect(locked.version).toBe(MUJOCO_VERSION);
  // a URL would name the registry of the machine that wrote the file
  expect(locked).not.toHaveProperty('resolved');
});

test.each([
  'README.md',
  'CHANGELOG.md',
  'docs/badges.svg',
  'docs/coming-from-mujoco.md',
  'docs/comparison.md',
  'docs/index.md',
  'docs/mujoco-versions.md',
  'docs/performance.md',
])('%s names the version that Tenon follows', (path) => {
  expect(read(path)).toMatch(new RegExp(`\\b${MUJOCO_VERSION.replaceAll('.', '\\.')}\\b`));
});

test('a version number has three digits for each part after the first', () => {
  const [major, minor, patch] = MUJOCO_VERSION.split('.').map(Number);
  expect(MUJOCO_VERSION_NUMBER).toBe(major * 1e6 + minor * 1e3 + patch);
});
