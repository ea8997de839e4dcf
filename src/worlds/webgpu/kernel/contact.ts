import { collidePair } from '../../../core/engine/collision/dispatch.ts';
import { pairGap, pairMargin, spheresMeet } from '../../../core/engine/collision/filter.ts';
import { addContacts } from '../../../core/engine/collision/mixing.ts';
import { precontact } from '../../../core/engine/collision/workspace.ts';

import type { int } from '../../../core/math/int.ts';
import type { Data } from '../../../core/model/data.ts';
import { Disable, Warning } from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';
import { count } from './check.ts';

/*
 * Contacts. The Model determines which geoms may touch; pairs.ts lists them. With one world per invocation, iterating
 * over the list costs less than a broad phase whose branches differ between worlds.
 */

/** Contacts of all pairs in the list, in its order; those beyond the capacity are dropped and counted.
 *  reads  d: geom_xpos geom_xmat   writes d: contact_* ncon warning_* */
export function contacts(m: Model, d: Data): void {
  d.ncon = 0;
  if ((m.opt.disableflags & (Disable.CONSTRAINT | Disable.CONTACT)) !== 0) return;
  const n = pairNumbers();
  let lost = 0;
  for (let k = 0; k < n; k += 3) lost += collideGeoms(m, d, pairNumber(k), pairNumber(k + 1), pairNumber(k + 2));
  if (lost > 0) count(d, Warning.CONTACTFULL, d.con_cap);
}

/**
 * Contacts of two geoms, the lower type first; `pair` is the explicit pair or -1. Returns the number of dropped
 * contacts.
 */
function collideGeoms(m: Model, d: Data, g1: int, g2: int, pair: int): int {
  const margin = pairMargin(m, g1, g2, pair);
  const reach = margin + pairGap(m, g1, g2, pair);
  if (!spheresMeet(m, d, g1, g2, reach)) return 0;
  const n = collidePair(m, d, g1, g2, reach, precontact);
  const fit = Math.min(n, d.con_cap - d.ncon);
  if (fit > 0) addContacts(m, d, g1, g2, pair, margin, precontact, fit);
  return n - fit;
}

/**
 * Number of integers in the list of pairs, three per pair. Shaders have their own versions of both functions
 * (prelude.wgsl).
 */
function pairNumbers(): int {
  return 0;
}

/** An integer of the list, whose rows are two geoms and an explicit pair. */
function pairNumber(k: int): int {
  return k;
}
