import { MINVAL } from '../../math/constants.ts';
import type { int } from '../../math/int.ts';
import { addToSclSparse } from '../../math/linear/sparse.ts';
import { addToScl3, dot3, normalize3, scl3, sub3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import { SleepState, WrapType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { tendonArmature } from '../position/inertia/armature.ts';
import { tendonState } from '../tree/sleepState.ts';
import { pointMotion } from './pointMotion.ts';

const direction = new Float64Array(3);
const directionDot = new Float64Array(3);
const first = new Float64Array(6);
const second = new Float64Array(6);

/** qfrc += J^T armature (dJ/dt qvel): the bias force of tendon armature.
 *  reads  m: tendon_* wrap_* ten_J_* site_bodyid   d: ten_J qvel site_xpos cdof cdof_dot cvel
 *  writes qfrc */
export function tendonBias(m: Model, d: Data, qfrc: Float64Array, q: int): void {
  if (m.ntendon === 0) return;
  const { ntendon, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const { ten_J, qvel } = d;
  for (let i = 0; i < ntendon; i++) {
    const armature = tendonArmature(m, i);
    if (armature === 0 || tendonState(m, d, i) === SleepState.ASLEEP) continue;
    const s = armature * tendonDot(m, d, i, qvel, 0);
    if (s === 0) continue;
    const adr = ten_J_rowadr[i];
    addToSclSparse(qfrc, q, ten_J, adr, s, ten_J_rownnz[i], ten_J_colind, adr);
  }
}

/** dJ/dt vec of tendon i. A fixed tendon has a constant Jacobian; tendons that wrap around geoms cannot have
 *  armature. */
export function tendonDot(m: Model, d: Data, i: int, vec: Float64Array, v: int): number {
  const { tendon_adr, tendon_num, wrap_type, wrap_prm, wrap_objid } = m;
  let sum: number = 0;
  let divisor: number = 1;
  if (wrap_type[tendon_adr[i]] === WrapType.JOINT) return 0;
  const last = tendon_adr[i] + tendon_num[i] - 1;
  for (let k = tendon_adr[i]; k < last; k++) {
    if (wrap_type[k] === WrapType.PULLEY) divisor = wrap_prm[k];
    if (wrap_type[k] !== WrapType.SITE || wrap_type[k + 1] !== WrapType.SITE) continue;
    sum += straightDot(m, d, wrap_objid[k], wrap_objid[k + 1], vec, v) / divisor;
  }
  return sum;
}

/** For the line between two sites: u . (dJ2/dt - dJ1/dt) vec + du/dt . (J2 - J1) vec, u its direction. */
function straightDot(m: Model, d: Data, s1: int, s2: int, vec: Float64Array, v: int): number {
  const { site_bodyid } = m;
  const { site_xpos, qvel } = d;
  const b1 = site_bodyid[s1];
  const b2 = site_bodyid[s2];
  if (b1 === b2) return 0;
  sub3(direction, 0, site_xpos, 3 * s2, site_xpos, 3 * s1);
  const length = normalize3(direction, 0);
  // du/dt: the relative velocity across u, divided by the length
  pointMotion(m, d, first, 0, site_xpos, 3 * s1, b1, qvel, 0);
  pointMotion(m, d, second, 0, site_xpos, 3 * s2, b2, qvel, 0);
  sub3(directionDot, 0, second, 0, first, 0);
  addToScl3(directionDot, 0, direction, 0, -dot3(direction, 0, directionDot, 0));
  scl3(directionDot, 0, directionDot, 0, length > MINVAL ? 1 / length : 0.0);
  pointMotion(m, d, first, 0, site_xpos, 3 * s1, b1, vec, v);
  pointMotion(m, d, second, 0, site_xpos, 3 * s2, b2, vec, v);
  sub3(second, 0, second, 0, first, 0);
  sub3(second, 3, second, 3, first, 3);
  return dot3(direction, 0, second, 3) + dot3(directionDot, 0, second, 0);
}
