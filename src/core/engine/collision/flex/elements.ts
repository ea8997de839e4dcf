import type { int } from '../../../math/int.ts';
import { quat2Mat, quatZ2Vec } from '../../../math/quat.ts';
import { add3, addScl3, addTo3, copy3, cross3, dot3, normalize3, scl3, set3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { Disable, Enable, GeomType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { penetration } from '../convex/convexConvex.ts';
import { elementHfield } from '../convex/convexHfield.ts';
import { setElement, setShape } from '../convex/shape.ts';
import { addFlexContacts, SIDES, setFlexSide, setGeomSide } from '../mixing.ts';
import { segmentBox } from '../pairs/capsuleBox.ts';
import { segmentSegment } from '../pairs/capsuleCapsule.ts';
import { ROUND, setRound } from '../pairs/round.ts';
import { ballCapsule } from '../pairs/sphereCapsule.ts';
import { CON, CON_NORMAL, CON_POS, startContact } from '../precontact.ts';
import { precontact as con } from '../workspace.ts';
import { boxesApart, sphereApart } from './boxes.ts';
import { roundNormal } from './roundNormal.ts';
import { ballTriangle, boxTriangle, capsuleTriangle } from './triangle.ts';

/*  Contacts of single elements of flexes with geoms, with each other and with vertices. */

/** Margin of a contact: the sum of both sides, or the override of the options. */
export function flexMargin(m: Model, sum: number): number {
  return (m.opt.enableflags & Enable.OVERRIDE) !== 0 ? m.opt.o_margin : sum;
}

const normal = new Float64Array(3);
const offset = new Float64Array(3);
/** Both sides of the contacts (mixing.ts). */
const sides = new Int32Array(SIDES);

/** Contacts of plane g with all vertices of flex f. */
export function planeFlex(m: Model, d: Data, g: int, f: int): void {
  const { geom_margin, geom_gap, flex_margin, flex_gap, flex_radius, flex_vertadr, flex_vertnum } = m;
  const { geom_xpos, geom_xmat, flexvert_xpos } = d;
  const margin = flexMargin(m, geom_margin[g] + flex_margin[f]);
  const reach = margin + (geom_gap[g] + flex_gap[f]) + flex_radius[f];
  set3(normal, 0, geom_xmat[9 * g + 2], geom_xmat[9 * g + 5], geom_xmat[9 * g + 8]);
  setGeomSide(sides, g);
  for (let v = 0; v < flex_vertnum[f]; v++) {
    const at = 3 * (flex_vertadr[f] + v);
    sub3(offset, 0, flexvert_xpos, at, geom_xpos, 3 * g);
    const height = dot3(offset, 0, normal, 0);
    if (height > reach) continue;
    startContact(con, 0, height - flex_radius[f]);
    addScl3(con, CON_POS, flexvert_xpos, at, normal, 0, -con[0] * 0.5 - flex_radius[f]);
    copy3(con, CON_NORMAL, normal, 0);
    setFlexSide(sides, 1, f, -1, v);
    addFlexContacts(m, d, sides, margin, 0, con, 1);
  }
}

const middle = new Float64Array(6);
const quat = new Float64Array(4);
const frame = new Float64Array(9);
/** Balls and capsules of both sides (pairs/round.ts). */
const pair = new Float64Array(2 * ROUND);

/** Sets the capsule at r of `pair` to element e of the one-dimensional flex f. */
function setCapsule(m: Model, d: Data, r: int, f: int, e: int): void {
  const { flex_elemdataadr, flex_elem, flex_vertadr, flex_radius } = m;
  const { flexvert_xpos } = d;
  const v1 = 3 * (flex_vertadr[f] + flex_elem[flex_elemdataadr[f] + 2 * e]);
  const v2 = 3 * (flex_vertadr[f] + flex_elem[flex_elemdataadr[f] + 2 * e + 1]);
  sub3(offset, 0, flexvert_xpos, v1, flexvert_xpos, v2);
  const half = 0.5 * normalize3(offset, 0);
  add3(middle, 0, flexvert_xpos, v1, flexvert_xpos, v2);
  scl3(middle, 0, middle, 0, 0.5);
  quatZ2Vec(quat, 0, offset, 0);
  quat2Mat(frame, 0, quat, 0);
  setRound(pair, r, middle, 0, frame, 0, flex_radius[f], half);
}

const corners = new Float64Array(9);

function readTriangle(m: Model, d: Data, f: int, e: int): void {
  const { flex_elemdataadr, flex_elem, flex_vertadr } = m;
  const { flexvert_xpos } = d;
  for (let k = 0; k < 3; k++) {
    const v = flex_vertadr[f] + flex_elem[flex_elemdataadr[f] + 3 * e + k];
    copy3(corners, 3 * k, flexvert_xpos, 3 * v);
  }
}

/** Contacts of geom g with element e of flex f, unless a vertex of the element belongs to the geom's body. */
export function geomElement(m: Model, d: Data, g: int, f: int, e: int): void {
  const { geom_margin, geom_gap, geom_rbound, flex_margin, flex_gap, flex_elemadr } = m;
  const margin = flexMargin(m, geom_margin[g] + flex_margin[f]);
  const reach = margin + (geom_gap[g] + flex_gap[f]);
  if ((m.opt.disableflags & Disable.MIDPHASE) !== 0) {
    const box = 6 * (flex_elemadr[f] + e);
    if (sphereApart(d.geom_xpos, 3 * g, geom_rbound[g] + reach, d.flexelem_aabb, box)) return;
  }
  if (hasBody(m, f, e, m.geom_bodyid[g])) return;
  const n = meetGeom(m, d, g, f, e, reach);
  if (n === 0) return;
  setGeomSide(sides, g);
  setFlexSide(sides, 1, f, e, -1);
  addFlexContacts(m, d, sides, margin, 0, con, n);
}

/** True if a vertex of the element belongs to the body. */
function hasBody(m: Model, f: int, e: int, body: int): boolean {
  const { flex_dim, flex_elemdataadr, flex_elem, flex_vertadr, flex_vertbodyid } = m;
  const data = flex_elemdataadr[f] + e * (flex_dim[f] + 1);
  for (let k = 0; k <= flex_dim[f]; k++) {
    if (body >= 0 && body === flex_vertbodyid[flex_vertadr[f] + flex_elem[data + k]]) return true;
  }
  return false;
}

/** Contacts of geom g and the element, to `con`; returns their number. */
function meetGeom(m: Model, d: Data, g: int, f: int, e: int, reach: number): int {
  const { geom_type, geom_size, flex_dim, flex_radius } = m;
  const { geom_xpos } = d;
  const type = geom_type[g];
  const dim = flex_dim[f];
  const radius = flex_radius[f];
  if (type === GeomType.HFIELD) return elementHfield(m, d, g, f, e, reach, con);
  if (dim === 1 && (type === GeomType.SPHERE || type === GeomType.CAPSULE || type === GeomType.BOX)) {
    return meetLine(m, d, g, f, e, reach);
  }
  if (dim === 2 && type === GeomType.SPHERE) {
    readTriangle(m, d, f, e);
    return ballTriangle(con, 0, reach, geom_xpos, 3 * g, geom_size[3 * g], corners, radius);
  }
  if (dim === 2 && type === GeomType.BOX) {
    readTriangle(m, d, f, e);
    return boxTriangle(m, d, g, reach, corners, radius, con);
  }
  if (dim === 2 && type === GeomType.CAPSULE) {
    readTriangle(m, d, f, e);
    return capsuleTriangle(m, d, g, reach, corners, radius, con);
  }
  setShape(m, d, 0, g, reach);
  setElement(m, d, 1, f, e, -1, reach);
  const n = penetration(m, d, 1, reach, con, 0);
  if (n > 0 && dim === 2) roundNormal(m, d, g, con, 0);
  return n;
}

/** Contacts of a sphere, capsule or box g with a line. */
function meetLine(m: Model, d: Data, g: int, f: int, e: int, reach: number): int {
  const { geom_type, geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const type = geom_type[g];
  setCapsule(m, d, ROUND, f, e);
  if (type !== GeomType.BOX) {
    setRound(pair, 0, geom_xpos, 3 * g, geom_xmat, 9 * g, geom_size[3 * g], geom_size[3 * g + 1]);
    if (type === GeomType.SPHERE) return ballCapsule(con, reach, pair, 0, pair, ROUND);
    return segmentSegment(con, reach, pair);
  }
  const n = segmentBox(m, d, pair, ROUND, g, reach, con);
  // the box was the second geom: flip the normal to point to the flex
  for (let k = 0; k < n; k++) scl3(con, k * CON + CON_NORMAL, con, k * CON + CON_NORMAL, -1);
  return n;
}

/** Contacts of two elements, of two flexes or of one, unless they share a body. */
export function elementElement(m: Model, d: Data, f1: int, e1: int, f2: int, e2: int): void {
  const { flex_margin, flex_gap, flex_elemadr } = m;
  const { flexelem_aabb } = d;
  // within a flex there would always be contacts in the margin
  const margin = f1 === f2 ? 0 : flexMargin(m, flex_margin[f1] + flex_margin[f2]);
  const reach = f1 === f2 ? 0 : margin + (flex_gap[f1] + flex_gap[f2]);
  if (boxesApart(flexelem_aabb, 6 * (flex_elemadr[f1] + e1), flexelem_aabb, 6 * (flex_elemadr[f2] + e2), reach)) return;
  if (!shareBody(m, f1, e1, f2, e2)) meetElements(m, d, f1, e1, f2, e2, margin, reach);
}

/** The same for two elements whose boxes meet and that share no body. */
export function meetElements(
  m: Model,
  d: Data,
  f1: int,
  e1: int,
  f2: int,
  e2: int,
  margin: number,
  reach: number,
): void {
  const { flex_dim, flex_radius } = m;
  // the gap exceeds the reach by more than rounding
  const far = (flex_radius[f1] + flex_radius[f2] + reach) * (1 + APART) + APART;
  if (cornerGap(m, d, f1, e1, f2, e2) > far) return;
  let n = 0;
  if (flex_dim[f1] === 1 && flex_dim[f2] === 1) {
    setCapsule(m, d, 0, f1, e1);
    setCapsule(m, d, ROUND, f2, e2);
    n = segmentSegment(con, reach, pair);
  } else {
    setElement(m, d, 0, f1, e1, -1, reach);
    setElement(m, d, 1, f2, e2, -1, reach);
    n = penetration(m, d, 1, reach, con, 0);
  }
  if (n === 0) return;
  setFlexSide(sides, 0, f1, e1, -1);
  setFlexSide(sides, 1, f2, e2, -1);
  addFlexContacts(m, d, sides, margin, 0, con, n);
}

/** Relative and absolute slack of cornerGap for rounding. */
const APART = 1e-9;

/** Gap between two elements along the line between their centroids; negative if they overlap there. Most neighbors have a gap, and
 *  need no further test. */
export function cornerGap(m: Model, d: Data, f1: int, e1: int, f2: int, e2: int): number {
  middleOf(m, d, f1, e1, 0);
  middleOf(m, d, f2, e2, 3);
  sub3(offset, 0, middle, 3, middle, 0);
  normalize3(offset, 0);
  return cornerEnd(m, d, f2, e2, 1) + cornerEnd(m, d, f1, e1, -1);
}

/** Centroid of an element, to `middle` at `to`. */
function middleOf(m: Model, d: Data, f: int, e: int, to: int): void {
  const { flex_dim, flex_elemdataadr, flex_elem, flex_vertadr } = m;
  const { flexvert_xpos } = d;
  const n = flex_dim[f] + 1;
  const data = flex_elemdataadr[f] + e * n;
  copy3(middle, to, flexvert_xpos, 3 * (flex_vertadr[f] + flex_elem[data]));
  for (let k = 1; k < n; k++) addTo3(middle, to, flexvert_xpos, 3 * (flex_vertadr[f] + flex_elem[data + k]));
  scl3(middle, to, middle, to, 1 / n);
}

/** Minimum of sign times the coordinates of the corners of element e along `offset`. */
function cornerEnd(m: Model, d: Data, f: int, e: int, sign: number): number {
  const { flex_dim, flex_elemdataadr, flex_elem, flex_vertadr } = m;
  const { flexvert_xpos } = d;
  const data = flex_elemdataadr[f] + e * (flex_dim[f] + 1);
  let minAlong = sign * dot3(flexvert_xpos, 3 * (flex_vertadr[f] + flex_elem[data]), offset, 0);
  for (let k = 1; k <= flex_dim[f]; k++) {
    minAlong = Math.min(minAlong, sign * dot3(flexvert_xpos, 3 * (flex_vertadr[f] + flex_elem[data + k]), offset, 0));
  }
  return minAlong;
}

/** True if the elements have vertices on the same body. */
export function shareBody(m: Model, f1: int, e1: int, f2: int, e2: int): boolean {
  const { flex_dim, flex_elemdataadr, flex_elem, flex_vertadr, flex_vertbodyid } = m;
  if (f1 === f2 && flex_dim[f1] === 2) return trianglesShareBody(m, f1, e1, e2);
  const n1 = flex_dim[f1] + 1;
  const n2 = flex_dim[f2] + 1;
  const base1 = flex_vertadr[f1];
  const base2 = flex_vertadr[f2];
  const data1 = flex_elemdataadr[f1] + e1 * n1;
  const data2 = flex_elemdataadr[f2] + e2 * n2;
  for (let i = data1; i < data1 + n1; i++) {
    const body = flex_vertbodyid[base1 + flex_elem[i]];
    if (body < 0) continue;
    for (let j = data2; j < data2 + n2; j++) if (body === flex_vertbodyid[base2 + flex_elem[j]]) return true;
  }
  return false;
}

/** The same for two triangles of a flex, without branches: most of these are neighbors. */
function trianglesShareBody(m: Model, f: int, e1: int, e2: int): boolean {
  const { flex_elemdataadr, flex_elem, flex_vertadr, flex_vertbodyid } = m;
  const base = flex_vertadr[f];
  const i = flex_elemdataadr[f] + 3 * e1;
  const j = flex_elemdataadr[f] + 3 * e2;
  const a = flex_vertbodyid[base + flex_elem[j]];
  const b = flex_vertbodyid[base + flex_elem[j + 1]];
  const c = flex_vertbodyid[base + flex_elem[j + 2]];
  let shared = 0;
  for (let k = i; k < i + 3; k++) {
    const body = flex_vertbodyid[base + flex_elem[k]];
    const same = (body === a ? 1 : 0) | (body === b ? 1 : 0) | (body === c ? 1 : 0);
    shared |= same & (body >= 0 ? 1 : 0);
  }
  return shared !== 0;
}

const identity = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1]);

/** Contacts of element e of flex f with vertex v of the same flex; margins do not apply. */
export function elementVertex(m: Model, d: Data, f: int, e: int, v: int): void {
  const { flex_margin, flex_radius, flex_dim, flex_vertadr, flex_elemadr } = m;
  const { flexvert_xpos, flexelem_aabb } = d;
  const r = flex_radius[f];
  const at = 3 * (flex_vertadr[f] + v);
  const bound = flexMargin(m, flex_margin[f]) + r;
  if (sphereApart(flexvert_xpos, at, bound, flexelem_aabb, 6 * (flex_elemadr[f] + e))) return;
  let n = 0;
  if (flex_dim[f] === 1) {
    setRound(pair, 0, flexvert_xpos, at, identity, 0, r, 0);
    setCapsule(m, d, ROUND, f, e);
    n = ballCapsule(con, 0, pair, 0, pair, ROUND);
  } else if (flex_dim[f] === 2) {
    readTriangle(m, d, f, e);
    n = ballTriangle(con, 0, 0, flexvert_xpos, at, r, corners, r);
  } else {
    setElement(m, d, 0, f, -1, v, 0);
    setElement(m, d, 1, f, e, -1, 0);
    n = penetration(m, d, 1, 0, con, 0);
  }
  if (n === 0) return;
  setFlexSide(sides, 0, f, -1, v);
  setFlexSide(sides, 1, f, e, -1);
  addFlexContacts(m, d, sides, 0, 0, con, n);
}

const edge1 = new Float64Array(3);
const edge2 = new Float64Array(3);

/** Keeps corner v of a tetrahedron (element e of flex f) on its side of the face of the corners a, b, c. */
export function faceCorner(m: Model, d: Data, f: int, e: int, a: int, b: int, c: int, v: int): void {
  const { flex_vertadr, flex_radius } = m;
  const { flexvert_xpos: x } = d;
  const base = flex_vertadr[f];
  sub3(edge1, 0, x, 3 * (base + b), x, 3 * (base + a));
  sub3(edge2, 0, x, 3 * (base + c), x, 3 * (base + a));
  sub3(offset, 0, x, 3 * (base + v), x, 3 * (base + a));
  cross3(normal, 0, edge1, 0, edge2, 0);
  normalize3(normal, 0);
  const height = dot3(offset, 0, normal, 0);
  if (height <= -2 * flex_radius[f]) return;
  startContact(con, 0, -height - 2 * flex_radius[f]);
  scl3(con, CON_NORMAL, normal, 0, -1);
  addScl3(con, CON_POS, x, 3 * (base + v), normal, 0, -0.5 * height);
  setFlexSide(sides, 0, f, e, -1);
  setFlexSide(sides, 1, f, -1, v);
  addFlexContacts(m, d, sides, 0, 1, con, 1);
}
