import type { int } from '../../../../math/int.ts';
import { addScl3, addToScl3, cross3, dot3, scl3, sub3, zero3 } from '../../../../math/vec3.ts';
import { MINVAL } from '../../../../model/constants.ts';
import type { Data } from '../../../../model/data.ts';
import { GeomType } from '../../../../model/enums.ts';
import type { Model } from '../../../../model/model.ts';
import { Feature, featureAt, isDeepest, isHeld, radiusOf } from './features.ts';

/*  A contact between the nearest points P1, P2 of two features, which are |L| apart along the normal n, L = dist + r1 + r2. While the
 *  second geom moves, by `moved` at P2 and turning by `turn`, P1 slides along a line of the first, P2 along one of the second:
 *    moved + a2 t2 - a1 t1 = (n . moved) n + L dn,    dn . a1 = 0,    dn . a2 = -n . (turn x a2)
 *  The point of the contact is P1 + (r1 + dist / 2) n. */

/** Lines under a smaller angle (squared sine) count as parallel, and features nearer than this have no normal. */
const PARALLEL = 1e-8;
const TOGETHER = 1e-4;
/** Cosine between a normal and a line across it. */
const ACROSS = 1e-9;

const ends = new Float64Array(6);
const axes = new Float64Array(6);
const arm = new Float64Array(3);
const moved = new Float64Array(3);
const turn = new Float64Array(3);
const dn = new Float64Array(3);
const rest = new Float64Array(3);

/** The table of one contact (see contactMotion.ts) at `at` of w, for nearest features of spheres, capsules and boxes; false if the
 *  contact is of another kind. */
export function featureMotion(m: Model, d: Data, w: Float64Array, con: int, g1: int, g2: int, at: int): boolean {
  const { contact_pos, contact_frame, contact_dist, geom_xpos } = d;
  const f = 9 * con;
  const r1 = radiusOf(m, g1);
  const half = 0.5 * contact_dist[con];
  const length = contact_dist[con] + r1 + radiusOf(m, g2);
  addScl3(ends, 0, contact_pos, 3 * con, contact_frame, f, -r1 - half);
  addScl3(ends, 3, ends, 0, contact_frame, f, length);
  const one = featureAt(m, d, g1, ends, 0, axes, 0);
  const two = featureAt(m, d, g2, ends, 3, axes, 3);
  if (!isNearest(d, f, one, two, length) || !isHeld(m, d, g1, one, f) || !isHeld(m, d, g2, two, f)) return false;
  // two boxes otherwise meet along a face
  if (m.geom_type[g1] === GeomType.BOX && (one !== Feature.LINE || two !== Feature.LINE)) return false;
  if (two === Feature.PLANE && !isDeepest(m, d, g2, ends, 0, f)) return false;
  sub3(arm, 0, ends, 3, geom_xpos, 3 * g2);
  for (let c = 0; c < 6; c++) {
    const o = at + 7 * c;
    zero3(moved, 0);
    zero3(turn, 0);
    if (c < 3) moved[c] = 1;
    else {
      turn[c - 3] = 1;
      cross3(moved, 0, turn, 0, arm, 0);
    }
    const rise = dot3(contact_frame, f, moved, 0);
    const slide = normalTurn(d, f, one, two, length, rise);
    cross3(w, o, contact_frame, f, dn, 0);
    scl3(w, o + 3, dn, 0, r1 + half);
    addToScl3(w, o + 3, contact_frame, f, 0.5 * rise);
    addToScl3(w, o + 3, axes, 0, slide);
    w[o + 6] = rise;
  }
  return true;
}

/** Whether the normal is that of nearest points of the two features. */
function isNearest(d: Data, f: int, one: int, two: int, length: number): boolean {
  const { contact_frame } = d;
  if (one === Feature.NONE || one === Feature.PLANE || two === Feature.NONE) return false;
  if (two === Feature.PLANE) {
    return one === Feature.POINT && 1 - Math.abs(dot3(contact_frame, f, axes, 3)) < MINVAL;
  }
  if (one === Feature.LINE && Math.abs(dot3(contact_frame, f, axes, 0)) > ACROSS) return false;
  if (two === Feature.LINE && Math.abs(dot3(contact_frame, f, axes, 3)) > ACROSS) return false;
  if (one === Feature.LINE && two === Feature.LINE) {
    const cosine = dot3(axes, 0, axes, 3);
    return 1 - cosine * cosine > PARALLEL;
  }
  return Math.abs(length) > TOGETHER;
}

/** Sets dn; returns t1, how far P1 slides along its line. */
function normalTurn(d: Data, f: int, one: int, two: int, length: number, rise: number): number {
  const { contact_frame } = d;
  if (two === Feature.PLANE) {
    cross3(dn, 0, turn, 0, contact_frame, f);
    return 0;
  }
  cross3(rest, 0, turn, 0, axes, 3);
  const tilt = dot3(contact_frame, f, rest, 0);
  const along1 = dot3(moved, 0, axes, 0);
  const along2 = dot3(moved, 0, axes, 3);
  if (one === Feature.LINE && two === Feature.LINE) {
    const cosine = dot3(axes, 0, axes, 3);
    const sine2 = 1 - cosine * cosine;
    scl3(dn, 0, axes, 3, -tilt / sine2);
    addToScl3(dn, 0, axes, 0, (tilt * cosine) / sine2);
    return along1 + (cosine * (cosine * along1 - along2 - length * tilt)) / sine2;
  }
  const slide: number = one === Feature.LINE ? along1 : 0;
  addScl3(dn, 0, moved, 0, contact_frame, f, -rise);
  if (one === Feature.LINE) addToScl3(dn, 0, axes, 0, -slide);
  if (two === Feature.LINE) addToScl3(dn, 0, axes, 3, -along2 - length * tilt);
  scl3(dn, 0, dn, 0, 1 / length);
  return slide;
}
