import { eig3 } from '../../math/eig3.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import { Enable, GeomType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { bodiesMeet, bodyMasksMeet, canCollide } from './filter.ts';
import { floatKey, sortKeys, sortPairs } from './sort.ts';

const center = new Float64Array(3);
const covariance = new Float64Array(9);
const eigenvalue = new Float64Array(3);
const quat = new Float64Array(4);
/** The axes, as rows, along which boxes are compared. */
const frame = new Float64Array(9);

/** Pairs of bodies that may touch, sorted, into work_col_bodypair: the world, and other fixed bodies with planes,
 *  against everything; the rest by sweep and prune (Baraff 1992) over boxes in a frame that suits their distribution.
 *  Returns the number of pairs, which may repeat; beyond `room` pairs are counted and not written.
 *  reads  m: geom_* body_*   d: geom_xpos geom_xmat body_awake
 *  writes d: work_col_* */
export function broadphase(m: Model, d: Data, room: int): int {
  const { work_col_bodypair, work_col_bodypair2 } = d;
  const sleeping = (m.opt.enableflags & Enable.SLEEP) !== 0 && d.nbody_awake < m.nbody;
  let count = alwaysPairs(m, d, room, sleeping);
  if (makeFrameOfGeoms(m, d)) {
    const n = collidableBodies(m, d);
    if (n > 1) {
      for (let k = 0; k < n; k++) bodyBox(m, d, k);
      count = sweep(m, d, n, count, room, sleeping);
    }
  }
  if (count <= room) sortPairs(work_col_bodypair, work_col_bodypair2, count);
  return count;
}

/** Adds the pair of bodies if their masks meet; the new number of pairs. */
function addPair(m: Model, d: Data, b1: int, b2: int, count: int, room: int): int {
  const { work_col_bodypair } = d;
  if (!bodyMasksMeet(m, b1, b2)) return count;
  if (count < room) {
    work_col_bodypair[2 * count] = Math.min(b1, b2);
    work_col_bodypair[2 * count + 1] = Math.max(b1, b2);
  }
  return count + 1;
}

/** Pairs with bodies that have no useful box: the world, and bodies without degrees of freedom that have a plane. */
function alwaysPairs(m: Model, d: Data, room: int, sleeping: boolean): int {
  const { nbody, body_geomnum, body_dofnum, body_weldid } = m;
  let count = 0;
  for (let b1 = 0; b1 < nbody; b1++) {
    if (!canCollide(m, b1)) continue;
    const always = b1 === 0 ? body_geomnum[0] > 0 : body_dofnum[body_weldid[b1]] === 0 && hasPlane(m, b1);
    if (!always) continue;
    for (let b2 = 0; b2 < nbody; b2++) {
      if (canCollide(m, b2) && bodiesMeet(m, d, b1, b2, sleeping)) count = addPair(m, d, b1, b2, count, room);
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

/** Sets `frame` from the covariance of the positions of all geoms outside the world; false if there are none. */
function makeFrameOfGeoms(m: Model, d: Data): boolean {
  const { ngeom, geom_bodyid } = m;
  const { geom_xpos } = d;
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
  eig3(eigenvalue, 0, frame, 0, quat, 0, covariance, 0);
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

/** Lists the bodies outside the world that can collide. */
function collidableBodies(m: Model, d: Data): int {
  const { work_col_body } = d;
  let n = 0;
  for (let b = 1; b < m.nbody; b++) if (canCollide(m, b)) work_col_body[n++] = b;
  return n;
}

/** Box of collidable body number k along the axes of `frame`, margins included: min x, y, z, max x, y, z. */
function bodyBox(m: Model, d: Data, k: int): void {
  const { body_geomadr, body_geomnum, geom_margin, geom_gap } = m;
  const { work_col_body, work_col_box } = d;
  const override = (m.opt.enableflags & Enable.OVERRIDE) !== 0 ? 0.5 * m.opt.o_margin : 0.0;
  const b = work_col_body[k];
  const first = body_geomadr[b];
  const end = first + body_geomnum[b];
  for (let g = first; g < end; g++) {
    const margin = override !== 0 ? override : geom_margin[g] + geom_gap[g];
    for (let axis = 0; axis < 3; axis++) geomInterval(m, d, g, axis, margin, 6 * k + axis, g === first);
  }
  if (first === end) work_col_box.fill(0, 6 * k, 6 * k + 6);
}

/** Extends the interval of a body's box along an axis (min at i, max at i + 3) by geom g: the tighter of the bounds by
 *  its box and by its sphere. */
function geomInterval(m: Model, d: Data, g: int, axis: int, margin: number, i: int, first: boolean): void {
  const { geom_aabb, geom_rbound } = m;
  const { geom_xpos, geom_xmat, work_col_box } = d;
  const x = frame[3 * axis];
  const y = frame[3 * axis + 1];
  const z = frame[3 * axis + 2];
  const R = 9 * g;
  const box = 6 * g;
  const a0 = geom_xmat[R] * x + geom_xmat[R + 3] * y + geom_xmat[R + 6] * z;
  const a1 = geom_xmat[R + 1] * x + geom_xmat[R + 4] * y + geom_xmat[R + 7] * z;
  const a2 = geom_xmat[R + 2] * x + geom_xmat[R + 5] * y + geom_xmat[R + 8] * z;
  const half =
    Math.abs(geom_aabb[box + 3] * a0) + Math.abs(geom_aabb[box + 4] * a1) + Math.abs(geom_aabb[box + 5] * a2);
  const sphere = geom_xpos[3 * g] * x + geom_xpos[3 * g + 1] * y + geom_xpos[3 * g + 2] * z;
  const middle = sphere + geom_aabb[box] * a0 + geom_aabb[box + 1] * a1 + geom_aabb[box + 2] * a2;
  const r = geom_rbound[g];
  const low = Math.max(sphere - r, middle - half) - margin;
  const high = Math.min(sphere + r, middle + half) + margin;
  work_col_box[i] = first ? low : Math.min(work_col_box[i], low);
  work_col_box[i + 3] = first ? high : Math.max(work_col_box[i + 3], high);
}

/** Pairs of the n boxes that overlap: sweeps along x with a list of the boxes that the sweep is inside of, and compares
 *  y and z with these. Returns the new number of pairs. */
function sweep(m: Model, d: Data, n: int, found: int, room: int, sleeping: boolean): int {
  const { work_col_body, work_col_box, work_col_key, work_col_end, work_col_key2, work_col_end2 } = d;
  const { work_col_active, work_col_place, work_col_bounds } = d;
  for (let k = 0; k < n; k++) {
    work_col_key[2 * k] = floatKey(work_col_box[6 * k]);
    work_col_key[2 * k + 1] = floatKey(work_col_box[6 * k + 3]);
    // ends of boxes: lower ones are k, upper ones are -1 - k
    work_col_end[2 * k] = k;
    work_col_end[2 * k + 1] = -1 - k;
  }
  sortKeys(work_col_key, work_col_end, work_col_key2, work_col_end2, 2 * n);
  let count = found;
  let active = 0;
  for (let e = 0; e < 2 * n; e++) {
    const end = work_col_end[e];
    if (end < 0) {
      // the last of the list takes the place of the one that leaves
      const place = work_col_place[-1 - end];
      active--;
      const last = work_col_active[active];
      work_col_active[place] = last;
      work_col_place[last] = place;
      for (let k = 0; k < 4; k++) work_col_bounds[4 * place + k] = work_col_bounds[4 * active + k];
      continue;
    }
    const yMin = work_col_box[6 * end + 1];
    const zMin = work_col_box[6 * end + 2];
    const yMax = work_col_box[6 * end + 4];
    const zMax = work_col_box[6 * end + 5];
    for (let k = 0; k < active; k++) {
      if (work_col_bounds[4 * k] > yMax || yMin > work_col_bounds[4 * k + 1]) continue;
      if (work_col_bounds[4 * k + 2] > zMax || zMin > work_col_bounds[4 * k + 3]) continue;
      const b1 = work_col_body[work_col_active[k]];
      const b2 = work_col_body[end];
      if (bodiesMeet(m, d, b1, b2, sleeping)) count = addPair(m, d, b1, b2, count, room);
    }
    work_col_active[active] = end;
    work_col_place[end] = active;
    work_col_bounds[4 * active] = yMin;
    work_col_bounds[4 * active + 1] = yMax;
    work_col_bounds[4 * active + 2] = zMin;
    work_col_bounds[4 * active + 3] = zMax;
    active++;
  }
  return count;
}
