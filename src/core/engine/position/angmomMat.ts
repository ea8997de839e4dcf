import { zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { mulMatTVec3, mulMatVec3 } from '../../math/mat3.ts';
import { cross3, set3, sub3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { lastDof } from '../tree/chain.ts';

const arm = new Float64Array(3);
const velocity = new Float64Array(3);
const spin = new Float64Array(3);

/** mat (3 x nv): angular momentum of the subtree of a body about its center of mass = mat qvel.
 *  reads  m: body_* dof_parentid   d: cdof subtree_com xipos ximat */
export function angmomMat(m: Model, d: Data, mat: Float64Array, a: int, body: int): void {
  const { nv, nbody, body_parentid } = m;
  zero(mat, a, 3 * nv);
  for (let b = body; b < nbody; b++) {
    if (b > body && body_parentid[b] < body) break;
    addBody(m, d, mat, a, body, b);
  }
}

/** Adds the contribution of body b for each dof: R I R^T w + r x mass v, v its velocity and r its position in the
 *  subtree. */
function addBody(m: Model, d: Data, mat: Float64Array, a: int, body: int, b: int): void {
  const { nv, body_rootid, body_mass, body_inertia, dof_parentid } = m;
  const { cdof, subtree_com, xipos, ximat } = d;
  for (let k = lastDof(m, b); k >= 0; k = dof_parentid[k]) {
    sub3(arm, 0, xipos, 3 * b, subtree_com, 3 * body_rootid[b]);
    cross3(velocity, 0, cdof, 6 * k, arm, 0);
    for (let c = 0; c < 3; c++) velocity[c] = (velocity[c] + cdof[6 * k + 3 + c]) * body_mass[b];
    sub3(arm, 0, xipos, 3 * b, subtree_com, 3 * body);
    cross3(velocity, 0, arm, 0, velocity, 0);
    mulMatTVec3(spin, 0, ximat, 9 * b, cdof, 6 * k);
    const i = 3 * b;
    set3(spin, 0, spin[0] * body_inertia[i], spin[1] * body_inertia[i + 1], spin[2] * body_inertia[i + 2]);
    mulMatVec3(spin, 0, ximat, 9 * b, spin, 0);
    for (let c = 0; c < 3; c++) mat[a + c * nv + k] += spin[c] + velocity[c];
  }
}
