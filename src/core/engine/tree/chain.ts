import { zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { copy3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';

/*  Chains: increasing lists of the dofs that move one or two bodies, and Jacobians over them. */

/** Lists the dofs that move body b1 or b2, increasing; with `skipCommon`, without those that move both. Returns their number. */
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
  // found from the leaves to the root: reverse
  for (let k = 0; k < n >> 1; k++) {
    const dof = chain[k];
    chain[k] = chain[n - 1 - k];
    chain[n - 1 - k] = dof;
  }
  return n;
}

/** Length of the chain that `mergeChain` lists. */
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

/** The last dof that moves a body, -1 if the body is static. */
export function lastDof(m: Model, body: int): int {
  const { body_weldid, body_dofadr, body_dofnum } = m;
  const b = body_weldid[body];
  return body_dofnum[b] === 0 ? -1 : body_dofadr[b] + body_dofnum[b] - 1;
}

const point = new Float64Array(3);

/** Velocity of the second of two points, of body b2, minus that of the first, of body b1, as a matrix over the n dofs of `chain`:
 *  three rows for the linear velocity and, with `rotation`, three for the angular velocity. `points` has three values each. */
export function jacDifference(
  m: Model,
  d: Data,
  jac: Float64Array,
  chain: Int32Array,
  n: int,
  b1: int,
  b2: int,
  points: Float64Array,
  rotation: boolean,
): void {
  zero(jac, 0, (rotation ? 6 : 3) * n);
  copy3(point, 0, points, 0);
  addPointJac(m, d, jac, chain, n, b1, point, -1, rotation);
  copy3(point, 0, points, 3);
  addPointJac(m, d, jac, chain, n, b2, point, 1, rotation);
}

/** jac += scale * Jacobian of a point (three values) of a body, over the dofs of `chain`
 *  @inline */
export function addPointJac(
  m: Model,
  d: Data,
  jac: Float64Array,
  chain: Int32Array,
  n: int,
  body: int,
  at: Float64Array,
  scale: number,
  rotation: boolean,
): void {
  const { body_rootid, dof_parentid } = m;
  const { subtree_com, cdof } = d;
  const root = 3 * body_rootid[body];
  const x = at[0] - subtree_com[root];
  const y = at[1] - subtree_com[root + 1];
  const z = at[2] - subtree_com[root + 2];
  let c = n - 1;
  for (let dof = lastDof(m, body); dof >= 0; dof = dof_parentid[dof]) {
    while (c >= 0 && chain[c] > dof) c--;
    // the remaining dofs move both bodies and are not in the chain
    if (c < 0) return;
    if (chain[c] !== dof) continue;
    const a = 6 * dof;
    const wx = cdof[a];
    const wy = cdof[a + 1];
    const wz = cdof[a + 2];
    jac[c] += scale * (cdof[a + 3] + (wy * z - wz * y));
    jac[c + n] += scale * (cdof[a + 4] + (wz * x - wx * z));
    jac[c + 2 * n] += scale * (cdof[a + 5] + (wx * y - wy * x));
    if (!rotation) continue;
    jac[c + 3 * n] += scale * wx;
    jac[c + 4 * n] += scale * wy;
    jac[c + 5 * n] += scale * wz;
  }
}
