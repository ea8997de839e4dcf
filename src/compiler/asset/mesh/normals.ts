import { MINVAL } from '../../../core/math/constants.ts';

const fround = Math.fround;
const SQUARED_EPS = 1e-14;

/** Vertex normals: the area-weighted sum of the normals of adjacent faces. Unless smooth, faces at a large angle to
 * that sum are removed from it, so that sharp edges stay sharp. Sums are in single precision. */
export function makeNormals(vert: Float64Array, face: Int32Array, smooth: boolean): Float32Array {
  const normal = new Float32Array(vert.length);
  const weighted = faceNormals(vert, face);
  for (let i = 0; i < face.length; i += 3) {
    for (let j = 0; j < 3; j++) {
      const v = 3 * face[i + j];
      for (let k = 0; k < 3; k++) normal[v + k] += weighted.vec[i + k] * weighted.area[i / 3];
    }
  }
  if (!smooth) removeSteepFaces(normal, face, weighted);
  for (let i = 0; i < normal.length; i += 3) {
    const len = fround(Math.sqrt(lengthSquared(normal, i)));
    if (len > MINVAL) {
      for (let k = 0; k < 3; k++) normal[i + k] /= len;
    } else {
      normal[i] = normal[i + 1] = 0;
      normal[i + 2] = 1;
    }
  }
  return normal;
}

interface FaceNormals {
  vec: Float64Array; // unit normals
  area: Float64Array; // twice the area; 0 for nearly degenerate faces
}

function faceNormals(v: Float64Array, face: Int32Array): FaceNormals {
  const vec = new Float64Array(face.length);
  const area = new Float64Array(face.length / 3);
  for (let i = 0; i < face.length; i += 3) {
    const p = 3 * face[i];
    const q = 3 * face[i + 1];
    const s = 3 * face[i + 2];
    const b0 = v[q] - v[p];
    const b1 = v[q + 1] - v[p + 1];
    const b2 = v[q + 2] - v[p + 2];
    const c0 = v[s] - v[p];
    const c1 = v[s + 1] - v[p + 1];
    const c2 = v[s + 2] - v[p + 2];
    const n0 = b1 * c2 - b2 * c1;
    const n1 = b2 * c0 - b0 * c2;
    const n2 = b0 * c1 - b1 * c0;
    const squared = n0 * n0 + n1 * n1 + n2 * n2;
    const length = squared < SQUARED_EPS ? 0 : Math.sqrt(squared);
    const divide = length !== 0 && Math.abs(length - 1) > SQUARED_EPS;
    vec[i] = divide ? n0 / length : n0;
    vec[i + 1] = divide ? n1 / length : n1;
    vec[i + 2] = divide ? n2 / length : n2;
    area[i / 3] = length;
  }
  return { vec, area };
}

function removeSteepFaces(normal: Float32Array, face: Int32Array, { vec, area }: FaceNormals): void {
  const remove = new Float32Array(normal.length);
  for (let i = 0; i < face.length; i += 3) {
    for (let j = 0; j < 3; j++) {
      const v = 3 * face[i + j];
      let x = normal[v];
      let y = normal[v + 1];
      let z = normal[v + 2];
      const squared = x * x + y * y + z * z;
      if (squared >= SQUARED_EPS) {
        const length = Math.sqrt(squared);
        if (Math.abs(length - 1) > SQUARED_EPS) {
          x /= length;
          y /= length;
          z /= length;
        }
      }
      if (vec[i] * x + vec[i + 1] * y + vec[i + 2] * z < 0.8) {
        for (let k = 0; k < 3; k++) remove[v + k] += vec[i + k] * area[i / 3];
      }
    }
  }
  for (let i = 0; i < normal.length; i++) normal[i] -= remove[i];
}

/** Normalize all normals; a zero normal becomes the z axis. */
export function normalizeNormals(normal: Float32Array): void {
  for (let i = 0; i < normal.length; i += 3) {
    const squared = lengthSquared(normal, i);
    if (squared > MINVAL) {
      const scale = fround(1 / fround(Math.sqrt(squared)));
      for (let k = 0; k < 3; k++) normal[i + k] *= scale;
    } else {
      normal[i] = normal[i + 1] = 0;
      normal[i + 2] = 1;
    }
  }
}

// in single precision
function lengthSquared(n: Float32Array, i: number): number {
  return fround(fround(fround(n[i] * n[i]) + fround(n[i + 1] * n[i + 1])) + fround(n[i + 2] * n[i + 2]));
}
