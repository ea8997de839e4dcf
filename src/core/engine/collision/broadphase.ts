import type { int } from '../../math/int.ts';
import { eig3 } from '../../math/linear/eig3.ts';
import { eye3 } from '../../math/mat3.ts';
import { BODY_AWAKE } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Enable, GeomType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { SleepSlot } from '../../model/sleepSlot.ts';
import { bodyBox } from './bodyBox.ts';
import { bodiesMeet, canCollide } from './filter.ts';
import { buildSleepingGrid, pairsWithAsleep } from './sleepingGrid.ts';
import { countPairs, sortPairs } from './sort.ts';
import { addPair, compareAll, sweep } from './sweep.ts';

const center = new Float64Array(3);
const covariance = new Float64Array(9);
const eigenvalue = new Float64Array(3);
const quat = new Float64Array(4);

/** Maximum number of bodies for which all pairs are compared, if their boxes are aligned with the world axes. */
const FEW_BODIES = 32;

/** Pairs are considered few if there are more than this many bodies per pair. */
const FEW_PAIRS = 8;

/** Sorted list of body pairs that may touch, in work_col_bodypair. Tests the world, and other fixed bodies with planes,
 *  against everything. For the rest it uses sweep and prune (Baraff 1992) over boxes in a frame that fits their
 *  distribution, and looks up awake bodies in the cached grid of sleeping boxes. With `slack` > 0 the axes are the
 *  world axes, and boxes are enlarged by this fraction: no touching pair is lost. Returns the number of pairs,
 *  including duplicates; pairs beyond `capacity` are counted but not written.
 *  reads  m: geom_* body_*   d: geom_xpos geom_xmat body_awake body_awake_ind
 *  writes d: work_col_* work_sleeper_* */
export function broadphase(m: Model, d: Data, capacity: int, slack: number): int {
  const { work_col_body, work_col_box, work_sleep_int } = d;
  const sleeping = (m.opt.enableflags & Enable.SLEEP) !== 0 && d.nbody_awake < m.nbody;
  // the world is first in each of its pairs, and its pairs are already in order
  const first = alwaysPairs(m, d, 0, 1, 0, capacity, sleeping);
  let count = alwaysPairs(m, d, 1, d.nbody_awake, first, capacity, sleeping);
  const gridCached = sleeping && work_sleep_int[SleepSlot.GRID] !== 0;
  if (gridCached || makeFrame(m, d, slack > 0)) {
    if (sleeping && !gridCached) buildSleepingGrid(m, d);
    work_sleep_int[SleepSlot.GRID] = sleeping ? 1 : 0;
    const n = collidableBodies(m, d);
    if (n > 1 || sleeping) for (let k = 0; k < n; k++) bodyBox(m, d, work_col_body[k], slack, work_col_box, 6 * k);
    if (n > 1 && n <= FEW_BODIES && slack > 0) count = compareAll(m, d, n, count, capacity, sleeping);
    else if (n > 1) count = sweep(m, d, n, count, capacity, sleeping);
    if (sleeping) count = asleepPairs(m, d, n, count, capacity);
  }
  sortBodyPairs(m, d, first, count, capacity);
  return count;
}

/** Sorts few pairs among many bodies by comparison, others by counting. */
function sortBodyPairs(m: Model, d: Data, first: int, count: int, capacity: int): void {
  const { work_col_bodypair, work_col_bodypair2, work_col_tally } = d;
  if (count > capacity || inOrder(work_col_bodypair, first, count)) return;
  if (FEW_PAIRS * (count - first) < m.nbody) sortPairs(work_col_bodypair, work_col_bodypair2, count);
  else countPairs(work_col_bodypair, work_col_bodypair2, first, count, work_col_tally, m.nbody);
}

function inOrder(pairs: Int32Array, first: int, end: int): boolean {
  for (let k = first + 1; k < end; k++) {
    if (pairs[2 * k] < pairs[2 * k - 2]) return false;
    if (pairs[2 * k] === pairs[2 * k - 2] && pairs[2 * k + 1] < pairs[2 * k - 1]) return false;
  }
  return true;
}

/** Pairs among the n boxes of work_col_box, except those of fixed bodies, and pairs with sleeping bodies. */
function asleepPairs(m: Model, d: Data, n: int, found: int, capacity: int): int {
  const { work_col_body, body_awake } = d;
  let count = found;
  for (let k = 0; k < n; k++) {
    const b = work_col_body[k];
    if (body_awake[b] === BODY_AWAKE) count = pairsWithAsleep(m, d, b, k, count, capacity);
  }
  return count;
}

/** Pairs with those bodies in [from, to) of body_awake_ind that have no useful box: the world, and
 *  bodies without degrees of freedom that have a plane. Only mocap bodies among these are paired with sleeping bodies.
 *  Returns the new number of pairs. */
function alwaysPairs(m: Model, d: Data, from: int, to: int, found: int, capacity: int, sleeping: boolean): int {
  const { nbody, body_geomnum, body_dofnum, body_weldid } = m;
  const { nbody_awake, body_awake_ind } = d;
  let count = found;
  for (let k1 = from; k1 < to; k1++) {
    const b1 = body_awake_ind[k1];
    if (!canCollide(m, b1)) continue;
    const always = b1 === 0 ? body_geomnum[0] > 0 : body_dofnum[body_weldid[b1]] === 0 && hasPlane(m, b1);
    if (!always) continue;
    const fixed = body_weldid[b1] === 0;
    const n = fixed ? nbody_awake : nbody;
    for (let k2 = 0; k2 < n; k2++) {
      const b2 = fixed ? body_awake_ind[k2] : k2;
      if (canCollide(m, b2) && bodiesMeet(m, d, b1, b2, sleeping)) count = addPair(m, d, b1, b2, count, capacity);
    }
  }
  return count;
}

function hasPlane(m: Model, b: int): boolean {
  const { body_geomadr, body_geomnum, geom_type } = m;
  const end = body_geomadr[b] + body_geomnum[b];
  for (let g = body_geomadr[b]; g < end; g++) if (geom_type[g] === GeomType.PLANE) return true;
  return false;
}

/** Sets work_col_frame from the covariance of the positions of all geoms outside the world, or to the world axes;
 *  returns false if there are no such geoms. */
function makeFrame(m: Model, d: Data, world: boolean): boolean {
  const { ngeom, geom_bodyid } = m;
  const { geom_xpos } = d;
  if (world) {
    eye3(d.work_col_frame, 0);
    return ngeom > 0 && geom_bodyid[ngeom - 1] > 0;
  }
  let n = 0;
  let x: number = 0;
  let y: number = 0;
  let z: number = 0;
  for (let g = 0; g < ngeom; g++) {
    if (geom_bodyid[g] === 0) continue;
    x += geom_xpos[3 * g];
    y += geom_xpos[3 * g + 1];
    z += geom_xpos[3 * g + 2];
    n++;
  }
  if (n === 0) return false;
  const scale = 1 / n;
  center[0] = x * scale;
  center[1] = y * scale;
  center[2] = z * scale;
  covarianceOfGeoms(m, d, scale);
  eig3(eigenvalue, 0, d.work_col_frame, 0, quat, 0, covariance, 0);
  return true;
}

function covarianceOfGeoms(m: Model, d: Data, scale: number): void {
  const { ngeom, geom_bodyid } = m;
  const { geom_xpos } = d;
  let xx: number = 0;
  let xy: number = 0;
  let xz: number = 0;
  let yy: number = 0;
  let yz: number = 0;
  let zz: number = 0;
  for (let g = 0; g < ngeom; g++) {
    if (geom_bodyid[g] === 0) continue;
    const x = geom_xpos[3 * g] - center[0];
    const y = geom_xpos[3 * g + 1] - center[1];
    const z = geom_xpos[3 * g + 2] - center[2];
    xx += x * x;
    xy += x * y;
    xz += x * z;
    yy += y * y;
    yz += y * z;
    zz += z * z;
  }
  covariance[0] = xx * scale;
  covariance[1] = xy * scale;
  covariance[2] = xz * scale;
  covariance[3] = xy * scale;
  covariance[4] = yy * scale;
  covariance[5] = yz * scale;
  covariance[6] = xz * scale;
  covariance[7] = yz * scale;
  covariance[8] = zz * scale;
}

/** Lists the bodies outside the world that can collide and are awake. */
function collidableBodies(m: Model, d: Data): int {
  const { nbody_awake, body_awake_ind, work_col_body } = d;
  let n = 0;
  for (let k = 1; k < nbody_awake; k++) if (canCollide(m, body_awake_ind[k])) work_col_body[n++] = body_awake_ind[k];
  return n;
}
