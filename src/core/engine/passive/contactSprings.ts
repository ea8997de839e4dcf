import { addToSclSparse } from '../../math/linear/sparse.ts';
import type { Data } from '../../model/data.ts';
import { Disable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { contactJac, NO_DOFS } from '../constraint/rows/contact.ts';
import { contactStiffness, PASSIVE_CONTACT } from '../flex/metric/contactStiffness.ts';

/** Flex contacts that act as frictionless springs along their normals: f = -k dist. */
export function contactSprings(m: Model, d: Data): void {
  const { ncon, contact_exclude, contact_dist, qfrc_spring, work_jac, work_chain } = d;
  if ((m.opt.disableflags & Disable.CONTACT) !== 0) return;
  for (let i = 0; i < ncon; i++) {
    if (contact_exclude[i] !== PASSIVE_CONTACT) continue;
    const n = contactJac(m, d, i);
    if (n === 0) contact_exclude[i] = NO_DOFS;
    addToSclSparse(qfrc_spring, 0, work_jac, 0, -contactStiffness(m, d, i) * contact_dist[i], n, work_chain, 0);
  }
}
