import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { joinTwins, unusedTwins } from './build.mjs';
import { hashSources } from './embed.mjs';
import { readTwins } from './translate/translate.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

test('two SIMD twins with the same name are an error that names both files', () => {
  const text = 'export function dot(a: usize, b: usize): f64 { return 0; }';
  const files = ['a.as', 'b.as'].map((path) => ({ path, ...readTwins(path, text) }));
  expect([...joinTwins(files.slice(1)).twins.keys()]).toEqual(['dot']);
  expect(() => joinTwins(files)).toThrow('b.as: dot has a SIMD twin already, in a.as');
});

test('a SIMD twin without a function marked @simd is an error that names its file', () => {
  const module = (simd: boolean) => ({ symbols: new Map([['dot', { name: 'dot', simd }]]) });
  const program = (simd: boolean) => ({ modules: new Map([['array.ts', module(simd)]]) });
  const definedIn = new Map([['dot', 'array.as']]);
  expect(unusedTwins(program(true), definedIn)).toEqual([]);
  expect(unusedTwins(program(false), definedIn)).toEqual(['array.as: no function dot is marked @simd']);
});

test('a cached module of another tool version is not used', () => {
  const hash = hashSources(root);
  expect(hashSources(root)).toBe(hash);
  expect(hashSources(root, {}, ['assemblyscript 0.0.1'])).not.toBe(hash);
});
