import type { int } from '../../../math/int.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { elementDofs, vertexDof } from './stencil.ts';

/** `contact_exclude` of a contact that acts as a spring. */
export const PASSIVE_CONTACT = 4;

/** Square of the frequency of the lightest vertex of a passive contact, as in MuJoCo. */
const FREQUENCY2 = 5e7;

const corner = new Int32Array(4);

/** Stiffness of passive contact i, such that its lightest vertex oscillates with a given frequency. */
export function contactStiffness(m: Model, d: Data, i: int): number {
  const { flex_vertadr } = m;
  const { contact_flex, contact_vert, contact_elem } = d;
  let minMass: number = 0;
  for (let k = 2 * i; k < 2 * i + 2; k++) {
    const f = contact_flex[k];
    if (f < 0) continue;
    let n = 0;
    if (contact_vert[k] >= 0) {
      corner[0] = vertexDof(m, flex_vertadr[f] + contact_vert[k]);
      n = 1;
    } else if (contact_elem[k] >= 0) n = elementDofs(m, f, contact_elem[k], corner);
    for (let c = 0; c < n; c++) {
      const mass: number = corner[c] < 0 ? 0 : massOf(m, d, corner[c]);
      if (mass > 0 && (minMass === 0 || mass < minMass)) minMass = mass;
    }
  }
  return FREQUENCY2 * minMass;
}

/** Diagonal of the mass matrix. */
function massOf(m: Model, d: Data, dof: int): number {
  return d.M[m.M_rowadr[dof] + m.M_rownnz[dof] - 1];
}
