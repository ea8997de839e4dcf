import { expect, test } from 'vitest';
import { dependencies } from './dependencies.ts';
import { mapSource } from './files.ts';

const encoder = new TextEncoder();

const MAIN = `<mujoco><compiler meshdir="meshes"/><include file="sub/a.xml"/><include file="b.xml"/>
  <asset><model name="c" file="other/c.xml"/><mesh file="m.stl"/></asset></mujoco>`;
const FILES: Record<string, string> = {
  'dir/sub/a.xml': '<mujoco><include file="deep.xml"/></mujoco>',
  'dir/sub/deep.xml': '<mujoco><asset><mesh file="n.obj"/></asset></mujoco>',
  'dir/b.xml': '<mujoco><asset><texture file="t.png" type="2d"/></asset></mujoco>',
  'dir/other/c.xml': '<mujoco><asset><hfield file="h.png" size="1 1 1 1"/></asset><worldbody/></mujoco>',
};

test('asking until nothing new is missing finds all files, several at a time', () => {
  const known = new Map<string, Uint8Array>();
  const asked = new Set<string>();
  const rounds: string[][] = [];
  for (let round = 0; round < 10; round++) {
    const { missing } = dependencies(MAIN, { file: 'dir/main.xml', source: mapSource(known) });
    const fresh = missing.filter((path) => !asked.has(path));
    if (fresh.length === 0) break;
    rounds.push(fresh);
    for (const path of fresh) {
      asked.add(path);
      const text = FILES[path];
      if (text !== undefined) known.set(path, encoder.encode(text));
    }
  }
  expect(rounds).toEqual([
    ['dir/sub/a.xml', 'dir/b.xml', 'dir/other/c.xml'],
    ['dir/deep.xml', 'dir/sub/deep.xml'],
    ['dir/meshes/n.obj', 'dir/meshes/m.stl', 'dir/t.png'],
  ]);
});

test('text that is not XML needs nothing, and paths outside of the root are not asked for', () => {
  expect(dependencies('hello').files).toEqual([]);
  expect(dependencies('<mujoco><include file="../x.xml"/></mujoco>', { file: 'd/m.xml', root: 'd' }).files).toEqual([]);
});
