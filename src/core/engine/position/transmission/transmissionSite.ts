import { addTo, isZero, zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { mulMatTVec } from '../../../math/linear/dense.ts';
import { mulMatTVec3, mulMatVec3 } from '../../../math/mat3.ts';
import { mulQuat, subQuat } from '../../../math/quat.ts';
import { addToScl3, copy3, dot3, scl3, set3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { jacDifference, lastDof, mergeChain } from '../../tree/chain.ts';
import { storeChain } from './moment.ts';

const ends = new Float64Array(6);
const wrench = new Float64Array(3);
const vec = new Float64Array(3);
const axis = new Float64Array(3);
const lengthByVec = new Float64Array(3);
const lengthByAxis = new Float64Array(3);
const quat = new Float64Array(4);
const refquat = new Float64Array(4);

/** Transmission of a site. Its gear is a wrench in the frame of the site, and the length is 0. With a reference site, the wrench
 *  is in the frame of that site and the length is their distance. */
export function siteTransmission(m: Model, d: Data, i: int): void {
  const { actuator_outadr, actuator_trnid, actuator_gear, site_bodyid } = m;
  const { actuator_length, site_xpos, site_xmat, pos_chain, pos_jac, pos_moment } = d;
  const out = actuator_outadr[i];
  const gear = 6 * out;
  const site = actuator_trnid[2 * i];
  const ref = actuator_trnid[2 * i + 1];
  const relative = ref !== -1;
  const body = site_bodyid[site];
  // without a reference the other body is the world, which has no dofs
  const other = relative ? site_bodyid[ref] : 0;
  const otherSite = relative ? ref : site;
  const n = mergeChain(m, pos_chain, other, body, relative);
  setEnds(d, otherSite, site);
  jacDifference(m, d, pos_jac, pos_chain, n, other, body, ends, true);
  actuator_length[out] = 0;
  zero(pos_moment, 0, n);
  if (!relative || !isZero(actuator_gear, gear, 3)) {
    if (relative) {
      sub3(vec, 0, site_xpos, 3 * site, site_xpos, 3 * ref);
      mulMatTVec3(vec, 0, site_xmat, 9 * ref, vec, 0);
      actuator_length[out] += dot3(vec, 0, actuator_gear, gear);
    }
    mulMatVec3(wrench, 0, site_xmat, 9 * otherSite, actuator_gear, gear);
    mulMatTVec(pos_moment, 0, pos_jac, 0, wrench, 0, 3, n);
  }
  if (!relative || !isZero(actuator_gear, gear + 3, 3)) {
    if (relative) {
      relativeRotation(m, d, site, ref);
      actuator_length[out] += dot3(vec, 0, actuator_gear, gear + 3);
    }
    mulMatVec3(wrench, 0, site_xmat, 9 * otherSite, actuator_gear, gear + 3);
    addProjectedWrench(d, n);
  }
  storeChain(d, out, n, 1);
}

/** ends = world positions of two sites */
function setEnds(d: Data, first: int, second: int): void {
  const { site_xpos } = d;
  copy3(ends, 0, site_xpos, 3 * first);
  copy3(ends, 3, site_xpos, 3 * second);
}

/** pos_moment += (rotational half of pos_jac)^T wrench */
function addProjectedWrench(d: Data, n: int): void {
  const { pos_jac, pos_row, pos_moment } = d;
  mulMatTVec(pos_row, 0, pos_jac, 3 * n, wrench, 0, 3, n);
  addTo(pos_moment, 0, pos_row, 0, n);
}

/** vec = rotation vector from the reference site to the site. The products have MuJoCo's order, site frame first. */
function relativeRotation(m: Model, d: Data, site: int, ref: int): void {
  const { site_quat, site_bodyid } = m;
  const { xquat } = d;
  mulQuat(quat, 0, site_quat, 4 * site, xquat, 4 * site_bodyid[site]);
  mulQuat(refquat, 0, site_quat, 4 * ref, xquat, 4 * site_bodyid[ref]);
  subQuat(vec, 0, quat, 0, refquat, 0);
}

/** Orientation of a site relative to a reference site: three outputs, along the axes of the site. */
export function orientationTransmission(m: Model, d: Data, i: int): void {
  const { actuator_outadr, actuator_trnid, site_bodyid } = m;
  const { actuator_length, site_xmat, pos_chain, pos_jac, pos_moment } = d;
  const out = actuator_outadr[i];
  const site = actuator_trnid[2 * i];
  const ref = actuator_trnid[2 * i + 1];
  const b1 = site_bodyid[ref];
  const b2 = site_bodyid[site];
  relativeRotation(m, d, site, ref);
  const n = mergeChain(m, pos_chain, b1, b2, true);
  setEnds(d, ref, site);
  jacDifference(m, d, pos_jac, pos_chain, n, b1, b2, ends, true);
  for (let k = 0; k < 3; k++) {
    actuator_length[out + k] = vec[k];
    const a = 9 * site + k;
    set3(wrench, 0, site_xmat[a], site_xmat[a + 3], site_xmat[a + 6]);
    mulMatTVec(pos_moment, 0, pos_jac, 3 * n, wrench, 0, 3, n);
    storeChain(d, out + k, n, 1);
  }
}

/** Transmission of a crank of fixed length between the site and a slider that moves along the z axis of its site. With a the axis
 *  and v the vector from slider to crank: length = a.v - sqrt((a.v)^2 + rod^2 - v.v). */
export function sliderCrank(m: Model, d: Data, i: int): void {
  const { actuator_outadr, actuator_trnid, actuator_gear, actuator_cranklength, site_bodyid } = m;
  const { actuator_length, site_xpos, site_xmat, pos_chain, pos_jac, pos_moment } = d;
  const out = actuator_outadr[i];
  const crank = actuator_trnid[2 * i];
  const slider = actuator_trnid[2 * i + 1];
  const rod = actuator_cranklength[i];
  const gear = actuator_gear[6 * out];
  set3(axis, 0, site_xmat[9 * slider + 2], site_xmat[9 * slider + 5], site_xmat[9 * slider + 8]);
  sub3(vec, 0, site_xpos, 3 * crank, site_xpos, 3 * slider);
  const av = dot3(vec, 0, axis, 0);
  const det = av * av + rod * rod - dot3(vec, 0, vec, 0);
  // derivatives of the length with respect to v and a; out of reach the crank is ignored
  if (det <= 0) {
    actuator_length[out] = av * gear;
    copy3(lengthByAxis, 0, vec, 0);
    copy3(lengthByVec, 0, axis, 0);
  } else {
    const root = Math.sqrt(det);
    actuator_length[out] = (av - root) * gear;
    scl3(lengthByVec, 0, axis, 0, 1 - av / root);
    addToScl3(lengthByVec, 0, vec, 0, 1 / root);
    scl3(lengthByAxis, 0, vec, 0, 1 - av / root);
  }
  const b1 = site_bodyid[slider];
  const b2 = site_bodyid[crank];
  const n = mergeChain(m, pos_chain, b1, b2, false);
  setEnds(d, slider, crank);
  jacDifference(m, d, pos_jac, pos_chain, n, b1, b2, ends, false);
  axisJacobian(m, d, b1, n);
  for (let k = 0; k < n; k++) {
    let sum: number = 0;
    for (let c = 0; c < 3; c++) sum += lengthByAxis[c] * pos_jac[(3 + c) * n + k] + lengthByVec[c] * pos_jac[c * n + k];
    pos_moment[k] = sum;
  }
  storeChain(d, out, n, gear);
}

/** Rows 3 to 5 of pos_jac = w x axis for the dofs of pos_chain that rotate the body */
function axisJacobian(m: Model, d: Data, body: int, n: int): void {
  const { dof_parentid } = m;
  const { cdof, pos_chain, pos_jac } = d;
  zero(pos_jac, 3 * n, 3 * n);
  let k = n - 1;
  for (let dof = lastDof(m, body); dof >= 0; dof = dof_parentid[dof]) {
    while (pos_chain[k] > dof) k--;
    const c = 6 * dof;
    pos_jac[3 * n + k] = cdof[c + 1] * axis[2] - cdof[c + 2] * axis[1];
    pos_jac[4 * n + k] = cdof[c + 2] * axis[0] - cdof[c] * axis[2];
    pos_jac[5 * n + k] = cdof[c] * axis[1] - cdof[c + 1] * axis[0];
  }
}
