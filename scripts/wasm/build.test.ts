import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { joinTwins } from './build.mjs';
import { hashSources } from './embed.mjs';
import { readTwins } from './translate/translate.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

test('two SIMD twins of one name are an error that names both files', () => {
  const text = 'export function dot(a: usize, b: usize): f64 { return 0; }';
  const files = ['a.as', 'b.as'].map((path) => ({ path, ...readTwins(path, text) }));
  expect([...joinTwins(files.slice(1)).twins.keys()]).toEqual(['dot']);
  expect(() => joinTwins(files)).toThrow('b.as: dot has a SIMD twin already, in a.as');
});

test('a module made by another version of a tool is not taken from the cache', () => {
  const hash = hashSources(root);
  expect(hashSources(root)).toBe(hash);
  expect(hashSources(root, {}, ['assemblyscript 0.0.1'])).not.toBe(hash);
});
