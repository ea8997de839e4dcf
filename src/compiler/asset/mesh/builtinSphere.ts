import { emptyMeshData, type MeshData } from './types.ts';

const fround = Math.fround;
// icosahedron: the coordinates that are 1 and those that are the golden ratio, and its faces
const ICO_SIGNS = [
  [-1, 1, 0],
  [1, 1, 0],
  [-1, -1, 0],
  [1, -1, 0],
  [0, -1, 1],
  [0, 1, 1],
  [0, -1, -1],
  [0, 1, -1],
  [1, 0, -1],
  [1, 0, 1],
  [-1, 0, -1],
  [-1, 0, 1],
];
// biome-ignore format: a table
const ICO_FACES = [
  0, 11, 5, 0, 5, 1, 0, 1, 7, 0, 7, 10, 0, 10, 11,
  1, 5, 9, 5, 11, 4, 11, 10, 2, 10, 7, 6, 7, 1, 8,
  3, 9, 4, 3, 4, 2, 3, 2, 6, 3, 6, 8, 3, 8, 9,
  4, 9, 5, 2, 4, 11, 6, 2, 10, 8, 6, 7, 9, 8, 1,
];

/** Unit sphere: an icosahedron whose faces are divided into four, subdiv times. Single precision throughout. */
export function sphere(subdiv: number): MeshData {
  const phi = fround((1 + Math.sqrt(5)) / 2);
  const norm = Math.sqrt(1 + fround(phi * phi));
  const vert: number[] = [];
  ICO_SIGNS.forEach((s, i) => {
    // the golden ratio is on the second, third and first axis for the three rectangles
    const long = (Math.floor(i / 4) + 1) % 3;
    s.forEach((sign, k) => {
      vert.push(fround((sign * (k === long ? phi : 1)) / norm));
    });
  });
  let face = ICO_FACES;
  for (let i = 0; i < subdiv; i++) face = subdivide(vert, face);
  return { ...emptyMeshData(), vert: Float32Array.from(vert), face: Int32Array.from(face) };
}

function subdivide(vert: number[], face: number[]): number[] {
  const known = new Map<number, number>();
  const midpoint = (a: number, b: number): number => {
    const key = Math.min(a, b) * 65536 + Math.max(a, b);
    const found = known.get(key);
    if (found !== undefined) return found;
    const m = [0, 1, 2].map((k) => fround(fround(vert[3 * a + k] + vert[3 * b + k]) / 2));
    const squared = fround(fround(fround(m[0] * m[0]) + fround(m[1] * m[1])) + fround(m[2] * m[2]));
    const length = fround(Math.sqrt(squared));
    const id = vert.length / 3;
    vert.push(fround(m[0] / length), fround(m[1] / length), fround(m[2] / length));
    known.set(key, id);
    return id;
  };
  const res: number[] = [];
  for (let j = 0; j < face.length; j += 3) {
    const [a, b, c] = [face[j], face[j + 1], face[j + 2]];
    const ab = midpoint(a, b);
    const bc = midpoint(b, c);
    const ca = midpoint(c, a);
    res.push(a, ab, ca, b, bc, ab, c, ca, bc, ab, bc, ca);
  }
  return res;
}

const EQUATOR = [
  [1, 0, 0],
  [0, 1, 0],
  [-1, 0, 0],
  [0, -1, 0],
];

/**
 * Upper unit half sphere with a flat cap: the four upper faces of an octahedron, divided into rows and projected on
 * the sphere.
 */
export function hemisphere(res: number): MeshData {
  const nvert = 2 + 2 * (res + 1) * (res + 2);
  const vert = new Float32Array(3 * nvert);
  vert[2] = 1;
  let at = 3;
  for (let row = 0; row <= res; row++) {
    const factor = (row + 1) / (res + 1);
    for (let side = 0; side < 4; side++) {
      // from the pole toward the ends of this quarter of the equator
      const pole = [0, 0, 1];
      const start = pole.map((c, k) => c + factor * (EQUATOR[side][k] - c));
      const end = pole.map((c, k) => c + factor * (EQUATOR[(side + 1) % 4][k] - c));
      const delta = start.map((c, k) => (end[k] - c) / (row + 1));
      for (let i = 0; i <= row; i++) {
        const p = start.map((c, k) => c + i * delta[k]);
        const norm = Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
        for (let k = 0; k < 3; k++) vert[at++] = p[k] / norm;
      }
    }
  }
  return { ...emptyMeshData(), vert, face: Int32Array.from(hemisphereFaces(res, nvert)) };
}

function hemisphereFaces(res: number, nvert: number): number[] {
  const face = [0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1];
  for (let row = 0; row < res; row++) {
    const upper = 2 * row * (row + 1) + 1;
    const nupper = 4 * (row + 1);
    const lower = upper + nupper;
    const nlower = 4 * (row + 2);
    for (let side = 0; side < 4; side++) {
      for (let i = 0; i < row + 2; i++) {
        const u = i + (row + 1) * side;
        const l = i + (row + 2) * side;
        face.push(upper + (u % nupper), lower + (l % nlower), lower + ((l + 1) % nlower));
        if (i < row + 1) {
          face.push(upper + (u % nupper), lower + ((l + 1) % nlower), upper + ((u + 1) % nupper));
        }
      }
    }
  }
  const rim = 2 * res * (res + 1) + 1;
  const nrim = 4 * (res + 1);
  for (let i = 0; i < nrim; i++) face.push(rim + i, nvert - 1, rim + ((i + 1) % nrim));
  return face;
}
