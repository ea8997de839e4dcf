import { expect, test } from 'vitest';
import { expectBothReject, expectSameMesh, meshModel, randomNumbers } from '../../../../test/support/meshPair.ts';
import { MeshInertia } from '../../../core/model/enums/spec.ts';
import { inlineMesh } from './formats/decode.ts';
import { processMesh } from './process.ts';
import type { MeshData, MeshOptions } from './types.ts';

const options: MeshOptions = {
  name: 'm',
  scale: [1, 1, 1],
  refpos: [0, 0, 0],
  refquat: [1, 0, 0, 0],
  inertia: MeshInertia.LEGACY,
  smoothnormal: false,
  maxhullvert: -1,
  needhull: true,
  fromObj: false,
  needsdf: false,
  octreeDepth: 6,
  inPlace: false,
};

// a bracket: not convex, without symmetry
const bracket = {
  vert: [
    0, 0, 0, 3, 0, 0, 3, 1, 0, 1, 1, 0, 1, 4, 0, 0, 4, 0, 0, 0, 0.5, 3, 0, 0.5, 3, 1, 0.5, 1, 1, 0.5, 1, 4, 0.5, 0, 4,
    0.5,
  ],
  // biome-ignore format: pairs of triangles
  face: [
    0, 3, 1, 1, 3, 2, 0, 5, 3, 3, 5, 4, 6, 7, 9, 7, 8, 9, 6, 9, 11, 9, 10, 11,
    0, 1, 6, 1, 7, 6, 1, 2, 7, 2, 8, 7, 2, 3, 8, 3, 9, 8, 3, 4, 9, 4, 10, 9, 4, 5, 10, 5, 11, 10, 5, 0, 11, 0, 6, 11,
  ],
};
const words = (data: { vert: number[]; face?: number[]; normal?: number[]; texcoord?: number[] }): string =>
  `vertex="${data.vert.join(' ')}"${data.face ? ` face="${data.face.join(' ')}"` : ''}${
    data.normal ? ` normal="${data.normal.join(' ')}"` : ''
  }${data.texcoord ? ` texcoord="${data.texcoord.join(' ')}"` : ''}`;

test.each(['convex', 'exact', 'legacy', 'shell'])('a bracket with %s inertia compiles as in MuJoCo', (mode) => {
  const inertia = MeshInertia[mode.toUpperCase() as keyof typeof MeshInertia];
  expectSameMesh(`${words(bracket)} inertia="${mode}"`, inlineMesh(bracket), { inertia });
});

test('offset, rotation, mirroring scale and smooth normals are applied as in MuJoCo', () => {
  expectSameMesh(
    `${words(bracket)} refpos="0.1 -2 3" refquat="0.5 0.1 0.7 0.2" scale="2 0.5 1.5" smoothnormal="true"`,
    inlineMesh(bracket),
    { refpos: [0.1, -2, 3], refquat: [0.5, 0.1, 0.7, 0.2], scale: [2, 0.5, 1.5], smoothnormal: true },
  );
  expectSameMesh(`${words(bracket)} scale="-1 2 3"`, inlineMesh(bracket), { scale: [-1, 2, 3] });
});

test('given normals and texture coordinates are kept', () => {
  const n = bracket.vert.length / 3;
  const normal = Array.from({ length: 3 * n }, (_, i) => Math.sin(i + 1));
  const texcoord = Array.from({ length: 2 * n }, (_, i) => i / 10);
  const data = { ...bracket, normal, texcoord };
  expectSameMesh(words(data), inlineMesh(data));
});

test('vertices without faces get the faces of their hull', () => {
  const random = randomNumbers(3);
  for (const n of [4, 5, 20, 100]) {
    const vert = Array.from({ length: 3 * n }, () => Math.fround(random()));
    expectSameMesh(words({ vert }), inlineMesh({ vert }));
  }
});

test('a hull with a limited number of vertices keeps the farthest ones', () => {
  const random = randomNumbers(4);
  const vert = Array.from({ length: 300 }, () => Math.fround(random()));
  for (const maxhullvert of [4, 7, 20]) {
    const ours = expectSameMesh(`${words({ vert })} maxhullvert="${maxhullvert}"`, inlineMesh({ vert }), {
      maxhullvert,
    });
    expect(ours.graph[0]).toBe(maxhullvert);
  }
});

test('a hull is computed only if needed', () => {
  const mesh = processMesh(inlineMesh(bracket), { ...options, needhull: false });
  expect([mesh.graph.length, mesh.polynum, mesh.polymapnum.length]).toEqual([0, 0, 12]);
});

const tetra = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const outward = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
const flat = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0];
const bad: [string, Parameters<typeof words>[0], string, Partial<MeshOptions>, RegExp][] = [
  ['three vertices', { vert: tetra.slice(3) }, '', {}, /at least 4 vertices/],
  ['half a vertex', { vert: [...tetra, 1] }, '', {}, /multiple of 3/],
  ['half a face', { vert: tetra, face: [0, 1] }, '', {}, /face data must be a multiple of 3/],
  ['a face without vertex', { vert: tetra, face: [0, 1, 4] }, '', {}, /vertex index 4 does not exist/],
  ['a negative vertex', { vert: tetra, face: [0, 1, -1] }, '', {}, /vertex index -1 does not exist/],
  ['half a normal', { vert: tetra, face: outward, normal: [1, 0] }, '', {}, /normal data must be a multiple of 3/],
  ['half a texcoord', { vert: tetra, face: outward, texcoord: [1] }, '', {}, /texcoord must be a multiple of 2/],
  ['too few texcoords', { vert: tetra, face: outward, texcoord: [1, 0] }, '', {}, /texcoord must be 2\*nv/],
  ['coincident points', { vert: new Array(12).fill(1) }, '', {}, /colocated/],
  ['points on a line', { vert: [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3] }, '', {}, /collinear/],
  ['points in a plane', { vert: flat }, '', {}, /coplanar/],
  [
    'an inconsistent face',
    { vert: tetra, face: [0, 1, 2, ...outward.slice(3)] },
    'inertia="exact"',
    { inertia: MeshInertia.EXACT },
    /inconsistent orientation/,
  ],
  [
    'inside out',
    { vert: tetra, face: [0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2] },
    'inertia="exact"',
    { inertia: MeshInertia.EXACT },
    /volume is negative/,
  ],
];

test.each(bad)('%s is rejected, as in MuJoCo', (_, data, attributes, extra, why) => {
  expectBothReject(`${words(data)} ${attributes}`, () => processMesh(inlineMesh(data), { ...options, ...extra }), why);
});

test('vertices that are not finite are rejected', () => {
  const data: MeshData = inlineMesh({ vert: [...tetra.slice(1), Number.NaN] });
  expect(() => processMesh(data, options)).toThrow(/not finite/);
  expect(() => processMesh(inlineMesh({ vert: [...tetra.slice(1), 1e300] }), options)).toThrow(/not finite/);
});

test('a mesh without volume can only be a shell', () => {
  const data = { vert: flat, face: [0, 1, 2, 1, 3, 2] };
  const plain = { ...options, needhull: false };
  expect(() => processMesh(inlineMesh(data), plain)).toThrow(/volume is too small.*shell/);
  const shell = processMesh(inlineMesh(data), { ...plain, inertia: MeshInertia.SHELL });
  expect(shell.volume).toBeCloseTo(1, 12);
  expect(() => meshModel(`${words(data)}`)).toThrow();
});
