/** Force and torque of a contact in its own frame, from the forces of its constraint rows. */
import { Cone, type Data, type Model } from '../../../src/index.ts';

/** Writes normal force, two of friction, and up to three torques to `wrench`. */
export function contactForce(m: Model, d: Data, c: number, wrench: number[]): void {
  wrench.fill(0);
  const row = d.contact_efc_address[c]!;
  const dim = d.contact_dim[c]!;
  if (row < 0) return;
  if (m.opt.cone === Cone.ELLIPTIC || dim === 1) {
    for (let k = 0; k < dim; k++) wrench[k] = d.efc_force[row + k]!;
    return;
  }
  // edges of the pyramid come in pairs: the sum pushes, the difference slides
  for (let k = 0; k < dim - 1; k++) {
    const [a, b] = [d.efc_force[row + 2 * k]!, d.efc_force[row + 2 * k + 1]!];
    wrench[0]! += a + b;
    wrench[k + 1] = (a - b) * d.contact_friction[5 * c + k]!;
  }
}
