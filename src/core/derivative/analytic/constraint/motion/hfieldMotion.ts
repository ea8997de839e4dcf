import { Feature } from '../../../../engine/collision/convex/exact/feature.ts';
import type { int } from '../../../../math/int.ts';
import { mulMatTVec3, mulMatVec3 } from '../../../../math/mat3.ts';
import { addScl3, addTo3, addToScl3, copy3, dot3, norm3, set3, sub3 } from '../../../../math/vec3.ts';
import type { Data } from '../../../../model/data.ts';
import { GeomType } from '../../../../model/enums.ts';
import type { Model } from '../../../../model/model.ts';
import { featureAt, geomAxis } from './features.ts';
import { firstPoints, secondPoints, simplexMotion } from './simplexMotion.ts';

/*  A ball or a capsule on a height field touches a triangle of its surface, an edge or a sample of it, or, of a prism under these, a wall
 *  or an upright edge: which one can be told from where the contact is. */

/** How near to a line of the grid a point is on it, in cells; how much of the normal may be along what it is across (EPA is as near as
 *  `ccd_tolerance` says only). */
const ON = 1e-7;
const ALONG = 1e-3;

const surface = new Float64Array(3);
const ends = new Float64Array(3);
const axis = new Float64Array(3);
const edge = new Float64Array(3);

/** The table of one contact (see contactMotion.ts) at `at` of w; false if it is of another kind. */
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
  for (let k = 0; k < 3; k++) copy3(secondPoints, 3 * k, ends, 0);
  // the last pair has the other end of the segment, and the same point of the ground as the pair before
  const pairs = one + two - 1;
  if (two === Feature.LINE) {
    geomAxis(d, g2, 2, axis, 0);
    addToScl3(secondPoints, 3 * pairs - 3, axis, 0, geom_size[3 * g2 + 1]);
    copy3(firstPoints, 3 * pairs - 3, firstPoints, 3 * one - 3);
  }
  return simplexMotion(d, w, con, g2, pairs, 0, radius, at);
}

// place in the grid, column and row: as it is, and that of the corner of the cell below
const gridPoint = new Float64Array(2);
const cell = new Float64Array(2);
// how many corners there are
const corners = new Int32Array(1);

/** Sets the points of the feature at `surface`; returns how many there are, 0 if it cannot be told. */
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
  // above the ground, inside of a prism, on its base
  if (!(off < near) || surface[2] < near - hfield_size[s + 3]) return 0;
  if (off < -near) {
    if (corners[0] === 3) return 0;
    copy3(firstPoints, 3 * corners[0], firstPoints, 0);
    firstPoints[3 * corners[0] + 2] -= dx;
    corners[0]++;
  }
  const n = corners[0];
  for (let k = 0; k < n; k++) {
    mulMatVec3(firstPoints, 3 * k, geom_xmat, 9 * g1, firstPoints, 3 * k);
    addTo3(firstPoints, 3 * k, geom_xpos, 3 * g1);
    if (k === 0) continue;
    sub3(edge, 0, firstPoints, 3 * k, firstPoints, 0);
    if (Math.abs(dot3(edge, 0, d.contact_frame, 9 * con)) > ALONG * norm3(edge, 0)) return 0;
  }
  return n;
}

/** Sets the samples around `gridPoint`, in the frame of the height field: one, the two of an edge, or the three of a triangle; returns how high
 *  the surface is there. The diagonal of a cell goes from its first corner to the opposite one. */
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

/** Whether a coordinate is that of a line of the grid. */
function isOn(x: number): boolean {
  return Math.abs(x - Math.floor(x + 0.5)) < ON;
}

/** Adds the sample so many columns and rows after the corner of the cell; returns its height. */
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
  set3(firstPoints, 3 * corners[0], x, y, height);
  corners[0]++;
  return height;
}
