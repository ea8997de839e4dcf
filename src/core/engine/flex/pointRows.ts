import type { int } from '../../math/int.ts';
import { sub3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { lastDof } from '../tree/chain.ts';

/*  Pairs of sparse Jacobian rows with the same columns, such as both strains of a vertex. */

/** column[dof] = k for element k of a sparse row, counted from its first element. */
export function recordColumns(column: Int32Array, colind: Int32Array, adr: int, nnz: int): void {
  for (let k = 0; k < nnz; k++) column[colind[adr + k]] = k;
}

/** The point of `addPointRows`, relative to the center of mass of its tree. */
const relative = new Float64Array(3);

/** Adds to two sparse rows the velocity of a point of a body along two vectors, v^T J_p. The rows, at adr1 and adr2, have the columns
 *  that `recordColumns` wrote to work_flex_column, among them all dofs that move the body. */
export function addPointRows(
  m: Model,
  d: Data,
  row: Float64Array,
  adr1: int,
  adr2: int,
  body: int,
  point: Float64Array,
  p: int,
  vectors: Float64Array,
): void {
  sub3(relative, 0, point, p, d.subtree_com, 3 * m.body_rootid[body]);
  addChainRows(row, adr1, adr2, d.work_flex_column, m.dof_parentid, d.cdof, lastDof(m, body), relative, vectors);
}

/** The same over the dofs from `last` to the root. `r` is the point relative to the center of mass of the tree, the origin of the
 *  motion axes.
 *  @simd */
function addChainRows(
  row: Float64Array,
  adr1: int,
  adr2: int,
  column: Int32Array,
  parent: Int32Array,
  cdof: Float64Array,
  last: int,
  r: Float64Array,
  vectors: Float64Array,
): void {
  const x = r[0];
  const y = r[1];
  const z = r[2];
  const fx = vectors[0];
  const fy = vectors[1];
  const fz = vectors[2];
  const gx = vectors[3];
  const gy = vectors[4];
  const gz = vectors[5];
  const tx = y * fz - z * fy;
  const ty = z * fx - x * fz;
  const tz = x * fy - y * fx;
  const ux = y * gz - z * gy;
  const uy = z * gx - x * gz;
  const uz = x * gy - y * gx;
  for (let i = last; i >= 0; i = parent[i]) {
    const k = column[i];
    row[adr1 + k] += motionAlong(cdof, 6 * i, tx, ty, tz, fx, fy, fz);
    row[adr2 + k] += motionAlong(cdof, 6 * i, ux, uy, uz, gx, gy, gz);
  }
}

/** Product of a motion axis with a force and its moment.
 *  @inline */
export function motionAlong(
  axis: Float64Array,
  i: int,
  tx: number,
  ty: number,
  tz: number,
  fx: number,
  fy: number,
  fz: number,
): number {
  return axis[i] * tx + axis[i + 1] * ty + axis[i + 2] * tz + (axis[i + 3] * fx + axis[i + 4] * fy + axis[i + 5] * fz);
}
