import { MINVAL } from '../../../math/constants.ts';
import type { int } from '../../../math/int.ts';
import { mulMatTVec3, mulMatVec3 } from '../../../math/mat3.ts';
import { addScl3, addTo3, addToScl3, copy3, dot3, scl3, sub3, subFrom3, zero3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { CON } from '../precontact.ts';
import { linesDet, linesFirst, linesSecond } from './lines.ts';
import { ROUND, ROUND_AXIS, ROUND_HALF, ROUND_POS, ROUND_RADIUS, setRound } from './round.ts';
import { ballBox } from './sphereBox.ts';

/*  A capsule touches a box at up to two points of its segment: the nearest one, and, if the segment is nearly parallel to a face
 *  or edge, a second one as far along as the box extends. Each becomes a contact of a ball with the box.
 *
 *  All vectors are in the frame of the box. Points of the segment are pos + x halfaxis with x in [-1, 1]. Corners of the box
 *  are three bits: bit k is set on the positive side of axis k. The direction of the segment is coded the same way. */

const capsule = new Float64Array(ROUND);
const pos = new Float64Array(3);
const axis = new Float64Array(3);
const halfaxis = new Float64Array(3);
const point = new Float64Array(3);
const clampedPoint = new Float64Array(3);
const edge = new Float64Array(3);
/** Half of an edge as a vector. */
const along = new Float64Array(3);

/** The nearest feature: a face (to an end of the segment), a corner or an edge. */
const KIND_NONE = 0;
const KIND_FACE = 1;
const KIND_CORNER = 2;
const KIND_EDGE = 3;

/** Result of the search: position on the segment and on the edge, both in [-1, 1], and squared distance. */
const nearReal = new Float64Array(3);
const SEGMENT = 0;
const ONEDGE = 1;
const DIST2 = 2;
/** Result of the search: the kind; the face's axis, or -1 for an end inside the box; the corner; the edge's axis. */
const nearInt = new Int32Array(4);
const KIND = 0;
const FACE = 1;
const CORNER = 2;
const EDGE = 3;

/** No second point; offsets of real ones are in [-2, 2]. */
const NONE = -4.0;

/** Contacts of a capsule and a box; returns the number of contacts. */
export function capsuleBox(m: Model, d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  setRound(capsule, 0, geom_xpos, 3 * g1, geom_xmat, 9 * g1, geom_size[3 * g1], geom_size[3 * g1 + 1]);
  return segmentBox(m, d, capsule, 0, g2, margin, con);
}

/** Contacts of the capsule at i of `one` (round.ts) with the box g2. */
export function segmentBox(
  m: Model,
  d: Data,
  one: Float64Array,
  i: int,
  g2: int,
  margin: number,
  con: Float64Array,
): int {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const radius = one[i + ROUND_RADIUS];
  const half = one[i + ROUND_HALF];
  const q = 3 * g2;
  const B = 9 * g2;
  sub3(pos, 0, one, i + ROUND_POS, geom_xpos, q);
  mulMatTVec3(pos, 0, geom_xmat, B, pos, 0);
  mulMatTVec3(axis, 0, geom_xmat, B, one, i + ROUND_AXIS);
  scl3(halfaxis, 0, axis, 0, half);

  nearInt[KIND] = KIND_NONE;
  nearReal[SEGMENT] = 0;
  nearReal[DIST2] = margin + 2 * (radius + half + geom_size[q] + geom_size[q + 1] + geom_size[q + 2]);
  searchFaces(geom_size, q);
  searchEdges(geom_size, q, half);
  if (nearInt[KIND] === KIND_NONE) return 0;
  const first = nearReal[SEGMENT];
  const further = secondPoint(geom_size, q);

  let n = contactAt(m, d, g2, margin, con, 0, first, radius);
  if (further > -3) n += contactAt(m, d, g2, margin, con, n * CON, further + first, radius);
  return n;
}

/** Contact of the ball at x on the segment with the box. */
function contactAt(
  m: Model,
  d: Data,
  g2: int,
  margin: number,
  con: Float64Array,
  c: int,
  x: number,
  radius: number,
): int {
  const { geom_xpos, geom_xmat } = d;
  addScl3(point, 0, pos, 0, halfaxis, 0, x);
  mulMatVec3(point, 0, geom_xmat, 9 * g2, point, 0);
  addTo3(point, 0, geom_xpos, 3 * g2);
  return ballBox(m, d, point, 0, radius, g2, margin, con, c);
}

/** Tests the ends of the segment that are outside at most one pair of faces. */
function searchFaces(size: Float64Array, s: int): void {
  for (let end: number = -1; end <= 1; end += 2) {
    addScl3(point, 0, pos, 0, halfaxis, 0, end);
    copy3(clampedPoint, 0, point, 0);
    let outside = 0;
    let face = -1;
    for (let k = 0; k < 3; k++) {
      if (point[k] < -size[s + k]) clampedPoint[k] = -size[s + k];
      else if (point[k] > size[s + k]) clampedPoint[k] = size[s + k];
      else continue;
      outside++;
      face = k;
    }
    if (outside > 1) continue;
    subFrom3(clampedPoint, 0, point, 0);
    const dist2 = dot3(clampedPoint, 0, clampedPoint, 0);
    if (dist2 < nearReal[DIST2]) {
      nearReal[DIST2] = dist2;
      nearReal[SEGMENT] = end;
      nearInt[KIND] = KIND_FACE;
      nearInt[FACE] = face;
    }
  }
}

/** Tests the nearest points of the segment and each of the twelve edges. */
function searchEdges(size: Float64Array, s: int, half: number): void {
  for (let j = 0; j < 3; j++) {
    zero3(along, 0);
    along[j] = size[s + j];
    for (let corner = 0; corner < 8; corner++) {
      if ((corner & (1 << j)) === 0) searchEdge(size, s, half, j, corner);
    }
  }
}

/** Tests the edge along axis j from `corner`. */
function searchEdge(size: Float64Array, s: int, half: number, j: int, corner: int): void {
  const reach = size[s + j];
  for (let k = 0; k < 3; k++) edge[k] = (corner & (1 << k)) !== 0 ? size[s + k] : -size[s + k];
  edge[j] = 0;
  subFrom3(edge, 0, pos, 0);

  // minimize |edge + x1 reach e_j - x2 halfaxis|^2: [a b; b c] x = [u; v]
  const a = reach * reach;
  const b = -reach * halfaxis[j];
  const c = half * half;
  const u = -reach * edge[j];
  const v = dot3(halfaxis, 0, edge, 0);
  const det = linesDet(a, b, c, along, halfaxis);
  if (Math.abs(det) < MINVAL) return;
  const idet = 1 / det;
  let x1 = linesFirst(b, c, u, v, along, halfaxis, edge) * idet;
  let x2 = linesSecond(a, b, u, v, along, halfaxis, edge) * idet;
  // 0 and 2: an end of the edge, 1: between
  let region = 1;
  if (x1 > 1) {
    x1 = 1;
    region = 2;
    x2 = (v - b) * (1 / c);
  } else if (x1 < -1) {
    x1 = -1;
    region = 0;
    x2 = (v + b) * (1 / c);
  }
  if (x2 > 1 || x2 < -1) {
    if (x2 > 1) {
      x2 = 1;
      x1 = (u - b) * (1 / a);
    } else {
      x2 = -1;
      x1 = (u + b) * (1 / a);
    }
    if (x1 > 1) {
      x1 = 1;
      region = 2;
    } else if (x1 < -1) {
      x1 = -1;
      region = 0;
    }
  }

  addToScl3(edge, 0, halfaxis, 0, -x2);
  edge[j] += reach * x1;
  const dist2 = dot3(edge, 0, edge, 0);
  // with the slack a face is preferred to an edge at the same distance
  if (dist2 < nearReal[DIST2] - MINVAL) {
    nearReal[DIST2] = dist2;
    nearReal[SEGMENT] = x2;
    nearReal[ONEDGE] = x1;
    nearInt[KIND] = region === 1 ? KIND_EDGE : KIND_CORNER;
    nearInt[CORNER] = region === 2 ? corner + (1 << j) : corner;
    nearInt[EDGE] = j;
  }
}

/** Signed offset of the second point from the first on the segment; NONE if there is none. */
function secondPoint(size: Float64Array, s: int): number {
  let direction = 0;
  for (let k = 0; k < 3; k++) if (halfaxis[k] > 0) direction |= 1 << k;
  const relative = direction ^ nearInt[CORNER];
  if (nearInt[KIND] === KIND_CORNER) return secondFromCorner(size, s, relative);
  if (nearInt[KIND] === KIND_EDGE) return secondFromEdge(size, s, relative, direction);
  return secondFromFace(size, s);
}

/** From a corner: along an edge or along a face, unless the segment points at the corner. */
function secondFromCorner(size: Float64Array, s: int, relative: int): number {
  if (relative === 0 || relative === 7) return NONE;
  const x = nearReal[SEGMENT];
  // one bit differs: the segment leaves the corner along that axis; two bits: in the opposite direction
  let way: number = 1;
  let bit = relative;
  if (relative !== 1 && relative !== 2 && relative !== 4) {
    way = -1;
    bit = 7 - relative;
  }
  const k = bit >> 1;
  if (axis[k] * axis[k] > 0.5) {
    const reach = (2 * size[s + k]) / Math.abs(halfaxis[k]);
    return Math.min(1 - way * x, reach) * way;
  }
  const k1 = (k + 1) % 3;
  const k2 = (k + 2) % 3;
  let second = 1 + way * x;
  second = Math.min(second, (2 * size[s + k1]) / Math.abs(halfaxis[k1]));
  second = Math.min(second, (2 * size[s + k2]) / Math.abs(halfaxis[k2]));
  return second * -way;
}

/** From the interior of an edge: over the face that the segment is more parallel to, if segment and edge cross. */
function secondFromEdge(size: Float64Array, s: int, relative: int, direction: int): number {
  const k = nearInt[EDGE];
  const bits = relative & (7 - (1 << k));
  if (bits !== 1 && bits !== 2 && bits !== 4) return NONE;
  let k1 = (k + 1) % 3;
  const other = (k + 2) % 3;
  if (Math.abs(axis[k1]) > Math.abs(axis[other])) k1 = other;
  const k2 = 3 - k - k1;
  const along = (bits & (1 << k2)) !== 0;
  const x = nearReal[SEGMENT];
  let second = along ? 1 - x : 1 + x;
  second = Math.min(second, (2 * size[s + k2]) / Math.abs(halfaxis[k2]));
  // the rest of the edge in the direction of the segment
  const left = ((direction & (1 << k)) !== 0) === along ? 1 - nearReal[ONEDGE] : 1 + nearReal[ONEDGE];
  second = Math.min(second, (size[s + k] * left) / Math.abs(halfaxis[k]));
  return along ? second : -second;
}

/** From an end above a face: to the other end, or to the border of the face. */
function secondFromFace(size: Float64Array, s: int): number {
  const face = nearInt[FACE];
  if (face === -1) return NONE;
  const way: number = nearReal[SEGMENT] < 0 ? 1 : -1;
  addScl3(point, 0, pos, 0, halfaxis, 0, -way);
  let second: number = 2;
  for (let k = 0; k < 3; k++) {
    if (k === face) continue;
    const up = ((size[s + k] - point[k]) / halfaxis[k]) * way;
    if (up > 0 && up < second) second = up;
    const down = ((-size[s + k] - point[k]) / halfaxis[k]) * way;
    if (down > 0 && down < second) second = down;
  }
  return second * way;
}
