/** `settotalmass`: scales all masses and inertias by one factor. */
import { MINVAL } from '../../core/model/constants.ts';
import type { Model } from '../../core/model/model.ts';

export function setTotalMass(m: Model, mass: number): void {
  let total = 0;
  for (let i = 1; i < m.nbody; i++) total += m.body_mass[i];
  const scale = Math.max(MINVAL, mass / Math.max(MINVAL, total));
  for (let i = 1; i < m.nbody; i++) {
    m.body_mass[i] *= scale;
    for (let k = 0; k < 3; k++) m.body_inertia[3 * i + k] *= scale;
  }
}
