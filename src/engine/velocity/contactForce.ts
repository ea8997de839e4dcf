import { copy, zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { Cone } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/** res = force and torque (three and three) of contact i in its own frame, what pulls it together taken off; zero for a
 *  contact that makes no force.
 *  reads  m: opt.cone   d: contact_* efc_force */
export function contactForce(m: Model, d: Data, i: int, res: Float64Array, r: int): void {
  const { contact_efc_address, contact_dim, contact_friction, contact_adhesion, efc_force } = d;
  zero(res, r, 6);
  const adr = contact_efc_address[i];
  if (i >= d.ncon || adr < 0) return;
  const dim = contact_dim[i];
  if (m.opt.cone === Cone.PYRAMIDAL) decodePyramid(res, r, efc_force, adr, contact_friction, 5 * i, dim);
  else copy(res, r, efc_force, adr, dim);
  res[r] -= contact_adhesion[i];
}

/** Forces along the edges of a friction pyramid, N +- mu T, added up: the normal force, then the tangential ones. */
export function decodePyramid(
  res: Float64Array,
  r: int,
  edges: Float64Array,
  e: int,
  mu: Float64Array,
  j: int,
  dim: int,
): void {
  if (dim === 1) {
    res[r] = edges[e];
    return;
  }
  let normal: number = 0;
  for (let k = 0; k < 2 * (dim - 1); k++) normal += edges[e + k];
  res[r] = normal;
  for (let k = 0; k < dim - 1; k++) res[r + 1 + k] = (edges[e + 2 * k] - edges[e + 2 * k + 1]) * mu[j + k];
}
