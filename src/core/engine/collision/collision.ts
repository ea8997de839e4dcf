import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { Disable, Enable, SleepState } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { Status } from '../runtime/status.ts';
import { broadphaseSlack, mustDetectAgain } from './axisChoice.ts';
import { broadphase } from './broadphase.ts';
import { clearHullCache } from './convex/support/smallHull.ts';
import { collidePair, typesCollide } from './dispatch.ts';
import { bodyMasksMeet, masksMeet, pairGap, pairMargin, spheresMeet } from './filter.ts';
import { collideBodyFlexes, collideFlexes } from './flex/collideFlexes.ts';
import { collideTrees } from './midphase.ts';
import { addContacts } from './mixing.ts';
import { sortPairs } from './sort.ts';
import { precontact } from './workspace.ts';

/** Capacity for pairs of bodies or geoms, per contact. */
const PAIRS_PER_CONTACT = 4;

/*  `bvh_active`, which MuJoCo sets for viewers, is not written. */

/** All contacts: body pairs from the broad phase, in order; for each, explicit pairs first, then its geom pairs.
 *  Contacts of a body with flexes follow its last pair; those of flexes with each other and with themselves are last.
 *  Returns ARENA_FULL, and con_need = the number of contacts needed, if the capacity is too small.
 *  reads  m: geom_* body_* pair_* exclude_signature bvh_* mesh_* hfield_*   d: geom_xpos geom_xmat xipos ximat body_awake
 *  writes d: contact_* ncon work_sleep_int work_flex_stack work_near_* work_thin_* */
export function collision(m: Model, d: Data): int {
  const slack = broadphaseSlack(m, d);
  const status = detect(m, d, slack);
  if (status !== Status.OK) return status;
  return mustDetectAgain(m, d, slack) ? detect(m, d, 0) : status;
}

/** All contacts; `slack` is the slack of the broad phase (axisChoice.ts). */
function detect(m: Model, d: Data, slack: number): int {
  const { npair, nexclude, pair_signature, exclude_signature } = m;
  const { work_col_bodypair } = d;
  d.ncon = 0;
  clearHullCache();
  if ((m.opt.disableflags & (Disable.CONSTRAINT | Disable.CONTACT)) !== 0 || m.nbody < 2) return Status.OK;
  const capacity = PAIRS_PER_CONTACT * d.con_cap;
  const n = broadphase(m, d, capacity, slack);
  if (n > capacity) return arenaFull(d, n);

  let pair = 0;
  let exclude = 0;
  let last1 = -1;
  let last2 = -1;
  // the next body to test against flexes
  let body = 0;
  for (let k = 0; k < n; k++) {
    const b1 = work_col_bodypair[2 * k];
    const b2 = work_col_bodypair[2 * k + 1];
    if (b1 === last1 && b2 === last2) continue;
    if (m.nflex > 0) for (; body < b1; body++) pair = meetFlexes(m, d, body, pair);
    last1 = b1;
    last2 = b2;
    // signatures are compared as unsigned
    const signature = ((b1 << 16) + b2) >>> 0;
    const firstPair = pair;
    let merged = false;
    while (pair < npair && pair_signature[pair] >>> 0 <= signature) {
      merged = pair_signature[pair] >>> 0 === signature;
      collideExplicit(m, d, pair);
      pair++;
    }
    if (!bodyMasksMeet(m, b1, b2)) continue;
    while (exclude < nexclude && exclude_signature[exclude] >>> 0 < signature) exclude++;
    if (exclude < nexclude && exclude_signature[exclude] >>> 0 === signature) continue;
    const needed = collideBodies(m, d, b1, b2, merged ? firstPair : pair, pair, capacity);
    if (needed > capacity) return arenaFull(d, needed);
  }
  if (m.nflex > 0) for (; body < m.nbody; body++) pair = meetFlexes(m, d, body, pair);
  for (; pair < npair; pair++) collideExplicit(m, d, pair);
  if (m.nflex > 0) collideFlexes(m, d);

  if (d.ncon > d.con_cap) {
    d.con_need = d.ncon;
    d.ncon = 0;
    return Status.ARENA_FULL;
  }
  return Status.OK;
}

/** Contacts of a body with flexes, after its explicit pairs, which start at `from`. Returns the start of the explicit
 *  pairs of later bodies. */
function meetFlexes(m: Model, d: Data, body: int, from: int): int {
  const { npair, pair_signature } = m;
  let pair = from;
  for (; pair < npair && pair_signature[pair] >>> 16 <= body; pair++) collideExplicit(m, d, pair);
  collideBodyFlexes(m, d, body);
  return pair;
}

/** Reports that the arena is too small for this number of pairs. */
function arenaFull(d: Data, pairs: int): int {
  d.con_need = Math.max(((pairs + PAIRS_PER_CONTACT - 1) / PAIRS_PER_CONTACT) | 0, d.ncon);
  d.ncon = 0;
  return Status.ARENA_FULL;
}

/** Contacts of two bodies, except explicit pairs [first, end). Returns the number of geom pairs if it exceeds the
 *  capacity, else 0.
 *  @inline */
function collideBodies(m: Model, d: Data, b1: int, b2: int, first: int, end: int, capacity: int): int {
  const { body_geomadr, body_geomnum, body_bvhadr } = m;
  const { work_col_geompair, work_col_geompair2 } = d;
  const adr1 = body_geomadr[b1];
  const adr2 = body_geomadr[b2];
  const num1 = body_geomnum[b1];
  const num2 = body_geomnum[b2];
  const trees = (m.opt.disableflags & Disable.MIDPHASE) === 0 && body_bvhadr[b1] >= 0 && body_bvhadr[b2] >= 0;
  if (trees && (num1 !== 1 || num2 !== 1)) {
    const n = collideTrees(m, d, b1, b2, capacity);
    if (n > capacity) return n;
    sortPairs(work_col_geompair, work_col_geompair2, n);
    for (let k = 0; k < n; k++) {
      collideAutomatic(m, d, work_col_geompair[2 * k], work_col_geompair[2 * k + 1], first, end);
    }
    return 0;
  }
  for (let g1 = adr1; g1 < adr1 + num1; g1++) {
    for (let g2 = adr2; g2 < adr2 + num2; g2++) collideAutomatic(m, d, g1, g2, first, end);
  }
  return 0;
}

/** Contacts of two geoms, unless they are one of the explicit pairs [first, end) or their masks reject them. */
function collideAutomatic(m: Model, d: Data, g1: int, g2: int, first: int, end: int): void {
  const { geom_contype, geom_conaffinity, pair_geom1, pair_geom2 } = m;
  for (let k = first; k < end; k++) {
    if (pair_geom1[k] === g1 && pair_geom2[k] === g2) return;
    if (pair_geom1[k] === g2 && pair_geom2[k] === g1) return;
  }
  if (!masksMeet(geom_contype[g1], geom_conaffinity[g1], geom_contype[g2], geom_conaffinity[g2])) return;
  collideGeoms(m, d, g1, g2, -1);
}

/** Contacts of an explicit pair. */
function collideExplicit(m: Model, d: Data, pair: int): void {
  const { geom_bodyid, pair_geom1, pair_geom2 } = m;
  const { body_awake } = d;
  const g1 = pair_geom1[pair];
  const g2 = pair_geom2[pair];
  if ((m.opt.enableflags & Enable.SLEEP) !== 0) {
    const awake1 = body_awake[geom_bodyid[g1]] === SleepState.AWAKE;
    const awake2 = body_awake[geom_bodyid[g2]] === SleepState.AWAKE;
    if (!awake1 && !awake2) return;
  }
  collideGeoms(m, d, g1, g2, pair);
}

/** Contacts of two geoms whose bounding spheres meet.
 *  @inline */
function collideGeoms(m: Model, d: Data, first: int, second: int, pair: int): void {
  const { geom_type } = m;
  const margin = pairMargin(m, first, second, pair);
  const reach = margin + pairGap(m, first, second, pair);
  if (!spheresMeet(m, d, first, second, reach)) return;
  const swap = geom_type[first] > geom_type[second];
  const g1 = swap ? second : first;
  const g2 = swap ? first : second;
  if (!typesCollide(geom_type[g1], geom_type[g2])) return;
  const n = collidePair(m, d, g1, g2, reach, precontact);
  if (n > 0) addContacts(m, d, g1, g2, pair, margin, precontact, n);
}
