import type { int } from '../../../math/int.ts';
import { MAXCONPAIR, MAXVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';

/** Thins the contacts from `first` on to the maximum number per pair: keeps the deepest, then repeatedly the one
 *  farthest from those chosen before. As in MuJoCo, chosen contacts are swapped to the front while the marks stay at
 *  their positions; this keeps the same contacts.
 *  writes d: contact_* ncon work_thin_* */
export function thinContacts(d: Data, first: int): void {
  const { contact_dist, contact_pos, work_thin_chosen, work_thin_near } = d;
  const n = d.ncon - first;
  if (n <= MAXCONPAIR || d.ncon > d.con_cap) return;
  let best = 0;
  for (let i = 0; i < n; i++) {
    work_thin_chosen[i] = 0;
    work_thin_near[i] = MAXVAL;
    if (contact_dist[first + i] < contact_dist[first + best]) best = i;
  }
  let chosen = 0;
  while (chosen < MAXCONPAIR && best >= 0) {
    work_thin_chosen[best] = 1;
    const p = 3 * (first + best);
    let next = -1;
    let maxDist2: number = -1;
    for (let i = 0; i < n; i++) {
      if (work_thin_chosen[i] !== 0) continue;
      const x = contact_pos[3 * (first + i)] - contact_pos[p];
      const y = contact_pos[3 * (first + i) + 1] - contact_pos[p + 1];
      const z = contact_pos[3 * (first + i) + 2] - contact_pos[p + 2];
      work_thin_near[i] = Math.min(work_thin_near[i], x * x + y * y + z * z);
      if (work_thin_near[i] > maxDist2) {
        maxDist2 = work_thin_near[i];
        next = i;
      }
    }
    if (chosen < MAXCONPAIR - 1) {
      swapContacts(d, first + chosen, first + best);
      if (next === chosen) next = best;
    }
    chosen++;
    best = next;
  }
  d.ncon = first + chosen;
}

/** Swaps the fields that differ between contacts without rows. */
export function swapContacts(d: Data, i: int, j: int): void {
  if (i === j) return;
  swapReals(d.contact_dist, i, j, 1);
  swapReals(d.contact_pos, i, j, 3);
  swapReals(d.contact_frame, i, j, 9);
  swapReals(d.contact_includemargin, i, j, 1);
  swapReals(d.contact_friction, i, j, 5);
  swapReals(d.contact_solref, i, j, 2);
  swapReals(d.contact_solreffriction, i, j, 2);
  swapReals(d.contact_solimp, i, j, 5);
  swapReals(d.contact_adhesion, i, j, 1);
  swapInts(d.contact_dim, i, j, 1);
  swapInts(d.contact_geom, i, j, 2);
  swapInts(d.contact_flex, i, j, 2);
  swapInts(d.contact_elem, i, j, 2);
  swapInts(d.contact_vert, i, j, 2);
  swapInts(d.contact_exclude, i, j, 1);
}

function swapReals(a: Float64Array, i: int, j: int, n: int): void {
  for (let k = 0; k < n; k++) {
    const x = a[i * n + k];
    a[i * n + k] = a[j * n + k];
    a[j * n + k] = x;
  }
}

function swapInts(a: Int32Array, i: int, j: int, n: int): void {
  for (let k = 0; k < n; k++) {
    const x = a[i * n + k];
    a[i * n + k] = a[j * n + k];
    a[j * n + k] = x;
  }
}
