import { EarGrid } from './earGrid.ts';
import type { IntList } from './obj.ts';

/** Appends the triangles of a polygon (n corners from `at` in faces) by ear clipping in the coordinate plane with the
 * largest projection. Single-precision arithmetic, as in tinyobjloader, cuts the same ears. */
export function triangulatePolygon(
  out: IntList,
  faces: IntList,
  at: number,
  n: number,
  v: Float32Array,
  nv: number,
): void {
  if (n < 3) return;
  if (n === 3) {
    for (let c = at; c < at + 3; c++) pushCorner(out, faces, c);
    return;
  }
  const left = Array.from({ length: n }, (_, k) => at + k);
  clipEars(out, faces, left, v, nv);
  if (left.length === 3) for (const c of left) pushCorner(out, faces, c);
}

const fround = Math.fround;
const EPSILON = 2 ** -23;
const px = new Float32Array(3);
const py = new Float32Array(3);
/** the three corners of the current ear */
const ear = new Int32Array(3);

function clipEars(out: IntList, faces: IntList, left: number[], v: Float32Array, nv: number): void {
  const [ax, ay] = largestPlane(faces, left, v, nv);
  const first = left[0];
  const x = coordinates(faces, left, ax, v, nv);
  const y = coordinates(faces, left, ay, v, nv);
  const area = signedArea(x, y);
  const grid = EarGrid.of(x, y);
  let guess = 0;
  let tries = left.length;
  let before = left.length;
  while (left.length > 3 && tries > 0) {
    const n = left.length;
    if (guess >= n) guess -= n;
    if (before !== n) {
      before = n;
      tries = n;
    } else {
      tries--;
    }
    for (let k = 0; k < 3; k++) {
      ear[k] = left[guess + k < n ? guess + k : guess + k - n] - first;
      px[k] = x[ear[k]];
      py[k] = y[ear[k]];
    }
    const turn = cross2(fround(px[1] - px[0]), fround(py[1] - py[0]), fround(px[2] - px[1]), fround(py[2] - py[1]));
    const isOther = (c: number): boolean => c !== ear[0] && c !== ear[1] && c !== ear[2] && insideTriangle(x[c], y[c]);
    if (fround(turn * area) < 0 || (grid ? grid.some(px, py, isOther) : left.some((c) => isOther(c - first)))) {
      guess++;
      continue;
    }
    for (let k = 0; k < 3; k++) pushCorner(out, faces, first + ear[k]);
    left.splice((guess + 1) % n, 1);
    grid?.remove(ear[1]);
  }
}

/** One coordinate of each corner; 0 for vertices that do not exist. */
function coordinates(faces: IntList, left: number[], axis: number, v: Float32Array, nv: number): Float32Array {
  return Float32Array.from(left, (c) => {
    const k = 3 * faces.at(3 * c) + axis;
    return k >= 0 && k < nv ? v[k] : 0;
  });
}

function signedArea(x: Float32Array, y: Float32Array): number {
  let area = 0;
  for (let k = 0; k < x.length; k++) {
    const next = k + 1 < x.length ? k + 1 : 0;
    area = fround(area + fround(cross2(x[k], y[k], x[next], y[next]) * 0.5));
  }
  return area;
}

/** The two axes of the plane, from the first corner that is not straight. */
function largestPlane(faces: IntList, left: number[], v: Float32Array, nv: number): [number, number] {
  const n = left.length;
  const e = new Float32Array(6);
  for (let k = 0; k < n; k++) {
    const i0 = 3 * faces.at(3 * left[k]);
    const i1 = 3 * faces.at(3 * left[(k + 1) % n]);
    const i2 = 3 * faces.at(3 * left[(k + 2) % n]);
    if (Math.min(i0, i1, i2) < 0 || Math.max(i0, i1, i2) + 2 >= nv) continue;
    for (let j = 0; j < 3; j++) {
      e[j] = v[i1 + j] - v[i0 + j];
      e[3 + j] = v[i2 + j] - v[i1 + j];
    }
    const cx = Math.abs(cross2(e[1], e[2], e[4], e[5]));
    const cy = Math.abs(cross2(e[2], e[0], e[5], e[3]));
    const cz = Math.abs(cross2(e[0], e[1], e[3], e[4]));
    if (cx <= EPSILON && cy <= EPSILON && cz <= EPSILON) continue;
    if (cx > cy && cx > cz) return [1, 2];
    return cz > cx && cz > cy ? [0, 1] : [0, 2];
  }
  return [1, 2];
}

function cross2(ax: number, ay: number, bx: number, by: number): number {
  return fround(fround(ax * by) - fround(ay * bx));
}

/** Crossing number of a ray from (x, y) with the triangle in px, py. */
function insideTriangle(x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = 2; i < 3; j = i++) {
    if (py[i] > y === py[j] > y) continue;
    const slope = fround(fround(fround(px[j] - px[i]) * fround(y - py[i])) / fround(py[j] - py[i]));
    if (x < fround(slope + px[i])) inside = !inside;
  }
  return inside;
}

function pushCorner(out: IntList, faces: IntList, c: number): void {
  out.push3(faces.at(3 * c), faces.at(3 * c + 1), faces.at(3 * c + 2));
}
