import { zero } from '../../math/array.ts';
import { MINVAL } from '../../math/constants.ts';
import type { int } from '../../math/int.ts';
import { mulMatTVec3, mulMatVec3 } from '../../math/mat3.ts';
import { shiftMotion } from '../../math/spatial.ts';
import { addTo3, cross3, scl3, sub3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';

const arm = new Float64Array(3);
const moving = new Float64Array(3);

/** Velocity of the center of mass of each subtree, and its angular momentum about that center.
 *  reads  m: body_*   d: cvel xipos ximat subtree_com body_awake_ind
 *  writes d: subtree_linvel subtree_angmom flg_subtreevel */
export function subtreeVel(m: Model, d: Data): void {
  const { body_parentid, body_subtreemass } = m;
  const { nbody_awake, body_awake_ind, subtree_linvel } = d;
  for (let k = 0; k < nbody_awake; k++) bodyMomentum(m, d, body_awake_ind[k]);
  // add momenta to the parents, then compute velocities from momenta
  for (let k = nbody_awake - 1; k >= 0; k--) {
    const i = body_awake_ind[k];
    if (i > 0) addTo3(subtree_linvel, 3 * body_parentid[i], subtree_linvel, 3 * i);
    scl3(subtree_linvel, 3 * i, subtree_linvel, 3 * i, 1 / Math.max(MINVAL, body_subtreemass[i]));
  }
  for (let k = nbody_awake - 1; k >= 0; k--) {
    const i = body_awake_ind[k];
    if (i > 0) passAngularMomentum(m, d, i);
  }
  d.flg_subtreevel = 1;
}

/** Linear momentum of body i, and its angular momentum about its own center of mass: R I R^T w */
function bodyMomentum(m: Model, d: Data, i: int): void {
  const { body_weldid, body_dofnum, body_rootid, body_mass, body_inertia } = m;
  const { cvel, xipos, ximat, subtree_com, subtree_linvel, subtree_angmom, body_vel } = d;
  if (body_dofnum[body_weldid[i]] === 0) zero(body_vel, 6 * i, 6);
  else shiftMotion(body_vel, 6 * i, cvel, 6 * i, xipos, 3 * i, subtree_com, 3 * body_rootid[i]);
  scl3(subtree_linvel, 3 * i, body_vel, 6 * i + 3, body_mass[i]);
  mulMatTVec3(moving, 0, ximat, 9 * i, body_vel, 6 * i);
  for (let c = 0; c < 3; c++) moving[c] *= body_inertia[3 * i + c];
  mulMatVec3(subtree_angmom, 3 * i, ximat, 9 * i, moving, 0);
}

/** Completes the angular momentum of subtree i about its center of mass and adds it to the parent's: each is relative
 *  to its own center, so the parent's gets arm x momentum in addition. */
function passAngularMomentum(m: Model, d: Data, i: int): void {
  const { body_parentid, body_mass, body_subtreemass } = m;
  const { xipos, subtree_com, subtree_linvel, subtree_angmom, body_vel } = d;
  const parent = 3 * body_parentid[i];
  sub3(arm, 0, xipos, 3 * i, subtree_com, 3 * i);
  sub3(moving, 0, body_vel, 6 * i + 3, subtree_linvel, 3 * i);
  scl3(moving, 0, moving, 0, body_mass[i]);
  cross3(moving, 0, arm, 0, moving, 0);
  addTo3(subtree_angmom, 3 * i, moving, 0);
  addTo3(subtree_angmom, parent, subtree_angmom, 3 * i);
  sub3(arm, 0, subtree_com, 3 * i, subtree_com, parent);
  sub3(moving, 0, subtree_linvel, 3 * i, subtree_linvel, parent);
  scl3(moving, 0, moving, 0, body_subtreemass[i]);
  cross3(moving, 0, arm, 0, moving, 0);
  addTo3(subtree_angmom, parent, moving, 0);
}
