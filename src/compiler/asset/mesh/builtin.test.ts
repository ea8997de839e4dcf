import { expect, test } from 'vitest';
import { expectSameMesh, meshModel } from '../../../../test/support/meshPair.ts';
import { MeshBuiltin } from '../../../core/model/enums/spec.ts';
import { builtinMesh } from './builtin.ts';

type Name = Lowercase<keyof typeof MeshBuiltin>;
const kind = (name: Name): MeshBuiltin => MeshBuiltin[name.toUpperCase() as keyof typeof MeshBuiltin];

const good: [Name, number[]][] = [
  ['sphere', [0]],
  ['sphere', [2]],
  ['hemisphere', [0]],
  ['hemisphere', [3]],
  ['cone', [6, 0]],
  ['cone', [7, 0.5]],
  ['supersphere', [9, 0.7, 1.4]],
  ['supersphere', [8, 1, 1]],
  ['supertorus', [8, 0.4, 1, 1]],
  ['supertorus', [7, 0.3, 0.5, 2]],
  ['wedge', [5, 4, 60, 45, 0]],
  ['wedge', [4, 4, 120, 80, 0.6]],
];

test.each(good)('a builtin %s with parameters %j is the mesh of MuJoCo', (name, params) => {
  expectSameMesh(`builtin="${name}" params="${params.join(' ')}"`, builtinMesh(kind(name), params));
});

test('a plate is a shell in a plane', () => {
  const { inertia, ...plate } = builtinMesh(MeshBuiltin.PLATE, [4, 3]);
  expect(inertia).toBe(3);
  expect([plate.vert.length, plate.normal.length, plate.face.length]).toEqual([36, 108, 36]);
});

const bad: [Name, number[]][] = [
  ['sphere', [-1]],
  ['sphere', [5]],
  ['sphere', [1, 1]],
  ['hemisphere', [11]],
  ['hemisphere', [-1]],
  ['supersphere', [2, 1, 1]],
  ['supersphere', [5, -1, 1]],
  ['supersphere', [5, 1, -1]],
  ['supertorus', [2, 0.5, 1, 1]],
  ['supertorus', [5, 0, 1, 1]],
  ['supertorus', [5, 1.5, 1, 1]],
  ['supertorus', [5, 0.5, 0, 1]],
  ['supertorus', [5, 0.5, 1, 0]],
  ['wedge', [5, 5, 0, 40, 0]],
  ['wedge', [5, 5, 200, 40, 0]],
  ['wedge', [5, 5, 60, 95, 0]],
  ['wedge', [0, 5, 60, 45, 0]],
  ['wedge', [5, 5, 60, 45, 2]],
  ['plate', [0, 2]],
  ['plate', [2]],
  ['cone', [5]],
];

test.each(bad)('a builtin %s with parameters %j is rejected, as in MuJoCo', (name, params) => {
  expect(() => builtinMesh(kind(name), params)).toThrow();
  expect(() => meshModel(`builtin="${name}" params="${params.join(' ')}"`)).toThrow();
});

test('absurd resolutions are rejected before memory is allocated', () => {
  const claim = (bytes: number) => {
    if (bytes > 1e8) throw new Error('too large');
  };
  expect(() => builtinMesh(MeshBuiltin.SUPERSPHERE, [1e9, 1, 1], claim)).toThrow(/too large/);
  expect(() => builtinMesh(MeshBuiltin.WEDGE, [1e8, 1e8, 60, 45, 0], claim)).toThrow(/too large/);
  expect(() => builtinMesh(MeshBuiltin.CONE, [1e12, 1], claim)).toThrow(/too large/);
  expect(() => builtinMesh(MeshBuiltin.CONE, [Number.NaN, 1])).toThrow(/finite/);
});
