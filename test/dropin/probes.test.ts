// needs: the compiled engine
/** The same small programs on the official package and on Tenon. */
import { expect, test } from 'vitest';
import load from '../../src/mujoco.ts';
import { mujoco } from '../support/oracle/oracle.ts';
import { errorProbes, makeWorld, outcome, valueProbes } from './probes/index.ts';
import type { World } from './probes/world.ts';

const ours = makeWorld((await load({ engine: 'js' })) as unknown as World['mj']);
const theirs = makeWorld(mujoco);

/** Probes with a different result in Tenon, with the reason; docs/coming-from-mujoco.md documents them. */
const differences: Readonly<Record<string, string>> = {
  mju_encodePyramid: 'the official package omits the last direction of friction',
  mju_decodePyramid: 'the official package omits the last direction of friction',
  "model.jnt('free')": 'the official package shows half of the values of dampingpoly',
  mj_actuatorInputName: 'the official package names an unnamed input by the bytes at address 0',
};

test('there are at least 150 probes', () => {
  expect(Object.keys(valueProbes).length + Object.keys(errorProbes).length).toBeGreaterThanOrEqual(150);
});

test.each(Object.keys(valueProbes))('%s', (name) => {
  const [mine, their] = [ours, theirs].map((world) => outcome(valueProbes[name], world));
  const same = alike(mine.value, their.value) && (mine.error === undefined) === (their.error === undefined);
  if (name in differences) expect(same, `${name} agrees now: remove its row`).toBe(false);
  else expect(same, `ours ${JSON.stringify(mine)}\ntheirs ${JSON.stringify(their)}`).toBe(true);
});

test.each(Object.keys(errorProbes))('rejected: %s', (name) => {
  const [probe, words] = errorProbes[name];
  expect(outcome(probe, theirs).error, 'theirs').toContain(words);
  expect(outcome(probe, ours).error, 'ours').toContain(words);
});

/** Values may differ in their last digits. */
function alike(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') {
    return Object.is(a, b) || Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
  }
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((x, i) => alike(x, b[i]));
  return a === b;
}
