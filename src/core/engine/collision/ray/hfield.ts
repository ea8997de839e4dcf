import type { int } from '../../../math/int.ts';
import { copy9, mulMatTVec3, mulMatVec3 } from '../../../math/mat3.ts';
import { copy3, set3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { rayTriangle, setAcross, toLocal } from './local.ts';
import { rayBoxFaces } from './primitive.ts';
import { rayBoxHit, rayCorner, rayDir, rayPoint } from './workspace.ts';

/*  A height field is a box below z = 0 (the base), and terrain inside a box above it, closed by walls on four sides. */

const boxPos = new Float64Array(3);
const boxMat = new Float64Array(9);
const boxSize = new Float64Array(3);
const localNormal = new Float64Array(3);
const unusedNormal = new Float64Array(3);
const triangleNormal = new Float64Array(3);
/** Columns and rows below the ray: first and last of each. */
const range = new Int32Array(4);

/** Distance of a ray to a height field; normal at n = the normal of a hit. */
export function rayHfield(m: Model, d: Data, g: int, ray: Float64Array, normal: Float64Array, n: int): number {
  const { geom_dataid, hfield_size } = m;
  const { geom_xpos, geom_xmat } = d;
  const h = geom_dataid[g];
  const s = 4 * h;
  copy9(boxMat, 0, geom_xmat, 9 * g);
  setBox(d, g, hfield_size, s, -hfield_size[s + 3]);
  let x = rayBoxFaces(boxPos, boxMat, boxSize, 0, ray, normal, n);
  setBox(d, g, hfield_size, s, hfield_size[s + 2]);
  const top = rayBoxFaces(boxPos, boxMat, boxSize, 0, ray, unusedNormal, 0);
  if (top < 0) return x;

  mulMatTVec3(localNormal, 0, geom_xmat, 9 * g, normal, n);
  toLocal(geom_xpos, geom_xmat, g, ray);
  setAcross();
  cellsUnderRay(m, h, top);
  for (let r = range[2]; r < range[3]; r++) {
    for (let c = range[0]; c < range[1]; c++) x = rayCell(m, h, r, c, x);
  }
  for (let side = 0; side < 4; side++) {
    if (rayBoxHit[side] >= 0 && (rayBoxHit[side] < x || x < 0) && hitsWall(m, h, side)) {
      x = rayBoxHit[side];
      const way: number = (side & 1) === 0 ? -1 : 1;
      set3(localNormal, 0, side < 2 ? way : 0, side < 2 ? 0 : way, 0);
    }
  }
  if (x >= 0) mulMatVec3(normal, n, geom_xmat, 9 * g, localNormal, 0);
  return x;
}

/** boxPos, boxSize = the box between z = 0 and z = `height`, over the whole field */
function setBox(d: Data, g: int, size: Float64Array, s: int, height: number): void {
  const { geom_xpos, geom_xmat } = d;
  for (let k = 0; k < 3; k++) boxPos[k] = geom_xpos[3 * g + k] + geom_xmat[9 * g + 3 * k + 2] * height * 0.5;
  set3(boxSize, 0, size[s], size[s + 1], Math.abs(height) * 0.5);
}

/** range = the cells below the part of the ray inside the upper box, and one more on each side */
function cellsUnderRay(m: Model, h: int, top: number): void {
  const { hfield_size, hfield_ncol, hfield_nrow } = m;
  let from: number = 0;
  let to = top;
  for (let k = 0; k < 6; k++) {
    if (rayBoxHit[k] > to) {
      from = top;
      to = rayBoxHit[k];
    }
  }
  for (let k = 0; k < 2; k++) {
    const size = hfield_size[4 * h + k];
    const count = k === 0 ? hfield_ncol[h] : hfield_nrow[h];
    const step = (2.0 * size) / (count - 1);
    const a = (rayPoint[k] + from * rayDir[k] + size) / step;
    const b = (rayPoint[k] + to * rayDir[k] + size) / step;
    range[2 * k] = Math.max(0, (Math.floor(Math.min(a, b)) | 0) - 1);
    range[2 * k + 1] = Math.min(count - 1, (Math.ceil(Math.max(a, b)) | 0) + 1);
  }
}

/** Distance of the ray to the two triangles of a cell, or `before` if that is nearer. */
function rayCell(m: Model, h: int, r: int, c: int, before: number): number {
  let x = before;
  for (let k = 0; k < 2; k++) {
    setCorner(m, h, 0, r, c);
    if (k === 0) {
      setCorner(m, h, 3, r, c + 1);
      setCorner(m, h, 6, r + 1, c + 1);
    } else {
      setCorner(m, h, 3, r + 1, c + 1);
      setCorner(m, h, 6, r + 1, c);
    }
    const t = rayTriangle(triangleNormal, 0);
    if (t >= 0 && (x < 0 || t < x)) {
      x = t;
      copy3(localNormal, 0, triangleNormal, 0);
    }
  }
  return x;
}

/** rayCorner at `at` = the sample at row r and column c */
function setCorner(m: Model, h: int, at: int, r: int, c: int): void {
  const { hfield_size, hfield_ncol, hfield_nrow, hfield_data, hfield_adr } = m;
  const sx = hfield_size[4 * h];
  const sy = hfield_size[4 * h + 1];
  const ncol = hfield_ncol[h];
  const dx = (2.0 * sx) / (ncol - 1);
  const dy = (2.0 * sy) / (hfield_nrow[h] - 1);
  const height = hfield_data[hfield_adr[h] + r * ncol + c] * hfield_size[4 * h + 2];
  set3(rayCorner, at, dx * c - sx, dy * r - sy, height);
}

/** True if the ray hits a wall of the upper box below the terrain. */
function hitsWall(m: Model, h: int, side: int): boolean {
  const { hfield_size, hfield_ncol, hfield_nrow, hfield_data, hfield_adr } = m;
  const ncol = hfield_ncol[h];
  const nrow = hfield_nrow[h];
  const t = rayBoxHit[side];
  const z = (rayPoint[2] + t * rayDir[2]) / hfield_size[4 * h + 2];
  // along the wall, in cells
  const k = side < 2 ? 1 : 0;
  const count = side < 2 ? nrow : ncol;
  const size = hfield_size[4 * h + k];
  const y = (rayPoint[k] + t * rayDir[k] + size) / ((2.0 * size) / (count - 1));
  const cell = Math.max(0, Math.min(count - 2, Math.floor(y)));
  const step = side < 2 ? ncol : 1;
  const far = (side & 1) === 0 ? 0 : side < 2 ? ncol - 1 : (nrow - 1) * ncol;
  const at = hfield_adr[h] + far + step * (cell | 0);
  return z < hfield_data[at] * (cell + 1 - y) + hfield_data[at + step] * (y - cell);
}
