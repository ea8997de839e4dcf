import type { int } from '../../../math/int.ts';
import { MAXCONPAIR } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { Disable, Enable, FlexSelf, GeomType, SleepState } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { flexState } from '../../tree/sleepState.ts';
import { canCollide, masksMeet } from '../filter.ts';
import { descendBody, descendFlexes } from './descend.ts';
import { elementElement, elementVertex, faceCorner, geomElement, planeFlex } from './elements.ts';
import { meetNear } from './nearPairs.ts';
import { orderContacts, orderSwept } from './orderContacts.ts';
import { sdfFlex } from './sdfFlex.ts';
import { isActive, sweepElements } from './sweepElements.ts';
import { thinContacts } from './thin.ts';

/** Contacts of body b with all flexes.
 *  reads  m: flex_* geom_* body_* bvh_*   d: flexvert_xpos flexelem_aabb bvh_aabb_dyn geom_xpos geom_xmat
 *  writes d: contact_* ncon work_flex_stack work_thin_* */
export function collideBodyFlexes(m: Model, d: Data, b: int): void {
  if (!canCollide(m, b)) return;
  const sleeping = someSleep(m, d);
  for (let f = 0; f < m.nflex; f++) collideBody(m, d, b, f, sleeping);
}

/** Contacts of flexes with each other, then with themselves. They follow those of bodies.
 *  reads  m: flex_* bvh_*   d: flexvert_xpos flexelem_aabb bvh_aabb_dyn
 *  writes d: contact_* ncon work_flex_stack work_flex_order* work_flex_open work_near_* work_thin_* */
export function collideFlexes(m: Model, d: Data): void {
  const { nflex, flex_contype, flex_conaffinity, flex_rigid } = m;
  const sleeping = someSleep(m, d);
  for (let f1 = 0; f1 < nflex; f1++) {
    for (let f2 = f1 + 1; f2 < nflex; f2++) collidePair(m, d, f1, f2, sleeping);
  }
  for (let f = 0; f < nflex; f++) {
    if (flex_rigid[f] !== 0 || (flex_contype[f] & flex_conaffinity[f]) === 0) continue;
    if (sleeping && flexState(m, d, f) === SleepState.ASLEEP) continue;
    collideInternal(m, d, f);
    collideSelf(m, d, f);
  }
}

function someSleep(m: Model, d: Data): boolean {
  return (m.opt.enableflags & Enable.SLEEP) !== 0 && d.nbody_awake < m.nbody;
}

/** Contacts of body b and flex f. */
function collideBody(m: Model, d: Data, b: int, f: int, sleeping: boolean): void {
  const { body_contype, body_conaffinity, body_dofnum, body_weldid, body_geomadr, body_geomnum, body_bvhadr } = m;
  const { flex_contype, flex_conaffinity, flex_bvhadr, geom_type } = m;
  if (!masksMeet(body_contype[b], body_conaffinity[b], flex_contype[f], flex_conaffinity[f])) return;
  if (sleeping && bodySleeps(m, d, b) && flexState(m, d, f) !== SleepState.AWAKE) return;
  const first = d.ncon;
  const end = body_geomadr[b] + body_geomnum[b];
  if ((m.opt.disableflags & Disable.MIDPHASE) !== 0 || body_bvhadr[b] < 0 || flex_bvhadr[f] < 0) {
    for (let g = body_geomadr[b]; g < end; g++) collideGeom(m, d, g, f);
    return;
  }
  if (body_dofnum[body_weldid[b]] === 0) {
    for (let g = body_geomadr[b]; g < end; g++) if (geom_type[g] === GeomType.PLANE) planeFlex(m, d, g, f);
  }
  for (let g = body_geomadr[b]; g < end; g++) if (geom_type[g] === GeomType.SDF) sdfFlex(m, d, g, f);
  descendBody(m, d, b, f);
  thinContacts(d, first);
  orderContacts(d, first);
}

/** True if nothing can move the body in this step. */
function bodySleeps(m: Model, d: Data, b: int): boolean {
  return m.body_treeid[b] < 0 || d.body_awake[b] !== SleepState.AWAKE;
}

/** Contacts of geom g with every element of flex f. */
function collideGeom(m: Model, d: Data, g: int, f: int): void {
  const { geom_type, geom_contype, geom_conaffinity, flex_contype, flex_conaffinity, flex_elemnum } = m;
  if (!masksMeet(geom_contype[g], geom_conaffinity[g], flex_contype[f], flex_conaffinity[f])) return;
  const first = d.ncon;
  if (geom_type[g] === GeomType.PLANE) planeFlex(m, d, g, f);
  else if (geom_type[g] === GeomType.SDF) sdfFlex(m, d, g, f);
  else for (let e = 0; e < flex_elemnum[f]; e++) geomElement(m, d, g, f, e);
  thinContacts(d, first);
}

/** Contacts of two flexes. */
function collidePair(m: Model, d: Data, f1: int, f2: int, sleeping: boolean): void {
  const { flex_contype, flex_conaffinity, flex_bvhadr, flex_elemnum } = m;
  if (!masksMeet(flex_contype[f1], flex_conaffinity[f1], flex_contype[f2], flex_conaffinity[f2])) return;
  const awake = flexState(m, d, f1) === SleepState.AWAKE || flexState(m, d, f2) === SleepState.AWAKE;
  if (sleeping && !awake) return;
  const first = d.ncon;
  if ((m.opt.disableflags & Disable.MIDPHASE) === 0 && flex_bvhadr[f1] >= 0 && flex_bvhadr[f2] >= 0) {
    descendFlexes(m, d, f1, f2);
    thinContacts(d, first);
    orderContacts(d, first);
  } else {
    for (let e1 = 0; e1 < flex_elemnum[f1]; e1++) {
      for (let e2 = 0; e2 < flex_elemnum[f2]; e2++) elementElement(m, d, f1, e1, f2, e2);
    }
    thinContacts(d, first);
  }
}

/** Contacts inside flex f: vertices of neighboring elements at the border, and vertices of tetrahedra with opposite
 *  faces. */
function collideInternal(m: Model, d: Data, f: int): void {
  const { flex_internal, flex_evpairadr, flex_evpairnum, flex_evpair, flex_dim } = m;
  const { flex_elemnum, flex_elemdataadr, flex_elem } = m;
  if (flex_internal[f] === 0) return;
  const first = d.ncon;
  const end = flex_evpairadr[f] + flex_evpairnum[f];
  for (let k = flex_evpairadr[f]; k < end; k++) elementVertex(m, d, f, flex_evpair[2 * k], flex_evpair[2 * k + 1]);
  for (let e = 0; e < flex_elemnum[f] && flex_dim[f] === 3; e++) {
    const data = flex_elemdataadr[f] + 4 * e;
    const a = flex_elem[data];
    const b = flex_elem[data + 1];
    const c = flex_elem[data + 2];
    const v = flex_elem[data + 3];
    faceCorner(m, d, f, e, a, b, c, v);
    faceCorner(m, d, f, e, a, c, v, b);
    faceCorner(m, d, f, e, a, v, b, c);
    faceCorner(m, d, f, e, b, v, c, a);
  }
  thinContacts(d, first);
}

/** Contacts between elements of flex f that are not neighbors. */
function collideSelf(m: Model, d: Data, f: int): void {
  const { flex_selfcollide, flex_bvhadr, flex_dim, flex_elemnum } = m;
  const mode = flex_selfcollide[f];
  if (mode === FlexSelf.NONE) return;
  const first = d.ncon;
  const boxes = (m.opt.disableflags & Disable.MIDPHASE) === 0 && mode !== FlexSelf.NARROW && flex_bvhadr[f] >= 0;
  if (boxes) {
    if (mode === FlexSelf.BVH || (mode === FlexSelf.AUTO && flex_dim[f] === 3)) descendFlexes(m, d, f, f);
    else sweepSelf(m, d, f, first);
  } else {
    for (let e1 = 0; e1 < flex_elemnum[f]; e1++) {
      if (!isActive(m, f, e1)) continue;
      for (let e2 = e1 + 1; e2 < flex_elemnum[f]; e2++) if (isActive(m, f, e2)) elementElement(m, d, f, e1, f, e2);
    }
  }
  thinContacts(d, first);
}

/** Contacts in the order of a sweep along an axis, as in MuJoCo. Other searches find them, unless there are too many:
 *  then the order of the sweep decides which are kept. */
function sweepSelf(m: Model, d: Data, f: int, first: int): void {
  const axis = longestAxis(m, d, f);
  if (meetNear(m, d, f, axis) && d.ncon - first <= MAXCONPAIR) {
    orderSwept(m, d, first, f, axis);
    return;
  }
  d.ncon = first;
  sweepElements(m, d, f, axis);
}

/** Longest axis of flex f. */
function longestAxis(m: Model, d: Data, f: int): int {
  const { bvh_aabb_dyn: box } = d;
  const i = 6 * (m.flex_bvhadr[f] - m.nbvhstatic) + 3;
  if (box[i] > box[i + 1] && box[i] > box[i + 2]) return 0;
  return box[i + 1] > box[i + 2] ? 1 : 2;
}
