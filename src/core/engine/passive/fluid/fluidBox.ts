import { PI } from '../../../math/constants.ts';
import type { int } from '../../../math/int.ts';
import { mulMatVec3 } from '../../../math/mat3.ts';
import { scl3 } from '../../../math/vec3.ts';
import { MINVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { ObjType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { applyFT } from '../../tree/applyFT.ts';
import { velocityInFluid } from './fluidVelocity.ts';

const box = new Float64Array(3);
const lvel = new Float64Array(6);
const lfrc = new Float64Array(6);
const wrench = new Float64Array(6);

/** Fluid forces on body i, modeled as a box with the body's inertia. */
export function boxFluid(m: Model, d: Data, i: int): void {
  const { xipos, ximat, qfrc_fluid } = d;
  boxForce(m, d, i, lfrc);
  mulMatVec3(wrench, 0, ximat, 9 * i, lfrc, 0);
  mulMatVec3(wrench, 3, ximat, 9 * i, lfrc, 3);
  applyFT(m, d, qfrc_fluid, 0, wrench, 3, wrench, 0, xipos, 3 * i, i);
}

/** res = torque and force in the inertial frame of body i: Stokes drag of a sphere of the mean size (viscosity), and quadratic
 *  drag on the faces (density) */
export function boxForce(m: Model, d: Data, i: int, res: Float64Array): void {
  const { density, viscosity } = m.opt;
  inertiaBox(m, i, box);
  velocityInFluid(m, d, ObjType.BODY, i, lvel);
  for (let k = 0; k < 6; k++) res[k] = 0;
  if (viscosity > 0) {
    // torque = -pi D^3 viscosity w, force = -3 pi D viscosity v
    const D = (box[0] + box[1] + box[2]) / 3;
    scl3(res, 0, lvel, 0, -PI * D * D * D * viscosity);
    scl3(res, 3, lvel, 3, -3 * PI * D * viscosity);
  }
  if (density > 0) {
    for (let k = 0; k < 6; k++) res[k] -= density * boxDrag(box, k) * Math.abs(lvel[k]) * lvel[k];
  }
}

/** res = edges of the box that has the mass and inertia of body i */
export function inertiaBox(m: Model, i: int, res: Float64Array): void {
  const { body_inertia, body_mass } = m;
  const x = body_inertia[3 * i];
  const y = body_inertia[3 * i + 1];
  const z = body_inertia[3 * i + 2];
  res[0] = Math.sqrt((Math.max(MINVAL, y + z - x) / body_mass[i]) * 6);
  res[1] = Math.sqrt((Math.max(MINVAL, x + z - y) / body_mass[i]) * 6);
  res[2] = Math.sqrt((Math.max(MINVAL, x + y - z) / body_mass[i]) * 6);
}

/** Coefficient of the quadratic drag: of the torque about axis k (0 to 2), of the force along axis k - 3 (3 to 5). */
export function boxDrag(edges: Float64Array, k: int): number {
  const own = edges[k % 3];
  const a = edges[(k + 1) % 3];
  const b = edges[(k + 2) % 3];
  return k < 3 ? (own * (a * a * a * a + b * b * b * b)) / 64 : 0.5 * a * b;
}
