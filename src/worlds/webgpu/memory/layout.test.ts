// needs: the compiled engine
/** Names of functions and scratch that shaders share with the engine sources. */
import { expect, test } from 'vitest';
import { modelFromXml } from '../../../index.ts';
import { keyOf, unusedFunctions } from '../shader/unused.ts';
import { functions, scratch } from '../shaders.gen.js';
import { polytopeWords } from './layout.ts';

test('the scratch of EPA grows with ccd_iterations, within the arrays of the engine sources', () => {
  const [few, many] = [10, 250].map((n) => modelFromXml(`<mujoco><option ccd_iterations="${n}"/></mujoco>`));
  expect(polytopeWords(few).size).toBe(5);
  for (const [name, words] of polytopeWords(few)) {
    expect(Object.keys(scratch), name).toContain(name);
    expect(words, name).toBeLessThan(scratch[name].length / 2);
    expect(polytopeWords(many).get(name), name).toBeGreaterThan(words);
  }
});

test('the names of optional functions are functions of the engine sources', () => {
  const keys = new Set(Object.keys(functions).map(keyOf));
  const unused = [...unusedFunctions(modelFromXml('<mujoco/>'), [], new Int32Array())];
  expect(unused.length).toBeGreaterThan(80);
  expect(unused.filter((key) => !keys.has(key))).toEqual([]);
});
