import { Feature } from '../../../../engine/collision/convex/exact/feature.ts';
import type { int } from '../../../../math/int.ts';
import { mulMatTVec3, mulMatVec3 } from '../../../../math/mat3.ts';
import { addScl3, addTo3, addToScl3, copy3, dot3, norm3, set3, sub3 } from '../../../../math/vec3.ts';
import type { Data } from '../../../../model/data.ts';
import { GeomType } from '../../../../model/enums.ts';
import type { Model } from '../../../../model/model.ts';
import { featureAt, geomAxis } from './features.ts';
import { SECOND_POINTS, SIMPLEX_POINTS, simplexMotion } from './simplexMotion.ts';

/*  A sphere or capsule on a height field touches a triangle of its surface, an edge or a sample of it or, of a prism below,
 *  a wall or an upright edge. The position of the contact determines which. */

/** Tolerance for a point on a grid line, in cells; tolerance for the normal along an edge it should be perpendicular to
 *  (the precision of EPA is `ccd_tolerance`). */
const ON = 1e-7;
const ALONG = 1e-3;

const surface = new Float64Array(3);
const ends = new Float64Array(3);
const axis = new Float64Array(3);
const edge = new Float64Array(3);
// ground points, then points of the other geom
const points = new Float64Array(SIMPLEX_POINTS);

/** w[at..] = motion table of one contact (see contactMotion.ts); false if it is of another kind */
export function hfieldMotion(m: Model, d: Data, w: Float64Array, con: int, g1: int, g2: int, at: int): boolean {
  const { geom_type, geom_size } = m;
  const { contact_pos, contact_frame, contact_dist, geom_xpos } = d;
  const type = geom_type[g2];
  if (type !== GeomType.SPHERE && type !== GeomType.CAPSULE) return false;
  const radius = geom_size[3 * g2];
  addScl3(surface, 0, contact_pos, 3 * con, contact_frame, 9 * con, -0.5 * contact_dist[con]);
  addScl3(ends, 0, surface, 0, contact_frame, 9 * con, contact_dist[con] + radius);
  const one = groundPoints(m, d, con, g1);
  if (one === 0) return false;
  let two = 1;
  if (type === GeomType.SPHERE) copy3(ends, 0, geom_xpos, 3 * g2);
  else {
    two = featureAt(m, d, g2, ends, 0, axis, 0);
    if (two !== Feature.POINT && two !== Feature.LINE) return false;
  }
  if (one + two > 4) return false;
  for (let k = 0; k < 3; k++) copy3(points, SECOND_POINTS + 3 * k, ends, 0);
  // the last pair has the other end of the segment and the ground point of the previous pair
  const pairs = one + two - 1;
  if (two === Feature.LINE) {
    geomAxis(d, g2, 2, axis, 0);
    addToScl3(points, SECOND_POINTS + 3 * pairs - 3, axis, 0, geom_size[3 * g2 + 1]);
    copy3(points, 3 * pairs - 3, points, 3 * one - 3);
  }
  return simplexMotion(w, at, d, con, g2, points, pairs, 0, radius);
}

// column and row of `surface` in the grid; corner of its cell
const gridPoint = new Float64Array(2);
const cell = new Float64Array(2);
// number of ground points
const corners = new Int32Array(1);

/** Set the ground points of the feature at `surface`. Returns their number, 0 if it is ambiguous. */
function groundPoints(m: Model, d: Data, con: int, g1: int): int {
  const { geom_dataid, hfield_size, hfield_nrow, hfield_ncol } = m;
  const { geom_xpos, geom_xmat } = d;
  const hfield = geom_dataid[g1];
  const s = 4 * hfield;
  const dx = (2 * hfield_size[s]) / (hfield_ncol[hfield] - 1);
  const dy = (2 * hfield_size[s + 1]) / (hfield_nrow[hfield] - 1);
  sub3(surface, 0, surface, 0, geom_xpos, 3 * g1);
  mulMatTVec3(surface, 0, geom_xmat, 9 * g1, surface, 0);
  gridPoint[0] = (surface[0] + hfield_size[s]) / dx;
  gridPoint[1] = (surface[1] + hfield_size[s + 1]) / dy;
  const height = gridCorners(m, hfield);
  const off = surface[2] - height;
  const near = ON * (dx + dy);
  // above the ground, or on the base of a prism
  if (!(off < near) || surface[2] < near - hfield_size[s + 3]) return 0;
  if (off < -near) {
    if (corners[0] === 3) return 0;
    copy3(points, 3 * corners[0], points, 0);
    points[3 * corners[0] + 2] -= dx;
    corners[0]++;
  }
  const n = corners[0];
  for (let k = 0; k < n; k++) {
    mulMatVec3(points, 3 * k, geom_xmat, 9 * g1, points, 3 * k);
    addTo3(points, 3 * k, geom_xpos, 3 * g1);
    if (k === 0) continue;
    sub3(edge, 0, points, 3 * k, points, 0);
    if (Math.abs(dot3(edge, 0, d.contact_frame, 9 * con)) > ALONG * norm3(edge, 0)) return 0;
  }
  return n;
}

/** Set the ground points around `gridPoint`, in the frame of the height field: one sample, two of an edge, or three of a
 *  triangle. Returns the height of the surface. The diagonal of a cell starts at its first corner. */
function gridCorners(m: Model, hfield: int): number {
  const across = isOn(gridPoint[0]);
  const along = isOn(gridPoint[1]);
  const diagonal = isOn(gridPoint[0] - gridPoint[1]);
  for (let k = 0; k < 2; k++) cell[k] = Math.floor(gridPoint[k] + ON);
  const x = gridPoint[0] - cell[0];
  const y = gridPoint[1] - cell[1];
  corners[0] = 0;
  const h0 = addCorner(m, hfield, 0, 0);
  if (across && along) return h0;
  if (across) return h0 + y * (addCorner(m, hfield, 0, 1) - h0);
  if (along) return h0 + x * (addCorner(m, hfield, 1, 0) - h0);
  const h2 = addCorner(m, hfield, 1, 1);
  if (diagonal) return h0 + x * (h2 - h0);
  if (x > y) {
    const h1 = addCorner(m, hfield, 1, 0);
    return h0 + x * (h1 - h0) + y * (h2 - h1);
  }
  const h1 = addCorner(m, hfield, 0, 1);
  return h0 + y * (h1 - h0) + x * (h2 - h1);
}

/** True if a coordinate is on a grid line. */
function isOn(x: number): boolean {
  return Math.abs(x - Math.floor(x + 0.5)) < ON;
}

/** Add the sample at (column, row) relative to the corner of the cell. Returns its height. */
function addCorner(m: Model, hfield: int, column: int, row: int): number {
  const { hfield_size, hfield_nrow, hfield_ncol, hfield_data, hfield_adr } = m;
  const s = 4 * hfield;
  const ncol = hfield_ncol[hfield];
  const nrow = hfield_nrow[hfield];
  const c = Math.min(ncol - 1, Math.max(0, (cell[0] + column) | 0));
  const r = Math.min(nrow - 1, Math.max(0, (cell[1] + row) | 0));
  const height = hfield_data[hfield_adr[hfield] + r * ncol + c] * hfield_size[s + 2];
  const x = ((2 * hfield_size[s]) / (ncol - 1)) * c - hfield_size[s];
  const y = ((2 * hfield_size[s + 1]) / (nrow - 1)) * r - hfield_size[s + 1];
  set3(points, 3 * corners[0], x, y, height);
  corners[0]++;
  return height;
}
