import type { int } from '../../../math/int.ts';
import { mulMatTMat3, mulMatTVec3, mulMatVec3 } from '../../../math/mat3.ts';
import { addTo3, copy3, sub3 } from '../../../math/vec3.ts';
import { MAXCONPAIR } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { CON, CON_NORMAL, CON_POS } from '../precontact.ts';
import { penetration } from './convexConvex.ts';
import { pushPrism, setElement, setShape } from './shape.ts';
import { support } from './support/support.ts';
import { KIND, Kind, MARGIN, MAT, POS, PRISM, SHAPE, SHAPE_INT, SIZE, shape, shapeInt } from './workspace.ts';

/*  A height field consists of prisms: two triangles per cell, each extended down to the base. A geom is tested against
 *  the prisms in the columns below it, one by one, by GJK and EPA in the frame of the height field. */

const center = new Float64Array(3);
const extreme = new Float64Array(3);
/** Extent of the geom along x, y, z: minima and maxima. */
const low = new Float64Array(3);
const high = new Float64Array(3);

/** Contacts of a height field (geom 1) and a convex geom; returns the number of contacts. */
export function convexHfield(m: Model, d: Data, g1: int, g2: int, margin: number, con: Float64Array): int {
  const { geom_dataid, hfield_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const s = 4 * geom_dataid[g1];
  sub3(center, 0, geom_xpos, 3 * g2, geom_xpos, 3 * g1);
  mulMatTVec3(center, 0, geom_xmat, 9 * g1, center, 0);
  const radius = m.geom_rbound[g2] + margin;
  if (sphereOutside(hfield_size, s, radius)) return 0;

  setShape(m, d, 0, g1, 0);
  setShape(m, d, 1, g2, 0);
  mulMatTMat3(shape, SHAPE + MAT, geom_xmat, 9 * g1, geom_xmat, 9 * g2);
  copy3(shape, SHAPE + POS, center, 0);
  findExtent(m);
  if (boxOutside(hfield_size, s, margin)) return 0;
  shape[SHAPE + MARGIN] = margin;

  return collidePrisms(m, d, g1, margin, con);
}

/** Contacts of height field g with element e of flex f. */
export function elementHfield(m: Model, d: Data, g: int, f: int, e: int, margin: number, con: Float64Array): int {
  const { geom_dataid, hfield_size, flex_dim } = m;
  const { geom_xpos, geom_xmat } = d;
  setShape(m, d, 0, g, 0);
  setElement(m, d, 1, f, e, -1, 0);
  for (let k = 0; k <= flex_dim[f] + 1; k++) {
    const at = SHAPE + (k === 0 ? POS : PRISM + 3 * (k - 1));
    sub3(shape, at, shape, at, geom_xpos, 3 * g);
    mulMatTVec3(shape, at, geom_xmat, 9 * g, shape, at);
  }
  copy3(low, 0, shape, SHAPE + PRISM);
  copy3(high, 0, shape, SHAPE + PRISM);
  for (let k = 3; k < 3 * (flex_dim[f] + 1); k++) {
    low[k % 3] = Math.min(low[k % 3], shape[SHAPE + PRISM + k]);
    high[k % 3] = Math.max(high[k % 3], shape[SHAPE + PRISM + k]);
  }
  if (boxOutside(hfield_size, 4 * geom_dataid[g], margin)) return 0;
  shape[SHAPE + MARGIN] = margin;
  return collidePrisms(m, d, g, margin, con);
}

/** World contacts of shape 1, whose extent is known, with the prisms of height field g below it. */
function collidePrisms(m: Model, d: Data, g1: int, margin: number, con: Float64Array): int {
  const { geom_dataid, hfield_size, hfield_nrow, hfield_ncol } = m;
  const { geom_xpos, geom_xmat } = d;
  const hfield = geom_dataid[g1];
  const s = 4 * hfield;
  const ncol = hfield_ncol[hfield];
  const nrow = hfield_nrow[hfield];
  const sx = hfield_size[s];
  const sy = hfield_size[s + 1];
  const cmin = Math.max(0, Math.floor(((low[0] + sx) / (2.0 * sx)) * (ncol - 1)) | 0);
  const cmax = Math.min(ncol - 1, Math.ceil(((high[0] + sx) / (2.0 * sx)) * (ncol - 1)) | 0);
  const rmin = Math.max(0, Math.floor(((low[1] + sy) / (2.0 * sy)) * (nrow - 1)) | 0);
  const rmax = Math.min(nrow - 1, Math.ceil(((high[1] + sy) / (2.0 * sy)) * (nrow - 1)) | 0);
  for (let v = 0; v < 3; v++) shape[PRISM + 3 * v + 2] = -hfield_size[s + 3];
  let n = 0;
  for (let r = rmin; r < rmax && n < MAXCONPAIR; r++) n = collideRow(m, d, hfield, r, cmin, cmax, margin, con, n);
  for (let k = 0; k < n; k++) {
    const pos = k * CON + CON_POS;
    mulMatVec3(con, k * CON + CON_NORMAL, geom_xmat, 9 * g1, con, k * CON + CON_NORMAL);
    mulMatVec3(con, pos, geom_xmat, 9 * g1, con, pos);
    addTo3(con, pos, geom_xpos, 3 * g1);
  }
  return n;
}

/** True if the bounding sphere of the geom misses the box of the height field. */
function sphereOutside(size: Float64Array, s: int, radius: number): boolean {
  for (let k = 0; k < 3; k++) {
    const below = k < 2 ? size[s + k] : size[s + 3];
    if (size[s + k] < center[k] - radius || -below > center[k] + radius) return true;
  }
  return false;
}

/** True if the box around the geom misses the box of the height field. */
function boxOutside(size: Float64Array, s: int, margin: number): boolean {
  for (let k = 0; k < 3; k++) {
    const below = k < 2 ? size[s + k] : size[s + 3];
    if (low[k] - margin > size[s + k] || high[k] + margin < -below) return true;
  }
  return false;
}

/** Sets `low` and `high` to the extent of shape 1. */
function findExtent(m: Model): void {
  if (shapeInt[SHAPE_INT + KIND] === Kind.SPHERE) {
    const radius = shape[SHAPE + SIZE];
    for (let k = 0; k < 3; k++) {
      high[k] = radius + shape[SHAPE + POS + k];
      low[k] = -radius + shape[SHAPE + POS + k];
    }
    return;
  }
  for (let k = 0; k < 3; k++) {
    const x: number = k === 0 ? 1 : 0;
    const y: number = k === 1 ? 1 : 0;
    const z: number = k === 2 ? 1 : 0;
    support(m, 1, x, y, z, extreme, 0);
    high[k] = extreme[k];
    support(m, 1, -x, -y, -z, extreme, 0);
    low[k] = extreme[k];
  }
}

/** Contacts with the prisms of row r between columns cmin and cmax; the new number of contacts. */
function collideRow(
  m: Model,
  d: Data,
  hfield: int,
  r: int,
  cmin: int,
  cmax: int,
  margin: number,
  con: Float64Array,
  found: int,
): int {
  let n = found;
  pushVertex(m, hfield, r + 1, cmin, margin);
  pushVertex(m, hfield, r, cmin, margin);
  for (let c = cmin + 1; c <= cmax; c++) {
    for (let row = r + 1; row >= r; row--) {
      pushVertex(m, hfield, row, c, margin);
      // the prism is below the geom
      if (shape[PRISM + 11] < low[2] && shape[PRISM + 14] < low[2] && shape[PRISM + 17] < low[2]) continue;
      n += penetration(m, d, 1, 0, con, n * CON);
      if (n >= MAXCONPAIR) return n;
    }
  }
  return n;
}

/** Adds the sample at (row, column) to the prism, raised by the margin. */
function pushVertex(m: Model, hfield: int, row: int, col: int, margin: number): void {
  const { hfield_size, hfield_nrow, hfield_ncol, hfield_data, hfield_adr } = m;
  const s = 4 * hfield;
  const ncol = hfield_ncol[hfield];
  const dx = (2.0 * hfield_size[s]) / (ncol - 1);
  const dy = (2.0 * hfield_size[s + 1]) / (hfield_nrow[hfield] - 1);
  const height = hfield_data[hfield_adr[hfield] + row * ncol + col] * hfield_size[s + 2];
  pushPrism(0, dx * col - hfield_size[s], dy * row - hfield_size[s + 1], height + margin);
}
