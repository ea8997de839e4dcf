import { zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';

/** The dofs that move body b1 or b2, increasing; with `skipCommon`, without those that move both. Returns how many. */
export function mergeChain(m: Model, chain: Int32Array, b1: int, b2: int, skipCommon: boolean): int {
  const { dof_parentid } = m;
  let i = lastDof(m, b1);
  let j = lastDof(m, b2);
  let n = 0;
  while (i !== j || (i >= 0 && !skipCommon)) {
    for (; i > j; i = dof_parentid[i]) chain[n++] = i;
    for (; j > i; j = dof_parentid[j]) chain[n++] = j;
    if (i !== j || i < 0 || skipCommon) continue;
    chain[n++] = i;
    i = dof_parentid[i];
    j = i;
  }
  // found from the leaves to the root: turn round
  for (let k = 0; k < n >> 1; k++) {
    const dof = chain[k];
    chain[k] = chain[n - 1 - k];
    chain[n - 1 - k] = dof;
  }
  return n;
}

/** Length of what `mergeChain` finds. */
export function chainLength(m: Model, b1: int, b2: int, skipCommon: boolean): int {
  const { dof_parentid } = m;
  let i = lastDof(m, b1);
  let j = lastDof(m, b2);
  let n = 0;
  while (i !== j || (i >= 0 && !skipCommon)) {
    for (; i > j; i = dof_parentid[i]) n++;
    for (; j > i; j = dof_parentid[j]) n++;
    if (i !== j || i < 0 || skipCommon) continue;
    n++;
    i = dof_parentid[i];
    j = i;
  }
  return n;
}

/** The last dof that moves a body, negative if it cannot move. */
export function lastDof(m: Model, body: int): int {
  const { body_weldid, body_dofadr, body_dofnum } = m;
  const b = body_weldid[body];
  return body_dofnum[b] === 0 ? -1 : body_dofadr[b] + body_dofnum[b] - 1;
}

/** Velocity of point p2 of body b2 less that of point p1 of body b1, as a matrix over the n dofs of `chain`: three rows
 *  for the linear velocity and, with `rotation`, three for the angular one. */
export function jacDifference(
  m: Model,
  d: Data,
  jac: Float64Array,
  chain: Int32Array,
  n: int,
  b1: int,
  p1: Float64Array,
  i1: int,
  b2: int,
  p2: Float64Array,
  i2: int,
  rotation: boolean,
): void {
  zero(jac, 0, (rotation ? 6 : 3) * n);
  addPointJac(m, d, jac, chain, n, b1, p1, i1, -1, rotation);
  addPointJac(m, d, jac, chain, n, b2, p2, i2, 1, rotation);
}

/** jac += sign * Jacobian of a point of a body, over the dofs of `chain`
 *  @inline */
export function addPointJac(
  m: Model,
  d: Data,
  jac: Float64Array,
  chain: Int32Array,
  n: int,
  body: int,
  point: Float64Array,
  p: int,
  sign: number,
  rotation: boolean,
): void {
  const { body_rootid, dof_parentid } = m;
  const { subtree_com, cdof } = d;
  const root = 3 * body_rootid[body];
  const x = point[p] - subtree_com[root];
  const y = point[p + 1] - subtree_com[root + 1];
  const z = point[p + 2] - subtree_com[root + 2];
  let c = n - 1;
  for (let dof = lastDof(m, body); dof >= 0; dof = dof_parentid[dof]) {
    while (c >= 0 && chain[c] > dof) c--;
    // the remaining dofs move both bodies and are left out
    if (c < 0) return;
    if (chain[c] !== dof) continue;
    const a = 6 * dof;
    const wx = cdof[a];
    const wy = cdof[a + 1];
    const wz = cdof[a + 2];
    jac[c] += sign * (cdof[a + 3] + (wy * z - wz * y));
    jac[c + n] += sign * (cdof[a + 4] + (wz * x - wx * z));
    jac[c + 2 * n] += sign * (cdof[a + 5] + (wx * y - wy * x));
    if (!rotation) continue;
    jac[c + 3 * n] += sign * wx;
    jac[c + 4 * n] += sign * wy;
    jac[c + 5 * n] += sign * wz;
  }
}
