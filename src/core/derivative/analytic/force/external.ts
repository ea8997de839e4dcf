import { lastDof } from '../../../engine/tree/chain.ts';
import { isZero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { addTo3, addToScl3, copy3, cross3, dot3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { Disable } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { Body, bodyOffset, drDqOffset, stateSize } from '../layout.ts';

const force = new Float64Array(3);
const arm = new Float64Array(3);
const torque = new Float64Array(3);

/** Forces that are constant in the world while their point moves with a body: user forces and gravity compensation. */
export function externalForces(m: Model, d: Data, w: Float64Array): void {
  const { nbody, body_gravcomp, body_mass } = m;
  const { gravity, disableflags } = m.opt;
  const { xfrc_applied } = d;
  const passive = Disable.SPRING | Disable.DAMPER;
  const compensated = m.ngravcomp > 0 && (disableflags & Disable.GRAVITY) === 0 && (disableflags & passive) !== passive;
  const ext = bodyOffset(m, Body.EXTERNAL);
  for (let b = 1; b < nbody; b++) {
    const applied = !isZero(xfrc_applied, 6 * b, 6);
    const lifted = compensated && body_gravcomp[b] !== 0;
    if (!applied && !lifted) continue;
    copy3(force, 0, xfrc_applied, 6 * b);
    addTo3(w, ext + 6 * b, xfrc_applied, 6 * b + 3);
    if (lifted) addToScl3(force, 0, gravity, 0, -(body_mass[b] * body_gravcomp[b]));
    pointForce(m, d, w, b);
  }
}

/** Adds `force` at the center of mass of body b as an external force, and the effect of its moving point, d(r x F)/dq_j
 *  = (dr/dq_j) x F. */
function pointForce(m: Model, d: Data, w: Float64Array, b: int): void {
  const { body_rootid, dof_parentid } = m;
  const nx = stateSize(m);
  const { xipos, subtree_com, cdof } = d;
  const ext = bodyOffset(m, Body.EXTERNAL) + 6 * b;
  const RQ = drDqOffset(m);
  sub3(arm, 0, xipos, 3 * b, subtree_com, 3 * body_rootid[b]);
  cross3(torque, 0, arm, 0, force, 0);
  addTo3(w, ext, torque, 0);
  addTo3(w, ext + 3, force, 0);
  const last = lastDof(m, b);
  for (let j = last; j >= 0; j = dof_parentid[j]) {
    cross3(torque, 0, cdof, 6 * j, arm, 0);
    addTo3(torque, 0, cdof, 6 * j + 3);
    cross3(torque, 0, torque, 0, force, 0);
    for (let i = last; i >= 0; i = dof_parentid[i]) w[RQ + i * nx + j] -= dot3(cdof, 6 * i, torque, 0);
  }
}
