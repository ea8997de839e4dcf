import type { int } from '../../math/int.ts';
import { MAXVAL } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Disable, Enable, GeomType, SleepState } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/*  Tests that reject pairs before the pair functions, cheapest first. */

/** True if geoms with these masks may collide. */
export function masksMeet(contype1: int, conaffinity1: int, contype2: int, conaffinity2: int): boolean {
  return (contype1 & conaffinity2) !== 0 || (contype2 & conaffinity1) !== 0;
}

/** True if the masks allow geoms of two bodies to collide. */
export function bodyMasksMeet(m: Model, b1: int, b2: int): boolean {
  const { body_contype, body_conaffinity } = m;
  return masksMeet(body_contype[b1], body_conaffinity[b1], body_contype[b2], body_conaffinity[b2]);
}

/** True if the masks allow any geom of the body to collide. */
export function canCollide(m: Model, b: int): boolean {
  return m.body_contype[b] !== 0 || m.body_conaffinity[b] !== 0;
}

/** True if two bodies may collide: they are not welded together, one of them can move, one is awake, and they are not parent
 *  and child. `sleeping` is false if nothing sleeps.
 *  @inline */
export function bodiesMeet(m: Model, d: Data, b1: int, b2: int, sleeping: boolean): boolean {
  const { body_weldid, body_parentid, body_dofnum } = m;
  const { body_awake } = d;
  const weld1 = body_weldid[b1];
  const weld2 = body_weldid[b2];
  if (weld1 === weld2) return false;
  if (body_dofnum[weld1] === 0 && body_dofnum[weld2] === 0) return false;
  if (sleeping) {
    const asleep1 = body_awake[b1] === SleepState.ASLEEP;
    const asleep2 = body_awake[b2] === SleepState.ASLEEP;
    if (asleep1 && (asleep2 || weld2 === 0)) return false;
    if (asleep2 && weld1 === 0) return false;
  }
  if ((m.opt.disableflags & Disable.FILTERPARENT) === 0 && weld1 !== 0 && weld2 !== 0) {
    if (weld1 === body_weldid[body_parentid[weld2]] || weld2 === body_weldid[body_parentid[weld1]]) return false;
  }
  return true;
}

/** Margin of two geoms, or of the explicit pair if it is not -1: contacts below this distance generate forces.
 *  @inline */
export function pairMargin(m: Model, g1: int, g2: int, pair: int): number {
  if ((m.opt.enableflags & Enable.OVERRIDE) !== 0) return m.opt.o_margin;
  return pair >= 0 ? m.pair_margin[pair] : m.geom_margin[g1] + m.geom_margin[g2];
}

/** Gap of two geoms, or of the explicit pair: contacts are detected up to margin + gap.
 *  @inline */
export function pairGap(m: Model, g1: int, g2: int, pair: int): number {
  return pair >= 0 ? m.pair_gap[pair] : m.geom_gap[g1] + m.geom_gap[g2];
}

/** True if the bounding spheres of two geoms are within the margin. A plane has none and is tested by height.
 *  @inline */
export function spheresMeet(m: Model, d: Data, g1: int, g2: int, margin: number): boolean {
  const { geom_rbound, geom_type } = m;
  const { geom_xpos } = d;
  const r1 = geom_rbound[g1];
  const r2 = geom_rbound[g2];
  if (r1 > 0 && r2 > 0) {
    const x = geom_xpos[3 * g1] - geom_xpos[3 * g2];
    const y = geom_xpos[3 * g1 + 1] - geom_xpos[3 * g2 + 1];
    const z = geom_xpos[3 * g1 + 2] - geom_xpos[3 * g2 + 2];
    const bound = r1 + r2 + margin;
    return !(x * x + y * y + z * z > bound * bound);
  }
  if (geom_type[g1] === GeomType.PLANE && r2 > 0 && heightAbove(d, g1, g2) > margin + r2) return false;
  if (geom_type[g2] === GeomType.PLANE && r1 > 0 && heightAbove(d, g2, g1) > margin + r1) return false;
  return true;
}

/** Height of the center of geom g above the plane. */
function heightAbove(d: Data, plane: int, g: int): number {
  const { geom_xpos, geom_xmat } = d;
  const x = geom_xpos[3 * g] - geom_xpos[3 * plane];
  const y = geom_xpos[3 * g + 1] - geom_xpos[3 * plane + 1];
  const z = geom_xpos[3 * g + 2] - geom_xpos[3 * plane + 2];
  return x * geom_xmat[9 * plane + 2] + y * geom_xmat[9 * plane + 5] + z * geom_xmat[9 * plane + 8];
}

/** Number of axes along which a box (center, half size) is infinite. */
export function infiniteSides(box: Float64Array, i: int): int {
  return (box[i + 3] >= MAXVAL ? 1 : 0) + (box[i + 4] >= MAXVAL ? 1 : 0) + (box[i + 5] >= MAXVAL ? 1 : 0);
}

/** True if the bounding boxes of two geoms may be within the margin. Only the six face axes are tested: half of the separating
 *  axis test rejects nearly everything (Gottschalk et al. 1996). A box that is infinite on all sides meets everything; one
 *  that is infinite on some is tested on its own axes. */
export function geomBoxesMeet(m: Model, d: Data, g1: int, g2: int, margin: number): boolean {
  const { geom_aabb: box } = m;
  const { geom_xpos: p, geom_xmat: A } = d;
  const i = 6 * g1;
  const j = 6 * g2;
  const a = 9 * g1;
  const b = 9 * g2;
  const infinite1 = infiniteSides(box, i);
  const infinite2 = infiniteSides(box, j);
  if (infinite1 === 3 || infinite2 === 3) return true;
  // from center to center
  const x = alongRow(A, b, box, j) + p[3 * g2] - (alongRow(A, a, box, i) + p[3 * g1]);
  const y = alongRow(A, b + 3, box, j) + p[3 * g2 + 1] - (alongRow(A, a + 3, box, i) + p[3 * g1 + 1]);
  const z = alongRow(A, b + 6, box, j) + p[3 * g2 + 2] - (alongRow(A, a + 6, box, i) + p[3 * g1 + 2]);
  for (let k = 0; k < 3 && infinite2 === 0; k++) {
    const ux = A[a + k];
    const uy = A[a + 3 + k];
    const uz = A[a + 6 + k];
    const reach = box[i + 3 + k] + margin + boxExtent(box, j + 3, A, b, ux, uy, uz);
    if (reach < Math.abs(x * ux + y * uy + z * uz)) return false;
  }
  for (let k = 0; k < 3 && infinite1 === 0; k++) {
    const ux = A[b + k];
    const uy = A[b + 3 + k];
    const uz = A[b + 6 + k];
    const reach = box[j + 3 + k] + margin + boxExtent(box, i + 3, A, a, ux, uy, uz);
    if (reach < Math.abs(x * ux + y * uy + z * uz)) return false;
  }
  return true;
}

/** The same for the box at i of `box`, in the frame `id` of positions p and rotations A, and the box at j of `aligned` along
 *  the axes of the world. */
export function alignedBoxesMeet(
  box: Float64Array,
  i: int,
  p: Float64Array,
  A: Float64Array,
  id: int,
  aligned: Float64Array,
  j: int,
  margin: number,
): boolean {
  const a = 9 * id;
  const infinite1 = infiniteSides(box, i);
  const infinite2 = infiniteSides(aligned, j);
  if (infinite1 === 3 || infinite2 === 3) return true;
  const x = aligned[j] - (alongRow(A, a, box, i) + p[3 * id]);
  const y = aligned[j + 1] - (alongRow(A, a + 3, box, i) + p[3 * id + 1]);
  const z = aligned[j + 2] - (alongRow(A, a + 6, box, i) + p[3 * id + 2]);
  const half1 = i + 3;
  const half2 = j + 3;
  for (let k = 0; k < 3 && infinite2 === 0; k++) {
    const ux = A[a + k];
    const uy = A[a + 3 + k];
    const uz = A[a + 6 + k];
    const extent =
      Math.abs(aligned[half2] * ux) + Math.abs(aligned[half2 + 1] * uy) + Math.abs(aligned[half2 + 2] * uz);
    if (box[half1 + k] + margin + extent < Math.abs(x * ux + y * uy + z * uz)) return false;
  }
  if (infinite1 > 0) return true;
  if (aligned[half2] + margin + rowExtent(box, half1, A, a) < Math.abs(x)) return false;
  if (aligned[half2 + 1] + margin + rowExtent(box, half1, A, a + 3) < Math.abs(y)) return false;
  return !(aligned[half2 + 2] + margin + rowExtent(box, half1, A, a + 6) < Math.abs(z));
}

/** A row of a matrix times a vector. */
function alongRow(A: Float64Array, a: int, v: Float64Array, i: int): number {
  return A[a] * v[i] + A[a + 1] * v[i + 1] + A[a + 2] * v[i + 2];
}

/** Half extent of a box with half sizes `half` and axes B along the unit vector u.
 *  @inline */
function boxExtent(half: Float64Array, h: int, B: Float64Array, b: int, ux: number, uy: number, uz: number): number {
  return (
    Math.abs(half[h] * (B[b] * ux + B[b + 3] * uy + B[b + 6] * uz)) +
    Math.abs(half[h + 1] * (B[b + 1] * ux + B[b + 4] * uy + B[b + 7] * uz)) +
    Math.abs(half[h + 2] * (B[b + 2] * ux + B[b + 5] * uy + B[b + 8] * uz))
  );
}

/** The same along an axis of the world, which is a row of the axes. */
function rowExtent(half: Float64Array, h: int, A: Float64Array, row: int): number {
  return Math.abs(half[h] * A[row]) + Math.abs(half[h + 1] * A[row + 1]) + Math.abs(half[h + 2] * A[row + 2]);
}
