import { MINVAL } from '../../../math/constants.ts';
import type { int } from '../../../math/int.ts';
import { mulMatTVec3, mulMatVec3 } from '../../../math/mat3.ts';
import {
  add3,
  addScl3,
  addTo3,
  addToScl3,
  copy3,
  cross3,
  dot3,
  normalize3,
  scl3,
  sub3,
  zero3,
} from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { CON, CON_NORMAL, CON_POS, startContact } from '../precontact.ts';

/*  Contacts of spheres, boxes and capsules with a triangle that has a radius. Corners are nine consecutive reals. */

const center = new Float64Array(3);
const edge1 = new Float64Array(3);
const edge2 = new Float64Array(3);
const normal = new Float64Array(3);
const axis = new Float64Array(3);
const nearest = new Float64Array(3);
// corners and center in the plane: (0, 0), (a, 0), b; p
const flat = new Float64Array(5);
const planePoint = new Float64Array(2);

/** Contact of a ball of radius r about p and a triangle of radius s, to c; returns the number of contacts. */
export function ballTriangle(
  con: Float64Array,
  c: int,
  margin: number,
  p: Float64Array,
  i: int,
  r: number,
  corners: Float64Array,
  s: number,
): int {
  const reach = margin + r + s;
  sub3(center, 0, p, i, corners, 0);
  sub3(edge1, 0, corners, 3, corners, 0);
  sub3(edge2, 0, corners, 6, corners, 0);
  cross3(normal, 0, edge1, 0, edge2, 0);
  normalize3(normal, 0);
  const height = dot3(normal, 0, center, 0);
  if (Math.abs(height) > reach) return 0;
  nearestPoint(height);
  sub3(nearest, 0, nearest, 0, center, 0);
  const dist = normalize3(nearest, 0);
  if (dist > reach) return 0;
  startContact(con, c, dist - r - s);
  addScl3(con, c + CON_POS, p, i, nearest, 0, r + con[c] / 2);
  copy3(con, c + CON_NORMAL, nearest, 0);
  return 1;
}

/** `nearest` = point of the triangle (0, edge1, edge2) nearest to `center`. */
function nearestPoint(height: number): void {
  addScl3(nearest, 0, center, 0, normal, 0, -height);
  flat[0] = 0;
  copy3(axis, 0, edge1, 0);
  flat[0] = normalize3(axis, 0);
  cross3(edge1, 0, normal, 0, edge1, 0);
  normalize3(edge1, 0);
  flat[1] = dot3(axis, 0, edge2, 0);
  flat[2] = dot3(edge1, 0, edge2, 0);
  flat[3] = dot3(axis, 0, nearest, 0);
  flat[4] = dot3(edge1, 0, nearest, 0);
  const side1 = side(0, 0, flat[0], 0);
  const side2 = side(flat[0], 0, flat[1], flat[2]);
  const side3 = side(flat[1], flat[2], 0, 0);
  if (side1 === side2 && side2 === side3) return;
  const dist1 = towardEdge(0, 0, flat[0], 0);
  const dist2 = towardEdge(flat[0], 0, flat[1], flat[2]);
  const dist3 = towardEdge(flat[1], flat[2], 0, 0);
  // the last search was along the third edge
  if (dist1 < dist2 && dist1 < dist3) towardEdge(0, 0, flat[0], 0);
  else if (dist2 < dist3) towardEdge(flat[0], 0, flat[1], flat[2]);
  scl3(nearest, 0, axis, 0, planePoint[0]);
  addToScl3(nearest, 0, edge1, 0, planePoint[1]);
}

/** Side of the line from u to v on which the center is: -1, 0 or 1. */
function side(ux: number, uy: number, vx: number, vy: number): number {
  const area = (flat[3] - vx) * (uy - vy) - (ux - vx) * (flat[4] - vy);
  return area > 0 ? 1 : area < 0 ? -1 : 0;
}

/** `planePoint` = point between u and v nearest to the center, in the plane; returns the distance. */
function towardEdge(ux: number, uy: number, vx: number, vy: number): number {
  const x = vx - ux;
  const y = vy - uy;
  const along = (x * (flat[3] - ux) + y * (flat[4] - uy)) / Math.max(MINVAL, x * x + y * y);
  planePoint[0] = along <= 0 ? ux : along >= 1 ? vx : ux + x * along;
  planePoint[1] = along <= 0 ? uy : along >= 1 ? vy : uy + y * along;
  const dx = planePoint[0] - flat[3];
  const dy = planePoint[1] - flat[4];
  return Math.sqrt(dx * dx + dy * dy);
}

const local = new Float64Array(3);
const corner = new Float64Array(3);

/** Contacts of box g and a triangle of radius s: triangle corners inside the box, box corners at the triangle. */
export function boxTriangle(
  m: Model,
  d: Data,
  g: int,
  margin: number,
  corners: Float64Array,
  s: number,
  con: Float64Array,
): int {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  let n = 0;
  for (let v = 0; v < 3; v++) n += cornerInBox(m, d, g, margin, corners, 3 * v, s, con, n * CON);
  for (let k = 0; k < 8; k++) {
    for (let c = 0; c < 3; c++) local[c] = (k & (1 << c)) !== 0 ? geom_size[3 * g + c] : -geom_size[3 * g + c];
    mulMatVec3(corner, 0, geom_xmat, 9 * g, local, 0);
    addTo3(corner, 0, geom_xpos, 3 * g);
    n += ballTriangle(con, n * CON, margin, corner, 0, 0, corners, s);
  }
  return n;
}

/** Contact of a triangle corner with the nearest face of the box. */
function cornerInBox(
  m: Model,
  d: Data,
  g: int,
  margin: number,
  corners: Float64Array,
  v: int,
  s: number,
  con: Float64Array,
  c: int,
): int {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  sub3(local, 0, corners, v, geom_xpos, 3 * g);
  mulMatTVec3(local, 0, geom_xmat, 9 * g, local, 0);
  let face = 0;
  let maxBeyond: number = -1e30;
  for (let k = 0; k < 3; k++) {
    const beyond = Math.abs(local[k]) - geom_size[3 * g + k];
    if (beyond > margin + s) return 0;
    if (beyond > maxBeyond) {
      maxBeyond = beyond;
      face = k;
    }
  }
  if (maxBeyond - s > margin) return 0;
  const way: number = local[face] > 0 ? 1 : -1;
  startContact(con, c, maxBeyond - s);
  zero3(local, 0);
  local[face] = way;
  mulMatVec3(con, c + CON_NORMAL, geom_xmat, 9 * g, local, 0);
  addScl3(con, c + CON_POS, corners, v, con, c + CON_NORMAL, -(s + con[c] * 0.5));
  return 1;
}

const end1 = new Float64Array(3);
const end2 = new Float64Array(3);
const between = new Float64Array(3);

/** Contacts of capsule g and a triangle of radius s: capsule ends at the triangle, triangle corners along the
 *  capsule. */
export function capsuleTriangle(
  m: Model,
  d: Data,
  g: int,
  margin: number,
  corners: Float64Array,
  s: number,
  con: Float64Array,
): int {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const r = geom_size[3 * g];
  const half = geom_size[3 * g + 1];
  for (let k = 0; k < 3; k++) {
    end1[k] = geom_xpos[3 * g + k] - geom_xmat[9 * g + 3 * k + 2] * half;
    end2[k] = geom_xpos[3 * g + k] + geom_xmat[9 * g + 3 * k + 2] * half;
  }
  let n = ballTriangle(con, 0, margin, end1, 0, r, corners, s);
  n += ballTriangle(con, n * CON, margin, end2, 0, r, corners, s);
  sub3(between, 0, end2, 0, end1, 0);
  for (let v = 0; v < 9; v += 3) {
    sub3(local, 0, corners, v, end1, 0);
    const t = dot3(local, 0, between, 0) / (4 * half * half);
    if (t <= MINVAL || t >= 1 - MINVAL) continue;
    addScl3(corner, 0, end1, 0, between, 0, t);
    sub3(local, 0, corners, v, corner, 0);
    const dist = normalize3(local, 0);
    if (dist > r + s + margin) continue;
    startContact(con, n * CON, dist - r - s);
    copy3(con, n * CON + CON_NORMAL, local, 0);
    add3(con, n * CON + CON_POS, corner, 0, corners, v);
    addToScl3(con, n * CON + CON_POS, local, 0, r - s);
    scl3(con, n * CON + CON_POS, con, n * CON + CON_POS, 0.5);
    n++;
  }
  return n;
}
