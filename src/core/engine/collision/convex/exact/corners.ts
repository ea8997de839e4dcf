import type { int } from '../../../../math/int.ts';
import { mulMatVec3 } from '../../../../math/mat3.ts';
import {
  addScl3,
  addTo3,
  addToScl3,
  copy3,
  cross3,
  dist3,
  dot3,
  normalize3,
  scl3,
  sub3,
} from '../../../../math/vec3.ts';
import type { Model } from '../../../../model/model.ts';
import {
  EPA_FACE,
  FACE_INT,
  gjkState,
  NSIMPLEX,
  polyFaceInt,
  polyVert,
  polyVertIndex,
  simplexVert,
  simplexVertIndex,
  VERT,
} from '../gjk/workspace.ts';
import { support } from '../support/support.ts';
import { COORDINATES, KIND, Kind, MAT, POS, SHAPE, SHAPE_INT, shape, shapeInt } from '../workspace.ts';
import { extentOf, Feature, hasCorners } from './feature.ts';
import { patchAxis, patchCore, patchCorner, patchCornerCount, patchSurface } from './workspace.ts';

/*  Touching features of meshes and of prisms of height fields: a vertex, an edge or a face. GJK and EPA provide the
 *  initial corners; `moveCorners` then walks from feature to feature. */

/** Tolerance for rounding, relative to the shape: of a corner beyond the feature, and of the core outside the
 *  corners. */
const ROUNDING = 1e-13;

const local = new Float64Array(3);
const edge = new Float64Array(3);
const other = new Float64Array(3);
const normal = new Float64Array(3);
const weights = new Float64Array(3);
const trial = new Float64Array(9);

/** Takes the corners of polytopes from the simplex of GJK, or from the face of EPA if EPA ran. */
export function takeCorners(m: Model): void {
  for (let k = 0; k < 2; k++) {
    patchCornerCount[k] = 0;
    if (!hasCorners(k)) continue;
    const expanded = gjkState[EPA_FACE] >= 0;
    const n = expanded ? 3 : Math.min(3, gjkState[NSIMPLEX]);
    for (let i = 0; i < n; i++) {
      if (expanded) {
        const v = polyFaceInt[FACE_INT * gjkState[EPA_FACE] + i];
        takeCorner(m, k, polyVert, VERT * v, polyVertIndex[2 * v + k]);
      } else takeCorner(m, k, simplexVert, VERT * i, simplexVertIndex[2 * i + k]);
    }
  }
}

/** Adds a vertex of the Minkowski difference to the corners of shape k, unless it is one of them. */
function takeCorner(m: Model, k: int, from: Float64Array, v: int, vertex: int): void {
  const { mesh_vert } = m;
  const kind = shapeInt[k * SHAPE_INT + KIND];
  // identify vertices of meshes by index, because supports include the margin; prisms have no indices
  if (kind === Kind.PRISM) copy3(local, 0, from, v + 3 + 3 * k);
  else {
    if (vertex < 0) return;
    const at = shapeInt[k * SHAPE_INT + COORDINATES] + 3 * vertex;
    for (let c = 0; c < 3; c++) local[c] = mesh_vert[at + c];
    mulMatVec3(local, 0, shape, k * SHAPE + MAT, local, 0);
    addTo3(local, 0, shape, k * SHAPE + POS);
  }
  const n = patchCornerCount[k];
  for (let i = 0; i < n; i++) if (dist3(patchCorner, 9 * k + 3 * i, local, 0) === 0) return;
  copy3(patchCorner, 9 * k + 3 * n, local, 0);
  patchCornerCount[k] = n + 1;
}

/** Patch of shape k between its corners, returned as a Feature, with the core below its point in `surfaces`. Later
 *  guesses use fewer corners. */
export function cornerPatch(k: int, guess: int): int {
  patchCornerCount[k] = Math.min(patchCornerCount[k], 3 - guess);
  return betweenCorners(k, patchSurface);
}

/** Sets axis and core of the feature between the corners of shape k; the core is the point nearest to a given point. */
function betweenCorners(k: int, point: Float64Array): int {
  const n = patchCornerCount[k];
  const p = 3 * k;
  const c = 9 * k;
  if (n === 0) return Feature.NONE;
  sub3(local, 0, point, p, patchCorner, c);
  copy3(patchCore, p, patchCorner, c);
  if (n === 1) return Feature.POINT;
  sub3(patchAxis, p, patchCorner, c + 3, patchCorner, c);
  if (n === 3) {
    sub3(edge, 0, patchCorner, c + 6, patchCorner, c);
    cross3(patchAxis, p, patchAxis, p, edge, 0);
  }
  normalize3(patchAxis, p);
  const along = dot3(patchAxis, p, local, 0);
  if (n === 2) {
    addToScl3(patchCore, p, patchAxis, p, along);
    return Feature.LINE;
  }
  addTo3(patchCore, p, local, 0);
  addToScl3(patchCore, p, patchAxis, p, -along);
  return Feature.PLANE;
}

/** Moves to a neighboring feature of shape k if the core is outside its corners, or another corner is farther along the
 *  normal. Returns the Feature, or NONE if the current one is right. */
export function moveCorners(m: Model, k: int, frame: Float64Array): int {
  const n = patchCornerCount[k];
  const slack = ROUNDING * extentOf(k);
  if (n > 1) {
    const out = smallestWeight(k);
    if (weights[out] < -ROUNDING) {
      dropCorner(k, out);
      return betweenCorners(k, patchCore);
    }
  }
  const s: number = k === 0 ? 1 : -1;
  support(m, k, s * frame[0], s * frame[1], s * frame[2], other, 0);
  sub3(local, 0, other, 0, patchCore, 3 * k);
  if (!(s * dot3(local, 0, frame, 0) > slack)) return Feature.NONE;
  for (let i = 0; i < n; i++) if (dist3(patchCorner, 9 * k + 3 * i, other, 0) === 0) return Feature.NONE;
  if (n < 3) {
    copy3(patchCorner, 9 * k + 3 * n, other, 0);
    patchCornerCount[k] = n + 1;
  } else replaceCorner(k);
  return betweenCorners(k, patchCore);
}

/** Sets the barycentric coordinates of the core; returns the index of the smallest. */
function smallestWeight(k: int): int {
  const n = patchCornerCount[k];
  const c = 9 * k;
  if (n === 2) {
    sub3(edge, 0, patchCorner, c + 3, patchCorner, c);
    sub3(local, 0, patchCore, 3 * k, patchCorner, c);
    weights[1] = dot3(edge, 0, local, 0) / dot3(edge, 0, edge, 0);
    weights[0] = 1 - weights[1];
  } else triangleWeights(patchCorner, c, k);
  let smallest = 0;
  for (let i = 1; i < n; i++) if (weights[i] < weights[smallest]) smallest = i;
  return smallest;
}

/** Sets the barycentric coordinates of the core in the triangle at c, projected along its normal. */
function triangleWeights(from: Float64Array, c: int, k: int): void {
  sub3(edge, 0, from, c + 3, from, c);
  sub3(local, 0, from, c + 6, from, c);
  cross3(normal, 0, edge, 0, local, 0);
  const area = dot3(normal, 0, normal, 0);
  for (let i = 0; i < 3; i++) {
    const a = c + 3 * ((i + 1) % 3);
    const b = c + 3 * ((i + 2) % 3);
    sub3(edge, 0, from, b, from, a);
    sub3(local, 0, patchCore, 3 * k, from, a);
    cross3(edge, 0, edge, 0, local, 0);
    weights[i] = dot3(edge, 0, normal, 0) / area;
  }
}

function dropCorner(k: int, i: int): void {
  const n = patchCornerCount[k] - 1;
  for (let j = i; j < n; j++) copy3(patchCorner, 9 * k + 3 * j, patchCorner, 9 * k + 3 * j + 3);
  patchCornerCount[k] = n;
}

/** Replaces one of three corners with `other`: the one whose removal leaves the core most inside. */
function replaceCorner(k: int): void {
  let best = 0;
  let bestWeight: number = -1e30;
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      if (j === i) copy3(trial, 3 * j, other, 0);
      else copy3(trial, 3 * j, patchCorner, 9 * k + 3 * j);
    }
    triangleWeights(trial, 0, k);
    const minWeight = Math.min(weights[0], Math.min(weights[1], weights[2]));
    if (minWeight > bestWeight) {
      bestWeight = minWeight;
      best = i;
    }
  }
  copy3(patchCorner, 9 * k + 3 * best, other, 0);
}

/** True if the core of shape k is inside the feature between its corners, away from the border, and no corner is
 *  farther. */
export function isBetweenCorners(m: Model, k: int, frame: Float64Array, border: number): boolean {
  const n = patchCornerCount[k];
  const c = 9 * k;
  const s: number = k === 0 ? 1 : -1;
  if (n === 3) {
    sub3(edge, 0, patchCorner, c + 3, patchCorner, c);
    sub3(local, 0, patchCorner, c + 6, patchCorner, c);
    cross3(normal, 0, edge, 0, local, 0);
    normalize3(normal, 0);
  }
  for (let i = 0; i < n && n > 1; i++) {
    const j = i + 1 < n ? i + 1 : 0;
    sub3(edge, 0, patchCorner, c + 3 * j, patchCorner, c + 3 * i);
    normalize3(edge, 0);
    // inwards: along an edge, across a side of a face
    if (n === 3) cross3(edge, 0, normal, 0, edge, 0);
    sub3(local, 0, patchCore, 3 * k, patchCorner, c + 3 * i);
    if (!(dot3(local, 0, edge, 0) > border)) return false;
  }
  scl3(normal, 0, frame, 0, s);
  support(m, k, normal[0], normal[1], normal[2], local, 0);
  addScl3(local, 0, local, 0, patchCore, 3 * k, -1);
  return dot3(local, 0, normal, 0) < border;
}
