import type { int } from '../../math/int.ts';
import { MAXVAL } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { Disable, Enable, GeomType, SleepState } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/*  Tests that keep pairs away from the pair functions, cheapest first. */

/** True if geoms with these masks may collide. */
export function masksMeet(contype1: int, conaffinity1: int, contype2: int, conaffinity2: int): boolean {
  return (contype1 & conaffinity2) !== 0 || (contype2 & conaffinity1) !== 0;
}

/** True if the geoms of two bodies may collide as far as their masks go. */
export function bodyMasksMeet(m: Model, b1: int, b2: int): boolean {
  const { body_contype, body_conaffinity } = m;
  return masksMeet(body_contype[b1], body_conaffinity[b1], body_contype[b2], body_conaffinity[b2]);
}

/** True if some geom of the body may collide at all. */
export function canCollide(m: Model, b: int): boolean {
  return m.body_contype[b] !== 0 || m.body_conaffinity[b] !== 0;
}

/** True if contacts of two bodies are of interest: they are not one rigid body, one of them can move, one is awake, and
 *  they are not parent and child. `sleeping` tells whether anything sleeps at all.
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

/** Margin of two geoms, or of the explicit pair if that is not -1: contacts nearer than this make forces.
 *  @inline */
export function pairMargin(m: Model, g1: int, g2: int, pair: int): number {
  if ((m.opt.enableflags & Enable.OVERRIDE) !== 0) return m.opt.o_margin;
  return pair >= 0 ? m.pair_margin[pair] : m.geom_margin[g1] + m.geom_margin[g2];
}

/** Gap of two geoms, or of the explicit pair: contacts are kept that much farther than the margin.
 *  @inline */
export function pairGap(m: Model, g1: int, g2: int, pair: int): number {
  return pair >= 0 ? m.pair_gap[pair] : m.geom_gap[g1] + m.geom_gap[g2];
}

/** True if the bounding spheres of two geoms are within the margin. A plane has none: it is tested by height.
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

/** Height of the centre of geom g above the plane. */
function heightAbove(d: Data, plane: int, g: int): number {
  const { geom_xpos, geom_xmat } = d;
  const x = geom_xpos[3 * g] - geom_xpos[3 * plane];
  const y = geom_xpos[3 * g + 1] - geom_xpos[3 * plane + 1];
  const z = geom_xpos[3 * g + 2] - geom_xpos[3 * plane + 2];
  return x * geom_xmat[9 * plane + 2] + y * geom_xmat[9 * plane + 5] + z * geom_xmat[9 * plane + 8];
}

/** Number of sides on which a box (centre, half size) is infinite. */
export function infiniteSides(box: Float64Array, i: int): int {
  return (box[i + 3] >= MAXVAL ? 1 : 0) + (box[i + 4] >= MAXVAL ? 1 : 0) + (box[i + 5] >= MAXVAL ? 1 : 0);
}

/** True if the boxes (centre, half size) in the frames (p, A) and (q, B) may touch: tested on the six face axes only,
 *  as half of the separating axis test already rejects nearly everything (Gottschalk et al. 1996). A box that is
 *  infinite in all directions touches everything; one that is infinite in some is tested on its own axes. */
export function boxesMeet(
  box1: Float64Array,
  i: int,
  p: Float64Array,
  pi: int,
  A: Float64Array,
  a: int,
  box2: Float64Array,
  j: int,
  q: Float64Array,
  qi: int,
  B: Float64Array,
  b: int,
  margin: number,
): boolean {
  const infinite1 = infiniteSides(box1, i);
  const infinite2 = infiniteSides(box2, j);
  if (infinite1 === 3 || infinite2 === 3) return true;
  // from centre to centre
  const x = alongRow(B, b, box2, j) + q[qi] - (alongRow(A, a, box1, i) + p[pi]);
  const y = alongRow(B, b + 3, box2, j) + q[qi + 1] - (alongRow(A, a + 3, box1, i) + p[pi + 1]);
  const z = alongRow(B, b + 6, box2, j) + q[qi + 2] - (alongRow(A, a + 6, box1, i) + p[pi + 2]);
  for (let k = 0; k < 3 && infinite2 === 0; k++) {
    if (isApart(A[a + k], A[a + 3 + k], A[a + 6 + k], x, y, z, box1[i + 3 + k] + margin, box2, j + 3, B, b))
      return false;
  }
  for (let k = 0; k < 3 && infinite1 === 0; k++) {
    if (isApart(B[b + k], B[b + 3 + k], B[b + 6 + k], x, y, z, box2[j + 3 + k] + margin, box1, i + 3, A, a))
      return false;
  }
  return true;
}

/** A row of a matrix times a vector. */
function alongRow(A: Float64Array, a: int, v: Float64Array, i: int): number {
  return A[a] * v[i] + A[a + 1] * v[i + 1] + A[a + 2] * v[i + 2];
}

/** True if two boxes, (x, y, z) apart, are separated along an axis of the first, where that reaches `reach`: B are the
 *  axes of the second, and `half` its half sizes.
 *  @inline */
function isApart(
  ax: number,
  ay: number,
  az: number,
  x: number,
  y: number,
  z: number,
  reach: number,
  half: Float64Array,
  h: int,
  B: Float64Array,
  b: int,
): boolean {
  const across =
    Math.abs(half[h] * (B[b] * ax + B[b + 3] * ay + B[b + 6] * az)) +
    Math.abs(half[h + 1] * (B[b + 1] * ax + B[b + 4] * ay + B[b + 7] * az)) +
    Math.abs(half[h + 2] * (B[b + 2] * ax + B[b + 5] * ay + B[b + 8] * az));
  return reach + across < Math.abs(x * ax + y * ay + z * az);
}
