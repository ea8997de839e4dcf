import { zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { mulMatTVec } from '../../../math/linear/dense.ts';
import { copy3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { jacDifference, mergeChain } from '../../tree/chain.ts';
import { startRow } from './moment.ts';

const ends = new Float64Array(6);

/** Adhesion of a body: the mean of the inward normals of its contacts, including those in the gap. Its length is 0.
 *  reads  m: geom_bodyid   d: ncon contact_geom contact_exclude contact_pos contact_frame cdof
 *  writes d: one row of the moments */
export function bodyTransmission(m: Model, d: Data, i: int): void {
  const { nv, actuator_outadr, actuator_trnid, geom_bodyid } = m;
  const { ncon, contact_geom, contact_exclude, actuator_length, pos_moment } = d;
  const out = actuator_outadr[i];
  const body = actuator_trnid[2 * i];
  actuator_length[out] = 0;
  zero(pos_moment, 0, nv);
  let count = 0;
  for (let c = 0; c < ncon; c++) {
    const g1 = contact_geom[2 * c];
    const g2 = contact_geom[2 * c + 1];
    // exclude: 0 for a contact, 1 in the gap, larger for contacts without effect
    if (g1 < 0 || g2 < 0 || contact_exclude[c] > 1) continue;
    if (geom_bodyid[g1] !== body && geom_bodyid[g2] !== body) continue;
    addNormal(m, d, c, geom_bodyid[g1], geom_bodyid[g2]);
    count++;
  }
  storeMean(m, d, out, count);
}

/** pos_moment += Jacobian of the distance of contact c. For a pyramid this is also the mean of its edges. */
function addNormal(m: Model, d: Data, c: int, b1: int, b2: int): void {
  const { contact_pos, contact_frame, pos_chain, pos_jac, pos_row, pos_moment } = d;
  const n = mergeChain(m, pos_chain, b1, b2, false);
  copy3(ends, 0, contact_pos, 3 * c);
  copy3(ends, 3, contact_pos, 3 * c);
  jacDifference(m, d, pos_jac, pos_chain, n, b1, b2, ends, false);
  mulMatTVec(pos_row, 0, pos_jac, 0, contact_frame, 9 * c, 3, n);
  for (let k = 0; k < n; k++) pos_moment[pos_chain[k]] += pos_row[k];
}

/** Row `out` = -pos_moment / count, omitting zeros */
function storeMean(m: Model, d: Data, out: int, count: int): void {
  const { nv } = m;
  const { pos_moment, actuator_moment, moment_rownnz, moment_colind } = d;
  let adr = startRow(d, out);
  const start = adr;
  const s = count > 0 ? -1 / count : 0.0;
  for (let j = 0; j < nv; j++) {
    if (pos_moment[j] === 0) continue;
    actuator_moment[adr] = pos_moment[j] * s;
    moment_colind[adr] = j;
    adr++;
  }
  moment_rownnz[out] = adr - start;
}
