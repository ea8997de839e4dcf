import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { lastDof } from '../tree/chain.ts';

/** Notes where each dof of a sparse row is, counted from its first element: column[dof] = k. */
export function recordColumns(column: Int32Array, colind: Int32Array, adr: int, nnz: int): void {
  for (let k = 0; k < nnz; k++) column[colind[adr + k]] = k;
}

/** Adds to two sparse rows the velocity of a point of a body along two vectors, times a scale: row += scale v^T J_p.
 *  The rows, at adr1 and adr2, have the columns that `recordColumns` noted, among them all dofs that move the body. */
export function addPointRows(
  m: Model,
  d: Data,
  row: Float64Array,
  adr1: int,
  adr2: int,
  column: Int32Array,
  body: int,
  point: Float64Array,
  p: int,
  vectors: Float64Array,
  scale: number,
): void {
  const { dof_parentid, body_rootid } = m;
  const { cdof, subtree_com } = d;
  const com = 3 * body_rootid[body];
  const x = point[p] - subtree_com[com];
  const y = point[p + 1] - subtree_com[com + 1];
  const z = point[p + 2] - subtree_com[com + 2];
  addChainRows(row, adr1, adr2, column, dof_parentid, cdof, lastDof(m, body), x, y, z, vectors, scale);
}

/** The same over the dofs from `last` up to the root, for the point (x, y, z) from the centre of mass of the tree, where the
 *  motion axes are.
 *  @simd */
function addChainRows(
  row: Float64Array,
  adr1: int,
  adr2: int,
  column: Int32Array,
  parent: Int32Array,
  cdof: Float64Array,
  last: int,
  x: number,
  y: number,
  z: number,
  vectors: Float64Array,
  scale: number,
): void {
  const fx = scale * vectors[0];
  const fy = scale * vectors[1];
  const fz = scale * vectors[2];
  const gx = scale * vectors[3];
  const gy = scale * vectors[4];
  const gz = scale * vectors[5];
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

/** A motion axis along a force with its moment.
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
