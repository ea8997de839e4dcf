import { expect, test } from 'vitest';
import { meshModel, randomNumbers } from '../../../test/support/meshPair.ts';
import { convexHull } from './convexHull.ts';
import { HullError } from './polytope.ts';

type Cloud = (random: () => number) => number[];

const many = (n: number, point: (i: number) => number[]): number[] =>
  Array.from({ length: n }, (_, i) => point(i)).flat();

/**
 * Points in easy and in difficult configurations: on grids, in planes, on circles, nearly flat, duplicated, far away.
 */
const clouds: Record<string, Cloud> = {
  'in a ball': (r) => many(200, () => [r() * 2, r(), r() * 0.3]),
  'on a sphere': (r) =>
    many(150, () => {
      const z = 2 * r() - 1;
      const a = 2 * Math.PI * r();
      return [Math.sqrt(1 - z * z) * Math.cos(a), Math.sqrt(1 - z * z) * Math.sin(a), z];
    }),
  'on a coarse grid': (r) => many(80, () => [0, 0, 0].map(() => Math.floor(5 * r()))),
  'on all of a grid': () => many(60, (i) => [0.1 * (i % 3), 0.3 * (Math.floor(i / 3) % 4), 0.7 * Math.floor(i / 12)]),
  'on a rotated grid': () =>
    many(60, (i) => [(i % 3) - (Math.floor(i / 3) % 4), (i % 3) + (Math.floor(i / 3) % 4), Math.floor(i / 12)]),
  'on a cylinder': () =>
    many(96, (i) => [Math.cos((Math.PI * i) / 16), Math.sin((Math.PI * i) / 16), Math.floor(i / 32)]),
  'on a rotated cylinder': () =>
    many(64, (i) => {
      const [x, z] = [Math.cos((Math.PI * i) / 16), Math.floor(i / 32)];
      return [0.8 * x - 0.6 * z, Math.sin((Math.PI * i) / 16), 0.6 * x + 0.8 * z];
    }),
  'in two nearly coincident planes': (r) => many(90, (i) => [r(), r(), (i % 2) * 1e-6]),
  twice: (r) => {
    const once = many(40, () => [0, 0, 0].map(() => Math.floor(4 * r())));
    return [...once, ...once];
  },
  'far from the origin': (r) => many(120, () => [1000 + r(), 1000 + r(), 1000 + r()]),
};

const cases = Object.keys(clouds).flatMap((name) => [1, 2, 3].map((seed) => [name, seed] as [string, number]));

test.each(cases)("points %s (%i): triangles, vertices and neighbors in MuJoCo's order", (name, seed) => {
  const vert = Float32Array.from(clouds[name](randomNumbers(seed)));
  const hull = convexHull(Float64Array.from(vert));
  const m = meshModel(`vertex="${vert.join(' ')}"`);
  const graph = Array.from(m.mesh_graph as Int32Array);
  m.delete();
  const [numvert, numface] = graph;
  expect([hull.vertices.length, hull.faces.length / 3]).toEqual([numvert, numface]);
  expect(Array.from(hull.vertices)).toEqual(graph.slice(2 + numvert, 2 + 2 * numvert));
  expect(Array.from(hull.faces)).toEqual(graph.slice(-3 * numface));
  const edges = graph.slice(2 + 2 * numvert, 2 + 3 * numvert + 3 * numface).filter((v) => v >= 0);
  expect(Array.from(hull.neighbors)).toEqual(edges);
});

test.each(cases)('points %s (%i): the hull is closed, and no point is outside', (name, seed) => {
  const p = Float64Array.from(clouds[name](randomNumbers(10 + seed)), Math.fround);
  const { faces, vertices } = convexHull(p);
  // Euler: a closed surface of triangles without holes
  expect(faces.length / 3).toBe(2 * vertices.length - 4);
  const edges = new Set<string>();
  for (let i = 0; i < faces.length; i += 3) {
    for (let k = 0; k < 3; k++) edges.add(`${faces[i + k]} ${faces[i + ((k + 1) % 3)]}`);
  }
  expect([...edges].filter((edge) => !edges.has(edge.split(' ').reverse().join(' ')))).toEqual([]);
  const size = Math.max(...p.map(Math.abs));
  let highest = 0;
  for (let i = 0; i < faces.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => Array.from(p.subarray(3 * faces[i + k], 3 * faces[i + k] + 3)));
    const u = b.map((x, k) => x - a[k]);
    const v = c.map((x, k) => x - a[k]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = Math.hypot(...n);
    if (length < 1e-9 * size * size) continue;
    for (let j = 0; j < p.length; j += 3) {
      highest = Math.max(
        highest,
        (n[0] * (p[j] - a[0]) + n[1] * (p[j + 1] - a[1]) + n[2] * (p[j + 2] - a[2])) / length,
      );
    }
  }
  expect(highest).toBeLessThan(1e-9 * size);
});

test('points without volume have no hull', () => {
  expect(() => convexHull(Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 3, 2, 0]))).toThrow(HullError);
  expect(() => convexHull(new Float64Array(12).fill(2))).toThrow(HullError);
});
