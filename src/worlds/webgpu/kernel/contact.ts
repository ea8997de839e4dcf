import { collidePair } from '../../../core/engine/collision/dispatch.ts';
import { pairGap, pairMargin, spheresMeet } from '../../../core/engine/collision/filter.ts';
import { addContacts } from '../../../core/engine/collision/mixing.ts';
import { precontact } from '../../../core/engine/collision/workspace.ts';

import type { int } from '../../../core/math/int.ts';
import type { Data } from '../../../core/model/data.ts';
import { Disable, Warning } from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';
import { count } from './check.ts';

/*  Contacts. Which geoms may touch at all follows from the Model and stands in a list (pairs.ts): with a world for each
 *  invocation, walking through it costs less than a broad phase whose branches differ from world to world. */

/** Contacts of all pairs in the list, in its order; those that there is no room for are left out and counted.
 *  reads  d: geom_xpos geom_xmat   writes d: contact_* ncon warning_* */
export function contacts(m: Model, d: Data): void {
  d.ncon = 0;
  if ((m.opt.disableflags & (Disable.CONSTRAINT | Disable.CONTACT)) !== 0) return;
  const n = pairNumbers();
  let lost = 0;
  for (let k = 0; k < n; k += 3) lost += collideGeoms(m, d, pairNumber(k), pairNumber(k + 1), pairNumber(k + 2));
  if (lost > 0) count(d, Warning.CONTACTFULL, d.con_cap);
}

/** Contacts of two geoms, the lower type first; `pair` is the explicit pair or -1. Returns how many there was no room for. */
function collideGeoms(m: Model, d: Data, g1: int, g2: int, pair: int): int {
  const margin = pairMargin(m, g1, g2, pair);
  const reach = margin + pairGap(m, g1, g2, pair);
  if (!spheresMeet(m, d, g1, g2, reach)) return 0;
  const n = collidePair(m, d, g1, g2, reach, precontact);
  const fit = Math.min(n, d.con_cap - d.ncon);
  if (fit > 0) addContacts(m, d, g1, g2, pair, margin, precontact, fit);
  return n - fit;
}

/** Numbers in the list of pairs, three for each. Shaders have bodies of their own for both functions (prelude.wgsl). */
function pairNumbers(): int {
  return 0;
}

/** A number of the list: two geoms and an explicit pair in turn. */
function pairNumber(k: int): int {
  return k;
}
