import type { int } from '../../math/int.ts';
import { mulMatVec3 } from '../../math/mat3.ts';
import { addToScl3, cross3, sub3, zero3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { isDiscrete } from '../tree/metricTerms.ts';
import { isPyramidal } from '../tree/settings.ts';
import { mulJacVec } from './mulJac.ts';
import { subtractJdotv } from './rows/jdotv.ts';

/** Velocity and reference acceleration of every row.
 *  reads  d: qvel cvel efc_J* efc_KBIP efc_pos efc_margin efc_R contact_*   m: geom_surfacevel
 *  writes d: efc_vel efc_aref */
export function referenceConstraint(m: Model, d: Data): void {
  const { efc_vel, efc_aref, efc_KBIP, efc_pos, efc_margin } = d;
  const { nefc } = d;
  if (nefc === 0) return;
  velocityConstraint(m, d);
  if (isDiscrete(m)) {
    endReference(m, d);
    return;
  }
  for (let e = 0; e < nefc; e++) {
    // aref = -B vel - K imp (pos - margin)
    efc_aref[e] =
      -efc_KBIP[4 * e + 1] * efc_vel[e] - efc_KBIP[4 * e] * efc_KBIP[4 * e + 2] * (efc_pos[e] - efc_margin[e]);
  }
  addAdhesion(m, d);
  if (d.ne > 0) subtractJdotv(m, d);
}

/** Velocity of every row.
 *  reads  d: qvel efc_J* contact_*   m: geom_surfacevel   writes d: efc_vel */
export function velocityConstraint(m: Model, d: Data): void {
  if (d.nefc === 0) return;
  mulJacVec(m, d, d.efc_vel, 0, d.qvel, 0);
  addSurfaceVelocity(m, d);
}

/** Reference acceleration at the end of the step, to first order in the acceleration, which is on the other side:
 *  (1 + h B + h^2 K imp) aref = -B vel - K imp (pos - margin + h vel) - dJ/dt v */
function endReference(m: Model, d: Data): void {
  const { efc_vel, efc_aref, efc_KBIP, efc_pos, efc_margin } = d;
  const { nefc } = d;
  const h = m.opt.timestep;
  for (let e = 0; e < nefc; e++) {
    const K = efc_KBIP[4 * e] * efc_KBIP[4 * e + 2];
    efc_aref[e] = -efc_KBIP[4 * e + 1] * efc_vel[e] - K * (efc_pos[e] - efc_margin[e] + h * efc_vel[e]);
  }
  if (d.ne > 0) subtractJdotv(m, d);
  for (let e = 0; e < nefc; e++) {
    efc_aref[e] /= 1 + h * (efc_KBIP[4 * e + 1] + h * efc_KBIP[4 * e] * efc_KBIP[4 * e + 2]);
  }
  addAdhesion(m, d);
}

const relative = new Float64Array(12);

/** Adds surface velocities (conveyors): the velocity of a surface at a contact adds to its tangential and spin
 *  velocities. */
function addSurfaceVelocity(m: Model, d: Data): void {
  const { contact_efc_address, contact_geom, contact_frame } = d;
  const { ncon } = d;
  let geom1 = -1;
  let geom2 = -1;
  let moving1 = false;
  let moving2 = false;
  for (let i = 0; i < ncon; i++) {
    if (contact_efc_address[i] < 0) continue;
    // contacts of a pair of geoms are consecutive
    if (contact_geom[2 * i] !== geom1 || contact_geom[2 * i + 1] !== geom2) {
      geom1 = contact_geom[2 * i];
      geom2 = contact_geom[2 * i + 1];
      moving1 = surfaceMoves(m, geom1);
      moving2 = surfaceMoves(m, geom2);
    }
    if (!moving1 && !moving2) continue;
    zero3(relative, 0);
    zero3(relative, 3);
    if (moving1) addSurface(m, d, contact_geom[2 * i], i, -1);
    if (moving2) addSurface(m, d, contact_geom[2 * i + 1], i, 1);
    // normal, two tangents, spin, two rolls: a surface neither pushes nor rolls
    mulMatVec3(relative, 6, contact_frame, 9 * i, relative, 0);
    mulMatVec3(relative, 9, contact_frame, 9 * i, relative, 3);
    relative[6] = 0;
    relative[10] = 0;
    relative[11] = 0;
    addContactVelocity(m, d, i);
  }
}

function surfaceMoves(m: Model, geom: int): boolean {
  const { geom_surfacevel } = m;
  if (geom < 0) return false;
  for (let k = 6 * geom; k < 6 * geom + 6; k++) if (geom_surfacevel[k] !== 0) return true;
  return false;
}

const surface = new Float64Array(12);

/** relative += sign * velocity (linear, angular) of the surface of a geom at contact i, in the world frame */
function addSurface(m: Model, d: Data, geom: int, i: int, sign: number): void {
  const { geom_surfacevel } = m;
  const { geom_xpos, geom_xmat, contact_pos } = d;
  mulMatVec3(surface, 0, geom_xmat, 9 * geom, geom_surfacevel, 6 * geom);
  mulMatVec3(surface, 3, geom_xmat, 9 * geom, geom_surfacevel, 6 * geom + 3);
  sub3(surface, 6, contact_pos, 3 * i, geom_xpos, 3 * geom);
  cross3(surface, 9, surface, 3, surface, 6);
  addToScl3(surface, 0, surface, 9, 1);
  addToScl3(relative, 0, surface, 0, sign);
  addToScl3(relative, 3, surface, 3, sign);
}

/** efc_vel of contact i += the six velocities in relative[6..12) */
function addContactVelocity(m: Model, d: Data, i: int): void {
  const { efc_vel, contact_efc_address, contact_dim, contact_friction } = d;
  const e = contact_efc_address[i];
  const dim = contact_dim[i];
  if (dim === 1 || !isPyramidal(m)) {
    for (let k = 0; k < dim; k++) efc_vel[e + k] += relative[6 + k];
    return;
  }
  for (let k = 1; k < dim; k++) {
    const slide = contact_friction[5 * i + k - 1] * relative[6 + k];
    efc_vel[e + 2 * (k - 1)] += slide;
    efc_vel[e + 2 * (k - 1) + 1] -= slide;
  }
}

/** Adds the adhesion force to aref: it raises aref of the normal by R * force, so that the compression equals that of a
 *  contact without adhesion. */
function addAdhesion(m: Model, d: Data): void {
  const { efc_aref, efc_R, contact_adhesion, contact_efc_address, contact_dim } = d;
  const { ncon } = d;
  const pyramidal = isPyramidal(m);
  for (let i = 0; i < ncon; i++) {
    const e = contact_efc_address[i];
    if (contact_adhesion[i] === 0 || e < 0) continue;
    const edges = contact_dim[i] === 1 || !pyramidal ? 1 : 2 * (contact_dim[i] - 1);
    for (let k = 0; k < edges; k++) efc_aref[e + k] += efc_R[e + k] * (contact_adhesion[i] / edges);
  }
}
