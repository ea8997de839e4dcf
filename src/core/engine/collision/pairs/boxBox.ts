import { clip } from '../../../math/array.ts';
import { MINVAL } from '../../../math/constants.ts';
import type { int } from '../../../math/int.ts';
import { mulMatTMat3, mulMatTVec3, mulMatVec3 } from '../../../math/mat3.ts';
import { addTo3, addToScl3, copy3, dot3, normalize3, scl3, set3, sub3 } from '../../../math/vec3.ts';
import { MAXVAL } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { CON_NORMAL, CON_POS, startContact } from '../precontact.ts';
import { faceManifold } from './boxFace.ts';

/*  Two boxes touch along the one of fifteen axes on which they overlap least (separating axis test, Gottschalk et al.
 *  1996). A face axis gives the polygon of one face clipped by the other (boxFace.ts); an edge axis gives one contact
 *  between the two edges. Near ties go to the face, which makes stacks more stable than a single point.
 *
 *  Vectors are in the frame of box 1 unless named otherwise; column j of `rot` is axis j of box 2. */

/** Slack of the separation tests, relative to the sizes: rounding error of the supports. */
const SEP_EPS = 1e-13;
/** Squared sine of the angle below which two edges count as parallel. */
const PARALLEL_EPS = 1e-16;
/** Magnitude of an axis component below which both signs of the supporting corner are tried. */
const SIGN_EPS = 1e-9;
/** Fraction of its depth by which an edge axis must beat the others. */
const EDGE_BIAS = 1e-6;

const rot = new Float64Array(9);
const pos21 = new Float64Array(3);
const pos12 = new Float64Array(3);
const axis = new Float64Array(3);
const axisIn2 = new Float64Array(3);
const along2 = new Float64Array(3);
const corner1 = new Float64Array(3);
const corner2 = new Float64Array(3);
const gap = new Float64Array(3);
const witness1 = new Float64Array(3);
const witness2 = new Float64Array(3);

/** Best separations: over face axes, over all axes. */
const sep = new Float64Array(2);
const SEP_FACE = 0;
const SEP_BEST = 1;
/** Indices of these axes: 0-2 faces of box 1, 3-5 faces of box 2, 6 + 3 i + j edges i and j. */
const code = new Int32Array(2);

/** Contacts of two boxes; returns the number of contacts. */
export function boxBox(m: Model, d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  const { geom_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const s1 = 3 * g1;
  const s2 = 3 * g2;
  sub3(pos21, 0, geom_xpos, s2, geom_xpos, s1);
  scl3(pos12, 0, pos21, 0, -1);
  mulMatTVec3(pos21, 0, geom_xmat, 9 * g1, pos21, 0);
  mulMatTVec3(pos12, 0, geom_xmat, 9 * g2, pos12, 0);
  mulMatTMat3(rot, 0, geom_xmat, 9 * g1, geom_xmat, 9 * g2);
  const extent =
    geom_size[s1] + geom_size[s1 + 1] + geom_size[s1 + 2] + geom_size[s2] + geom_size[s2 + 1] + geom_size[s2 + 2];
  const limit = margin + SEP_EPS * extent;
  if (!faceAxes(geom_size, s1, s2, limit) || !edgeAxes(geom_size, s1, s2, limit)) return 0;
  if (code[SEP_BEST] >= 6 && edgeIsFace()) code[SEP_BEST] = code[SEP_FACE];
  const best = code[SEP_BEST];
  if (best >= 6) return edgeContact(d, g1, geom_size, s1, s2, best - 6, limit, con);
  if (best < 3) return faceManifold(m, d, g1, g2, best, pos21, rot, margin, con);
  return faceManifold(m, d, g2, g1, best, pos12, rot, margin, con);
}

/** Separations along the face normals; false if the boxes are separated, or a pose or size is NaN. */
function faceAxes(size: Float64Array, s1: int, s2: int, limit: number): boolean {
  let best: number = Number.NEGATIVE_INFINITY;
  let which = -1;
  for (let k = 0; k < 6; k++) {
    const one = k < 3;
    const i = one ? k : k - 3;
    // elements of rot along row i, or along column i
    const r = one ? 3 * i : i;
    const step = one ? 1 : 3;
    const other = one ? s2 : s1;
    const radius =
      Math.abs(rot[r]) * size[other] +
      Math.abs(rot[r + step]) * size[other + 1] +
      Math.abs(rot[r + 2 * step]) * size[other + 2];
    const separation = Math.abs(one ? pos21[i] : pos12[i]) - size[(one ? s1 : s2) + i] - radius;
    if (separation > limit) return false;
    if (separation > best) {
      best = separation;
      which = k;
    }
  }
  if (which < 0) return false;
  sep[SEP_FACE] = best;
  sep[SEP_BEST] = best;
  code[SEP_FACE] = which;
  code[SEP_BEST] = which;
  return true;
}

/** Separations along the cross products of edges; false if the boxes are separated. */
function edgeAxes(size: Float64Array, s1: int, s2: int, limit: number): boolean {
  for (let i = 0; i < 3; i++) {
    const i1 = i < 2 ? i + 1 : 0;
    const i2 = i1 < 2 ? i1 + 1 : 0;
    for (let j = 0; j < 3; j++) {
      // e_i x (column j of rot): component i is 0, the length is the sine of the angle between them
      let a1 = -rot[3 * i2 + j];
      let a2 = rot[3 * i1 + j];
      const length2 = a1 * a1 + a2 * a2;
      if (length2 < PARALLEL_EPS) continue;
      const inverse = 1 / Math.sqrt(length2);
      a1 *= inverse;
      a2 *= inverse;
      const j1 = j < 2 ? j + 1 : 0;
      const j2 = j1 < 2 ? j1 + 1 : 0;
      const radius1 = size[s1 + i1] * Math.abs(a1) + size[s1 + i2] * Math.abs(a2);
      const b1 = a1 * rot[3 * i1 + j1] + a2 * rot[3 * i2 + j1];
      const b2 = a1 * rot[3 * i1 + j2] + a2 * rot[3 * i2 + j2];
      const radius2 = size[s2 + j1] * Math.abs(b1) + size[s2 + j2] * Math.abs(b2);
      const separation = Math.abs(a1 * pos21[i1] + a2 * pos21[i2]) - radius1 - radius2;
      if (separation > limit) return false;
      if (separation - EDGE_BIAS * Math.abs(separation) > sep[SEP_BEST] && separation > sep[SEP_FACE]) {
        sep[SEP_BEST] = separation;
        code[SEP_BEST] = 6 + 3 * i + j;
      }
    }
  }
  return true;
}

/** Writes the unit vector e_i x (column j of rot) to `axis`. */
function edgeAxis(i: int, j: int): void {
  const i1 = (i + 1) % 3;
  const i2 = (i + 2) % 3;
  axis[i] = 0;
  axis[i1] = -rot[3 * i2 + j];
  axis[i2] = rot[3 * i1 + j];
  normalize3(axis, 0);
}

/** True if the best edge axis is within 8 degrees of the best face axis and not better by 5 %: the face is used
 *  then. */
function edgeIsFace(): boolean {
  const pair = code[SEP_BEST] - 6;
  edgeAxis((pair / 3) | 0, pair % 3);
  const face = code[SEP_FACE];
  const cosine = face < 3 ? axis[face] : axis[0] * rot[face - 3] + axis[1] * rot[face] + axis[2] * rot[face + 3];
  return Math.abs(cosine) > 0.99 && sep[SEP_BEST] < sep[SEP_FACE] + 0.05 * Math.abs(sep[SEP_FACE]) + MINVAL;
}

/** Contact of edge i of box 1 and edge j of box 2, pair = 3 i + j. */
function edgeContact(
  d: Data,
  g1: int,
  size: Float64Array,
  s1: int,
  s2: int,
  pair: int,
  limit: number,
  con: Float64Array,
): int {
  const { geom_xpos, geom_xmat } = d;
  const i = (pair / 3) | 0;
  const j = pair % 3;
  edgeAxis(i, j);
  // from box 1 to box 2
  if (dot3(axis, 0, pos21, 0) < 0) scl3(axis, 0, axis, 0, -1);
  mulMatTVec3(axisIn2, 0, rot, 0, axis, 0);
  set3(along2, 0, rot[j], rot[3 + j], rot[6 + j]);

  // where a component of the axis vanishes, two edges support it: take the nearest pair of edges
  const flip1 = ambiguous(axis, (i + 1) % 3, (i + 2) % 3);
  const flip2 = ambiguous(axisIn2, (j + 1) % 3, (j + 2) % 3);
  let best: number = MAXVAL;
  for (let v1 = 0; v1 < (flip1 >= 0 ? 2 : 1); v1++) {
    for (let v2 = 0; v2 < (flip2 >= 0 ? 2 : 1); v2++) {
      for (let k = 0; k < 3; k++) {
        corner1[k] = axis[k] >= 0 ? size[s1 + k] : -size[s1 + k];
        corner2[k] = axisIn2[k] >= 0 ? -size[s2 + k] : size[s2 + k];
      }
      corner1[i] = 0;
      corner2[j] = 0;
      if (v1 === 1) corner1[flip1] = -corner1[flip1];
      if (v2 === 1) corner2[flip2] = -corner2[flip2];
      nearestOnEdges(i, size[s1 + i], size[s2 + j]);
      const gap2 = dot3(gap, 0, gap, 0);
      if (gap2 < best) {
        best = gap2;
        copy3(witness1, 0, corner1, 0);
        copy3(witness2, 0, corner2, 0);
      }
    }
  }

  sub3(gap, 0, witness2, 0, witness1, 0);
  const dist = dot3(gap, 0, axis, 0);
  if (dist > limit) return 0;
  startContact(con, 0, dist);
  for (let k = 0; k < 3; k++) gap[k] = 0.5 * (witness1[k] + witness2[k]);
  mulMatVec3(con, CON_POS, geom_xmat, 9 * g1, gap, 0);
  addTo3(con, CON_POS, geom_xpos, 3 * g1);
  mulMatVec3(con, CON_NORMAL, geom_xmat, 9 * g1, axis, 0);
  return 1;
}

/** Index of the component that is too small to have a sign, or -1. */
function ambiguous(v: Float64Array, k1: int, k2: int): int {
  if (Math.abs(v[k1]) < SIGN_EPS) return k1;
  return Math.abs(v[k2]) < SIGN_EPS ? k2 : -1;
}

/** Moves corner1 and corner2 (the latter given in box 2) to the nearest points of the edges through them; sets `gap`. */
function nearestOnEdges(i: int, half1: number, half2: number): void {
  mulMatVec3(corner2, 0, rot, 0, corner2, 0);
  addTo3(corner2, 0, pos21, 0);
  sub3(gap, 0, corner2, 0, corner1, 0);
  const cosine = along2[i];
  const sine2 = 1 - cosine * cosine;
  const e1 = gap[i];
  const e2 = dot3(along2, 0, gap, 0);
  let s = sine2 < MINVAL ? 0.0 : (e1 - cosine * e2) / sine2;
  s = clip(s, -half1, half1);
  const t = clip(cosine * s - e2, -half2, half2);
  s = clip(e1 + cosine * t, -half1, half1);
  corner1[i] += s;
  addToScl3(corner2, 0, along2, 0, t);
  sub3(gap, 0, corner2, 0, corner1, 0);
}
