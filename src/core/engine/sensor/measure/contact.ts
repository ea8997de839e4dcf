import { copy, scl, zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { mulMatTVec3 } from '../../../math/mat3.ts';
import { addTo3, addToScl3, copy3, cross3, dot3, norm3, scl3, sub3, zero3 } from '../../../math/vec3.ts';
import { MINVAL, NSENS } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { ConDataField, ContactReduction, ObjType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { contactForce } from '../../tree/contactForce.ts';
import { contactBody } from '../../tree/sleepState.ts';
import { insideGeom } from './insideGeom.ts';

/*  Contact sensor: contacts between two objects, in slots of selected fields. If there are more contacts than slots, it
 *  keeps the first, the nearest or the strongest ones, or replaces all by their net force. */

const FIELDS = 7;
/** Number of reals per field. */
const width = new Int32Array([1, 3, 3, 1, 3, 3, 3]);

const wrench = new Float64Array(6);

export function contactSensor(m: Model, d: Data, i: int, out: Float64Array, o: int): void {
  const { sensor_dim, sensor_intprm } = m;
  const spec = sensor_intprm[NSENS * i];
  const reduce = sensor_intprm[NSENS * i + 1];
  zero(out, o, sensor_dim[i]);
  const found = countMatches(m, d, i);
  if (reduce === ContactReduction.NETFORCE) {
    netForce(m, d, i, found, spec, out, o);
    return;
  }
  const size = fieldOffset(spec, FIELDS);
  const slots = Math.min((sensor_dim[i] / size) | 0, found);
  let last = -1;
  for (let k = 0; k < slots; k++) {
    last = nextContact(m, d, i, reduce, last);
    const flip = matchContact(m, d, last, i) < 0;
    writeSlot(m, d, last, flip, found, spec, out, o + k * size);
  }
}

/** Offset of a field in a slot that has the fields of `spec`. */
function fieldOffset(spec: int, field: int): int {
  let offset = 0;
  for (let f = 0; f < field; f++) if ((spec & (1 << f)) !== 0) offset += width[f];
  return offset;
}

function countMatches(m: Model, d: Data, i: int): int {
  let n = 0;
  for (let c = 0; c < d.ncon; c++) if (matchContact(m, d, c, i) !== 0) n++;
  return n;
}

/** The contact after `last` (-1: none) in the order of the reduction; ties by index. */
function nextContact(m: Model, d: Data, i: int, reduce: int, last: int): int {
  const floor = last < 0 ? 0 : criterion(m, d, last, reduce);
  let best = -1;
  let bestValue: number = 0;
  for (let c = 0; c < d.ncon; c++) {
    if (matchContact(m, d, c, i) === 0) continue;
    const value = criterion(m, d, c, reduce);
    if (last >= 0 && (value < floor || (value === floor && c <= last))) continue;
    if (best >= 0 && value >= bestValue) continue;
    best = c;
    bestValue = value;
  }
  return best;
}

/** Sort key of contacts, smallest first. */
function criterion(m: Model, d: Data, c: int, reduce: int): number {
  if (reduce === ContactReduction.MINDIST) return d.contact_dist[c];
  if (reduce !== ContactReduction.MAXFORCE) return 0;
  contactForce(m, d, c, wrench, 0);
  return -dot3(wrench, 0, wrench, 0);
}

/** Fields of one contact; if flipped, its frame is rotated by half a turn about the second tangent. */
function writeSlot(m: Model, d: Data, c: int, flip: boolean, found: int, spec: int, out: Float64Array, o: int): void {
  const { contact_dist, contact_pos, contact_frame } = d;
  const sign: number = flip ? -1 : 1;
  contactForce(m, d, c, wrench, 0);
  wrench[2] *= sign;
  wrench[5] *= sign;
  for (let f = 0; f < FIELDS; f++) {
    if ((spec & (1 << f)) === 0) continue;
    const at = o + fieldOffset(spec, f);
    switch (f) {
      case ConDataField.FOUND:
        out[at] = found;
        break;
      case ConDataField.FORCE:
        copy3(out, at, wrench, 0);
        break;
      case ConDataField.TORQUE:
        copy3(out, at, wrench, 3);
        break;
      case ConDataField.DIST:
        out[at] = contact_dist[c];
        break;
      case ConDataField.POS:
        copy3(out, at, contact_pos, 3 * c);
        break;
      case ConDataField.NORMAL:
        scl3(out, at, contact_frame, 9 * c, sign);
        break;
      default:
        scl3(out, at, contact_frame, 9 * c + 3, sign);
    }
  }
}

const point = new Float64Array(3);
const total = new Float64Array(6);
const part = new Float64Array(3);
const arm = new Float64Array(3);

/** Sum of all contact forces, in world axes, at the force-weighted mean of the contact points. */
function netForce(m: Model, d: Data, i: int, found: int, spec: int, out: Float64Array, o: int): void {
  const { ncon, contact_pos } = d;
  zero3(point, 0);
  let weights: number = 0;
  for (let c = 0; c < ncon; c++) {
    if (matchContact(m, d, c, i) === 0) continue;
    contactForce(m, d, c, wrench, 0);
    const weight = norm3(wrench, 0);
    addToScl3(point, 0, contact_pos, 3 * c, weight);
    weights += weight;
  }
  scl3(point, 0, point, 0, 1 / Math.max(weights, MINVAL));
  zero(total, 0, 6);
  for (let c = 0; c < ncon; c++) {
    const match = matchContact(m, d, c, i);
    if (match !== 0) addWrench(m, d, c, match);
  }
  for (let f = 0; f < FIELDS; f++) {
    if ((spec & (1 << f)) === 0) continue;
    const at = o + fieldOffset(spec, f);
    if (f === ConDataField.FOUND) out[at] = found;
    else if (f === ConDataField.FORCE) copy(out, at, total, 0, 3);
    else if (f === ConDataField.TORQUE) copy(out, at, total, 3, 3);
    else if (f === ConDataField.POS) copy3(out, at, point, 0);
    else if (f === ConDataField.NORMAL) out[at] = 1;
    else if (f === ConDataField.TANGENT) out[at + 1] = 1;
  }
}

/** total += force and torque of contact c about `point`, in world axes */
function addWrench(m: Model, d: Data, c: int, sign: int): void {
  const { contact_frame, contact_pos } = d;
  contactForce(m, d, c, wrench, 0);
  scl(wrench, 0, wrench, 0, sign, 6);
  mulMatTVec3(part, 0, contact_frame, 9 * c, wrench, 3);
  addTo3(total, 3, part, 0);
  mulMatTVec3(part, 0, contact_frame, 9 * c, wrench, 0);
  addTo3(total, 0, part, 0);
  sub3(arm, 0, contact_pos, 3 * c, point, 0);
  cross3(part, 0, arm, 0, part, 0);
  addTo3(total, 3, part, 0);
}

/** 1 if contact c belongs to sensor i and its normal points from the sensor's first object to the second, -1 if in the
 *  opposite direction, 0 if it does not belong to it. */
function matchContact(m: Model, d: Data, c: int, i: int): int {
  const { sensor_objtype, sensor_objid, sensor_reftype, sensor_refid } = m;
  const { contact_geom, contact_pos } = d;
  const type1 = sensor_objtype[i];
  const type2 = sensor_reftype[i];
  const id1 = sensor_objid[i];
  const id2 = sensor_refid[i];
  if (type1 === ObjType.UNKNOWN && type2 === ObjType.UNKNOWN) return 1;
  if (type1 === ObjType.SITE && !insideGeom(m, d, id1, contact_pos, 3 * c)) return 0;
  const geom1 = contact_geom[2 * c];
  const geom2 = contact_geom[2 * c + 1];
  const body1 = contactBody(m, d, c, 0);
  const body2 = contactBody(m, d, c, 1);
  const match11 = isObject(m, body1, geom1, type1, id1);
  const match12 = isObject(m, body2, geom2, type1, id1);
  const match21 = isObject(m, body1, geom1, type2, id2);
  const match22 = isObject(m, body2, geom2, type2, id2);
  if ((!match11 && !match12) || (!match21 && !match22)) return 0;
  if (type1 === ObjType.UNKNOWN) return match22 ? 1 : -1;
  if (type2 === ObjType.UNKNOWN) return match11 ? 1 : -1;
  if (match11 && match22) return 1;
  return match12 && match21 ? -1 : 0;
}

/** True if a side of a contact is the object, or belongs to it (a subtree). Sites are volumes and match any side. */
function isObject(m: Model, body: int, geom: int, type: int, id: int): boolean {
  switch (type) {
    case ObjType.UNKNOWN:
    case ObjType.SITE:
      return true;
    case ObjType.GEOM:
      return geom === id;
    case ObjType.BODY:
      return body === id;
    default: {
      let b = body;
      while (b > id) b = m.body_parentid[b];
      return b === id;
    }
  }
}
