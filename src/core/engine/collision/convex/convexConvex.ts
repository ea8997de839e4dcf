import { copy } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { makeFrame, mulMatMat3, mulMatVec3, transpose3 } from '../../../math/mat3.ts';
import { axisAngle2Quat, quat2Mat } from '../../../math/quat.ts';
import { copy3, dist3, normalize3, sub3, subFrom3, zero3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { Disable, GeomType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { CON, CON_NORMAL, CON_POS, startContact } from '../precontact.ts';
import { areStillApart, rememberApart } from './apart.ts';
import { ccd } from './ccd.ts';
import { exactContact } from './exact/exactContact.ts';
import { EPA_MAX, gjkState, gjkWitness1, gjkWitness2, gjkWitnessDist, NWITNESS } from './gjk/workspace.ts';
import { areDiscrete, resetPose, setShape } from './shape.ts';
import { MAT, POS, SHAPE, shape } from './workspace.ts';

/** Angle of the rotations for additional contacts, and minimum distance of these contacts relative to the smaller
 *  geom. */
const MULTICCD_TOLERANCE = 1e-3;
const DISTINCT = 1e-3;

/** Tolerance of the second attempt for a contact that could not be made exact. */
const SHARP = 1e-9;

const frame = new Float64Array(9);
const quat = new Float64Array(4);
const rotation = new Float64Array(9);
const inverse = new Float64Array(9);
const arm = new Float64Array(3);
const displacement = new Float64Array(3);
const sharp = new Float64Array(CON);

/** Contacts of two convex geoms by GJK and EPA. Flat features give several: polytopes by clipping their faces, others
 *  by rotating the geoms about the first contact and running again.
 *
 *  If the flag `nativeccd` is disabled, MuJoCo uses MPR of libccd instead; here the flag has no effect. */
export function convexConvex(m: Model, d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  const { geom_type } = m;
  setShape(m, d, 0, g1, margin);
  setShape(m, d, 1, g2, margin);
  if (areStillApart(m, d, g1, g2)) return 0;
  const maxContacts = contactsInOnePass(m, g1, g2, margin);
  const tolerance = minSeparation(m, g1, g2);
  let n = 0;
  // at their poses; then rotated about both tangents, in both directions
  for (let k = -1; k < 4; k++) {
    if (k >= 0) rotateShapes(k, con);
    const found = penetration(m, d, k < 0 ? maxContacts : 1, margin, con, n * CON);
    if (k < 0) {
      n = found;
      if (n === 0) rememberApart(d, g1, g2);
      if (maxContacts > 1 || n !== 1 || (m.opt.disableflags & Disable.MULTICCD) !== 0) return n;
      if (isSmooth(geom_type[g1]) || isSmooth(geom_type[g2])) return n;
      beginRotations(con);
      continue;
    }
    if (found !== 0 && isDistinct(con, n, tolerance)) {
      con[n * CON] = con[0];
      n++;
    }
    resetPose(d, 0, g1);
    resetPose(d, 1, g2);
  }
  return n;
}

/** Minimum distance between contacts found by rotating. */
export function minSeparation(m: Model, g1: int, g2: int): number {
  return DISTINCT * Math.min(m.geom_rbound[g1], m.geom_rbound[g2]);
}

/** Stores the tangents of the first contact. */
export function beginRotations(con: Float64Array): void {
  copy3(frame, 0, con, CON_NORMAL);
  zero3(frame, 3);
  makeFrame(frame, 0);
}

/** True for spheres and ellipsoids, which touch at one point. */
function isSmooth(type: int): boolean {
  return type === GeomType.SPHERE || type === GeomType.ELLIPSOID;
}

/** Maximum number of contacts from clipping: four for polytopes without margin. */
export function contactsInOnePass(m: Model, g1: int, g2: int, margin: number): int {
  const { geom_type } = m;
  if (margin > 0 || (m.opt.disableflags & Disable.MULTICCD) !== 0) return 1;
  const flat1 = geom_type[g1] === GeomType.BOX || geom_type[g1] === GeomType.MESH;
  const flat2 = geom_type[g2] === GeomType.BOX || geom_type[g2] === GeomType.MESH;
  return flat1 && flat2 ? 4 : 1;
}

/** Contacts of the two shapes at their current poses, to con at c; returns the number of contacts. */
export function penetration(m: Model, d: Data, maxContacts: int, margin: number, con: Float64Array, c: int): int {
  if (!(ccd(m, d, maxContacts, 0) < 0)) return 0;
  const n = gjkState[NWITNESS];
  for (let k = 0; k < n; k++) writeWitness(k, margin, con, c + k * CON);
  if (m.opt.ccd_exact !== 0 && n === 1 && !areDiscrete() && !exactContact(m, margin, con, c)) {
    sharpContact(m, d, margin, con, c);
  }
  return n;
}

/** The contact between the k-th pair of witness points. */
function writeWitness(k: int, margin: number, con: Float64Array, at: int): void {
  startContact(con, at, margin + gjkWitnessDist[k]);
  for (let i = 0; i < 3; i++) con[at + CON_POS + i] = 0.5 * (gjkWitness1[3 * k + i] + gjkWitness2[3 * k + i]);
  sub3(con, at + CON_NORMAL, gjkWitness1, 3 * k, gjkWitness2, 3 * k);
  normalize3(con, at + CON_NORMAL);
}

/** Runs again from a better initial point: after few iterations EPA can be far from the deepest points of shapes with a
 *  large overlap. */
function sharpContact(m: Model, d: Data, margin: number, con: Float64Array, c: int): void {
  const iterations = m.opt.ccd_iterations;
  const tolerance = m.opt.ccd_tolerance;
  m.opt.ccd_iterations = EPA_MAX;
  m.opt.ccd_tolerance = SHARP;
  const dist = ccd(m, d, 1, 0);
  m.opt.ccd_iterations = iterations;
  m.opt.ccd_tolerance = tolerance;
  if (!(dist < 0) || gjkState[NWITNESS] !== 1) return;
  writeWitness(0, margin, sharp, 0);
  if (exactContact(m, margin, sharp, 0)) copy(con, c, sharp, 0, CON);
}

/** Angle of the k-th rotation of shape 0. */
export function rotationAngle(k: int): number {
  return (k & 1) === 0 ? -MULTICCD_TOLERANCE : MULTICCD_TOLERANCE;
}

/** Rotates the shapes against each other about one of the tangents of the first contact. */
export function rotateShapes(k: int, con: Float64Array): void {
  axisAngle2Quat(quat, 0, frame, k < 2 ? 3 : 6, rotationAngle(k));
  quat2Mat(rotation, 0, quat, 0);
  transpose3(inverse, 0, rotation, 0);
  rotateShape(0, rotation, con);
  rotateShape(1, inverse, con);
}

/** Rotates shape k about the position of the first contact. */
function rotateShape(k: int, R: Float64Array, con: Float64Array): void {
  const s = k * SHAPE;
  mulMatMat3(shape, s + MAT, R, 0, shape, s + MAT);
  // pos -= R arm - arm, arm from pos to the contact
  sub3(arm, 0, con, CON_POS, shape, s + POS);
  mulMatVec3(displacement, 0, R, 0, arm, 0);
  subFrom3(displacement, 0, arm, 0);
  subFrom3(shape, s + POS, displacement, 0);
}

/** True if contact n is far from all earlier ones. */
export function isDistinct(con: Float64Array, n: int, tolerance: number): boolean {
  for (let k = 0; k < n; k++) if (dist3(con, k * CON + CON_POS, con, n * CON + CON_POS) <= tolerance) return false;
  return true;
}
