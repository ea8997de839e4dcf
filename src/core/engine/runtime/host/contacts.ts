/** The contact filter callback. */
import type { Data } from '../../../model/data.ts';
import { arenaTable } from '../../../model/fields/index.ts';
import type { Model } from '../../../model/model.ts';
import { answerFrom, modelCallbacks } from '../callbacks.ts';
import { modelHandle, publicData } from '../withEngine.ts';

/** Removes the contacts that the `contactFilter` callback rejects. */
export function runContactFilter(m: Model, d: Data): void {
  const { contactFilter } = modelCallbacks(m);
  if (contactFilter) discardContacts(m, d, contactFilter);
}

const columns = arenaTable.map(([name]) => name).filter((name) => name.startsWith('contact_'));

/** Calls the filter once per pair of geoms, and compacts the remaining contacts. */
function discardContacts(m: Model, d: Data, discards: (m: Model, d: Data, geom1: number, geom2: number) => boolean) {
  const { contact_geom, ncon } = d;
  const model = modelHandle(m);
  const handle = publicData(d);
  let kept = 0;
  let last1 = -1;
  let last2 = -1;
  let discard = false;
  for (let c = 0; c < ncon; c++) {
    const geom1 = contact_geom[2 * c];
    const geom2 = contact_geom[2 * c + 1];
    if (geom1 !== last1 || geom2 !== last2) {
      last1 = geom1;
      last2 = geom2;
      discard = !isExplicit(m, geom1, geom2) && answerFrom('contactFilter', discards(model, handle, geom1, geom2));
    }
    if (discard) continue;
    if (kept < c) moveContact(d, c, kept);
    kept++;
  }
  d.ncon = kept;
}

/** Whether the model has an explicit `<pair>` of two geoms. */
function isExplicit(m: Model, geom1: number, geom2: number): boolean {
  const { npair, pair_geom1, pair_geom2 } = m;
  for (let p = 0; p < npair; p++) {
    if (pair_geom1[p] === geom1 && pair_geom2[p] === geom2) return true;
    if (pair_geom1[p] === geom2 && pair_geom2[p] === geom1) return true;
  }
  return false;
}

function moveContact(d: Data, from: number, to: number): void {
  for (const name of columns) {
    const column = d[name];
    const width = column.length / d.con_cap;
    column.copyWithin(to * width, from * width, (from + 1) * width);
  }
}
