import type { int } from '../../math/int.ts';
import { eig3 } from '../../math/linear/eig3.ts';
import { mulMatVec3 } from '../../math/mat3.ts';
import { addTo3 } from '../../math/vec3.ts';
import { MAXVAL } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Enable, GeomType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { bodiesMeet, canCollide } from './filter.ts';
import { countPairs } from './sort.ts';
import { addPair, sweep } from './sweep.ts';

const center = new Float64Array(3);
const covariance = new Float64Array(9);
const eigenvalue = new Float64Array(3);
const quat = new Float64Array(4);
const middle = new Float64Array(3);
/** The axes, as rows, along which boxes are compared. */
const frame = new Float64Array(9);

/** Pairs of bodies that may touch, sorted, into work_col_bodypair: the world, and other fixed bodies with planes,
 *  against everything; the rest by sweep and prune (Baraff 1992) over boxes in a frame that suits their distribution.
 *  Returns the number of pairs, which may repeat; beyond `room` pairs are counted and not written.
 *  reads  m: geom_* body_*   d: geom_xpos geom_xmat body_awake
 *  writes d: work_col_* */
export function broadphase(m: Model, d: Data, room: int): int {
  const { work_col_bodypair, work_col_bodypair2, work_col_tally } = d;
  const sleeping = (m.opt.enableflags & Enable.SLEEP) !== 0 && d.nbody_awake < m.nbody;
  // the world comes first in every pair, and its pairs come in order
  const first = alwaysPairs(m, d, 0, 1, 0, room, sleeping);
  let count = alwaysPairs(m, d, 1, m.nbody, first, room, sleeping);
  if (makeFrameOfGeoms(m, d)) {
    const n = collidableBodies(m, d);
    if (n > 1) {
      for (let k = 0; k < n; k++) bodyBox(m, d, k);
      count = sweep(m, d, n, count, room, sleeping);
    }
  }
  if (count <= room) countPairs(work_col_bodypair, work_col_bodypair2, first, count, work_col_tally, m.nbody);
  return count;
}

/** Pairs with those of the bodies from..to - 1 that have no useful box: the world, and bodies without degrees of freedom
 *  that have a plane. Returns the new number of pairs. */
function alwaysPairs(m: Model, d: Data, from: int, to: int, found: int, room: int, sleeping: boolean): int {
  const { nbody, body_geomnum, body_dofnum, body_weldid } = m;
  let count = found;
  for (let b1 = from; b1 < to; b1++) {
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
  const { body_geomadr, body_geomnum, geom_margin, geom_gap, geom_contype, geom_conaffinity } = m;
  const { work_col_body, work_col_box } = d;
  const override = (m.opt.enableflags & Enable.OVERRIDE) !== 0 ? 0.5 * m.opt.o_margin : 0.0;
  const b = work_col_body[k];
  const first = body_geomadr[b];
  const end = first + body_geomnum[b];
  for (let c = 0; c < 3; c++) {
    work_col_box[6 * k + c] = MAXVAL;
    work_col_box[6 * k + 3 + c] = -MAXVAL;
  }
  for (let g = first; g < end; g++) {
    if (geom_contype[g] === 0 && geom_conaffinity[g] === 0) continue;
    geomBox(m, d, g, override !== 0 ? override : geom_margin[g] + geom_gap[g], 6 * k);
  }
  // a body whose masks have been taken away since the model was made: a point far from all
  if (work_col_box[6 * k] > work_col_box[6 * k + 3]) work_col_box.fill(MAXVAL, 6 * k, 6 * k + 6);
}

/** Extends the box at i by geom g: along each axis by the tighter of the bounds by its box and by its sphere. */
function geomBox(m: Model, d: Data, g: int, margin: number, i: int): void {
  const { geom_aabb, geom_rbound } = m;
  const { geom_xpos, geom_xmat, work_col_box } = d;
  const r = geom_rbound[g];
  const p = 3 * g;
  const A = 9 * g;
  const box = 6 * g;
  mulMatVec3(middle, 0, geom_xmat, A, geom_aabb, box);
  addTo3(middle, 0, geom_xpos, p);
  for (let axis = 0; axis < 3; axis++) {
    const x = frame[3 * axis];
    const y = frame[3 * axis + 1];
    const z = frame[3 * axis + 2];
    const a0 = geom_xmat[A] * x + geom_xmat[A + 3] * y + geom_xmat[A + 6] * z;
    const a1 = geom_xmat[A + 1] * x + geom_xmat[A + 4] * y + geom_xmat[A + 7] * z;
    const a2 = geom_xmat[A + 2] * x + geom_xmat[A + 5] * y + geom_xmat[A + 8] * z;
    const half =
      Math.abs(geom_aabb[box + 3] * a0) + Math.abs(geom_aabb[box + 4] * a1) + Math.abs(geom_aabb[box + 5] * a2);
    const sphere = geom_xpos[p] * x + geom_xpos[p + 1] * y + geom_xpos[p + 2] * z;
    const center = middle[0] * x + middle[1] * y + middle[2] * z;
    const low = Math.max(sphere - r, center - half) - margin;
    const high = Math.min(sphere + r, center + half) + margin;
    work_col_box[i + axis] = Math.min(work_col_box[i + axis], low);
    work_col_box[i + 3 + axis] = Math.max(work_col_box[i + 3 + axis], high);
  }
}
