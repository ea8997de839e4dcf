import { zero } from '../../math/array.ts';
import { PI } from '../../math/constants.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { ObjType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { boxDrag, inertiaBox } from '../passive/fluid/fluidBox.ts';
import { velocityInFluid } from '../passive/fluid/fluidVelocity.ts';
import { frameJacobian } from '../tree/frameJacobian.ts';
import { addFrameJTBJ } from './addJTBJ.ts';

const box = new Float64Array(3);
const lvel = new Float64Array(6);
const B = new Float64Array(36);

/** Adds the derivative of `boxFluid` with respect to velocity to qDeriv. */
export function boxFluidVel(m: Model, d: Data, i: int): void {
  const n = frameJacobian(m, d, i, d.xipos, 3 * i, d.ximat, 9 * i);
  if (n === 0) return;
  boxForceDerivatives(m, d, i, B);
  addFrameJTBJ(m, d, B, n);
}

/** res = the derivative of the force on body i with respect to its velocity, both in its inertial frame: 6 x 6, diagonal */
export function boxForceDerivatives(m: Model, d: Data, i: int, res: Float64Array): void {
  const { density, viscosity } = m.opt;
  inertiaBox(m, i, box);
  velocityInFluid(m, d, ObjType.BODY, i, lvel);
  zero(res, 0, 36);
  const D = (box[0] + box[1] + box[2]) / 3;
  for (let k = 0; k < 6; k++) {
    let derivative: number = 0;
    if (viscosity > 0) derivative -= (k < 3 ? PI * D * D * D : 3 * PI * D) * viscosity;
    // d(|v| v)/dv = 2 |v|
    if (density > 0) derivative -= density * boxDrag(box, k) * 2 * Math.abs(lvel[k]);
    res[7 * k] = derivative;
  }
}
