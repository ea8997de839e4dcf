import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';

/** Constraint row of a limit (ConstraintType `type`) of the sensor's joint or tendon, -1 if it is not active. */
function limitRow(m: Model, d: Data, i: int, type: int): int {
  const { nefc, efc_type, efc_id } = d;
  const id = m.sensor_objid[i];
  for (let e = d.ne + d.nf; e < nefc; e++) if (efc_type[e] === type && efc_id[e] === id) return e;
  return -1;
}

/** Distance to the limit minus its margin; 0 if it is not active. */
export function limitPosition(m: Model, d: Data, i: int, type: int): number {
  const e = limitRow(m, d, i, type);
  return e < 0 ? 0 : d.efc_pos[e] - d.efc_margin[e];
}

/** Velocity of the distance to the limit; 0 if it is not active. */
export function limitVelocity(m: Model, d: Data, i: int, type: int): number {
  const e = limitRow(m, d, i, type);
  return e < 0 ? 0 : d.efc_vel[e];
}

/** Force of the limit; 0 if it is not active. */
export function limitForce(m: Model, d: Data, i: int, type: int): number {
  const e = limitRow(m, d, i, type);
  return e < 0 ? 0 : d.efc_force[e];
}
