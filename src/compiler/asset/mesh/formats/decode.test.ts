import { expect, test } from 'vitest';
import { expectBothReject, expectSameMesh } from '../../../../../test/support/meshPair.ts';
import { decodeMesh, inlineMesh, mergeMesh } from './decode.ts';

const unit = [1, 1, 1];
// biome-ignore format: corners of a cut cube
const cube = [0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0, 0, 0, 3, 2, 0, 3, 2, 1, 3, 0, 1, 2.5];
const quads = [
  [0, 3, 2, 1],
  [4, 5, 6, 7],
  [0, 1, 5, 4],
  [1, 2, 6, 5],
  [2, 3, 7, 6],
  [3, 0, 4, 7],
];

function stl(triangles: number[][]): Uint8Array {
  const res = new Uint8Array(84 + 50 * triangles.length);
  const view = new DataView(res.buffer);
  view.setInt32(80, triangles.length, true);
  triangles.forEach((t, i) => {
    t.forEach((x, k) => {
      view.setFloat32(84 + 50 * i + 12 + 4 * k, x, true);
    });
  });
  return res;
}

const triangles = quads.flatMap(([a, b, c, d]) =>
  [
    [a, b, c],
    [a, c, d],
  ].map((t) => t.flatMap((v) => cube.slice(3 * v, 3 * v + 3))),
);

test('a binary STL file merges equal corners, and zero differs from minus zero', () => {
  const bytes = stl(triangles);
  const mesh = decodeMesh(bytes, 'model/stl', unit);
  expect([mesh.vert.length, mesh.face.length]).toEqual([24, 36]);
  expectSameMesh('file="m.stl"', mesh, {}, { 'm.stl': bytes });
  const signed = stl(triangles.map((t, i) => (i === 0 ? t.map((x) => (x === 0 ? -0 : x)) : t)));
  expect(decodeMesh(signed, 'model/stl', unit).vert.length).toBeGreaterThan(24);
  expectSameMesh('file="n.stl"', decodeMesh(signed, 'model/stl', unit), {}, { 'n.stl': signed });
});

test('an STL file that is text, truncated, empty or out of bounds is rejected', () => {
  const good = stl(triangles);
  const text = new TextEncoder().encode(`solid cube\n${' facet normal 0 0 1\n'.repeat(20)}endsolid`);
  const far = stl(triangles.map((t) => t.map((x) => x * 1e10)));
  const cases: [Uint8Array, RegExp][] = [
    [new Uint8Array(0), /empty/],
    [good.slice(0, 60), /header/],
    [good.slice(0, good.length - 1), /wrong size/],
    [text, /ASCII/],
    [far, /maximum bounds/],
  ];
  for (const [bytes, why] of cases) {
    const file = { 'bad.stl': bytes };
    expectBothReject('file="bad.stl"', () => decodeMesh(bytes, 'model/stl', unit), why, file);
  }
});

const objVertices = Array.from({ length: 8 }, (_, i) => `v ${cube.slice(3 * i, 3 * i + 3).join(' ')}`).join('\n');
const objs: Record<string, string> = {
  quads: `${objVertices}\n${quads.map((q) => `f ${q.map((v) => v + 1).join(' ')}`).join('\n')}`,
  relative: `${objVertices}\n${quads.map((q) => `f ${q.map((v) => v - 8).join(' ')}`).join('\n')}`,
  'normals and texcoords': `${objVertices}\nvn 0 0 1\nvn 1 0 0\nvt 0.25 0.75\nvt 1 0\n${quads
    .map((q) => `f ${q.map((v, i) => `${v + 1}/${(i % 2) + 1}/${(v % 2) + 1}`).join(' ')}`)
    .join('\n')}`,
  'normals only': `${objVertices}\nvn 0 0 1\nvn 1 0 0\n${quads.map((q) => `f ${q.map((v) => `${v + 1}//${(v % 2) + 1}`).join(' ')}`).join('\n')}`,
  'windows lines, comments and odd spacing': `# cube\r\n\tv  +0 -0 .0 \r\n${objVertices
    .split('\n')
    .slice(1)
    .join(
      '\r\n',
    )}\r\ns 1\r\nusemtl red\r\n${quads.map((q) => `f\t${q.map((v) => v + 1).join('   ')}  `).join('\r\n')}\r\n`,
  'numbers of all kinds': `v 1e-1 2.5E+0 -3.25e-2\nv 1. .5 0001.125\nv 12345678.90123e-7 0.1234567890123456789 1\nv 3 -1 4e0\nf 1 2 3\nf 1 3 4\nf 2 4 3\nf 1 4 2`,
  'the first group with faces': `${objVertices}\ng empty\no first\n${quads.map((q) => `f ${q.map((v) => v + 1).join(' ')}`).join('\n')}\ng second\nf 1 2 3\n`,
  'a concave polygon': `v 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\nv 1 1 3\nf 5 4 3 2 1\nf 1 2 6\nf 2 3 6\nf 3 4 6\nf 4 5 6\nf 5 1 6`,
};

test.each(Object.keys(objs))('an OBJ file with %s is read as in MuJoCo', (name) => {
  const bytes = new TextEncoder().encode(objs[name]);
  const file = `${name.replaceAll(' ', '_').replaceAll(',', '')}.obj`;
  const mesh = decodeMesh(bytes, 'model/obj', unit);
  expectSameMesh(`file="${file}"`, mesh, { fromObj: true }, { [file]: bytes });
});

test('an OBJ file with invalid indices is rejected', () => {
  for (const line of ['f 0 1 2', 'f a b c', 'f 1/0 2/1 3/1']) {
    const bytes = new TextEncoder().encode(`${objs['quads']}\n${line}\n`);
    expectBothReject('file="zero.obj"', () => decodeMesh(bytes, 'model/obj', unit), /index in line 15/, {
      'zero.obj': bytes,
    });
  }
});

function msh(sizes: number[], floats: number[], faces: number[]): Uint8Array {
  const res = new Uint8Array(16 + 4 * floats.length + 4 * faces.length);
  const view = new DataView(res.buffer);
  for (let i = 0; i < 4; i++) view.setInt32(4 * i, sizes[i], true);
  floats.forEach((x, i) => {
    view.setFloat32(16 + 4 * i, x, true);
  });
  faces.forEach((x, i) => {
    view.setInt32(16 + 4 * floats.length + 4 * i, x, true);
  });
  return res;
}

const faces = quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]);
const normals = cube.map((x) => x - 0.6);
const texcoords = Array.from({ length: 16 }, (_, i) => i / 16);

test.each([
  ['vertices', [8, 0, 0, 0], cube, []],
  ['faces', [8, 0, 0, 12], cube, faces],
  ['normals', [8, 8, 0, 12], [...cube, ...normals], faces],
  ['texcoords', [8, 8, 8, 12], [...cube, ...normals, ...texcoords], faces],
] as [string, number[], number[], number[]][])('an MSH file with %s is read as in MuJoCo', (word, sizes, floats, f) => {
  const bytes = msh(sizes, floats, f);
  for (const scale of [unit, [-1, 2, 1]]) {
    const name = `${word}${scale[0]}.msh`;
    const mesh = decodeMesh(bytes, 'model/vnd.mujoco.msh', scale);
    expectSameMesh(`file="${name}" scale="${scale.join(' ')}"`, mesh, { scale }, { [name]: bytes });
  }
});

test('an MSH file with invalid sizes is rejected', () => {
  const good = msh([8, 0, 0, 12], cube, faces);
  const cases: [Uint8Array, RegExp][] = [
    [new Uint8Array(0), /empty/],
    [good.slice(0, 12), /header/],
    [good.slice(0, 40), /unexpected file size/],
    [msh([3, 0, 0, 0], cube, []), /invalid sizes/],
    [msh([8, 7, 0, 0], cube, []), /invalid sizes/],
    [msh([8, 0, -1, 0], cube, []), /invalid sizes/],
    [msh([0x7fffffff, 0, 0, 0x7fffffff], [], []), /unexpected file size/],
  ];
  for (const [bytes, why] of cases) {
    const decode = (): unknown => decodeMesh(bytes, 'model/vnd.mujoco.msh', unit);
    expectBothReject('file="bad.msh"', decode, why, { 'bad.msh': bytes });
  }
});

test('attributes may complete a file, but not contradict it', () => {
  const file = decodeMesh(msh([8, 0, 0, 0], cube, []), 'model/vnd.mujoco.msh', unit);
  const merged = mergeMesh(file, inlineMesh({ face: faces }));
  expect([merged.vert.length, merged.face.length]).toEqual([24, 36]);
  expect(() => mergeMesh(file, inlineMesh({ vert: cube }))).toThrow(/repeated vertex/);
  expect(() => mergeMesh(merged, inlineMesh({ face: faces }))).toThrow(/repeated face/);
  expect(() => decodeMesh(new Uint8Array(9), '', unit)).toThrow(/unknown mesh file type/);
  expect(() => decodeMesh(new Uint8Array(9), 'model/ply', unit)).toThrow(/unsupported/);
});
