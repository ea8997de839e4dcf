import type { int } from '../../math/int.ts';
import { normalize3, sub3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { lastDof } from '../tree/chain.ts';
import { motionAlong } from './pointRows.ts';

const direction = new Float64Array(3);

/** Lengths of the edges of flex f, and their Jacobians if anything depends on their velocities.
 *  writes d: flexedge_length, adds to d: flexedge_J */
export function edgeLengths(m: Model, d: Data, f: int): void {
  const { flex_edgeadr, flex_edgenum, flex_edge, flex_vertadr } = m;
  const { flex_edgeequality, flex_edgedamping, flex_edgestiffness, flex_damping } = m;
  const { flexedge_J_rownnz, flexedge_J_rowadr } = m;
  const { flexvert_xpos, flexedge_length } = d;
  const forces = flex_edgedamping[f] !== 0 || flex_edgestiffness[f] !== 0 || flex_damping[f] !== 0;
  const needed = flex_edgeequality[f] === 1 || forces;
  const end = flex_edgeadr[f] + flex_edgenum[f];
  for (let e = flex_edgeadr[f]; e < end; e++) {
    const v1 = flex_vertadr[f] + flex_edge[2 * e];
    const v2 = flex_vertadr[f] + flex_edge[2 * e + 1];
    sub3(direction, 0, flexvert_xpos, 3 * v2, flexvert_xpos, 3 * v1);
    flexedge_length[e] = normalize3(direction, 0);
    if (!needed) continue;
    addDifference(m, d, flexedge_J_rowadr[e], flexedge_J_rownnz[e], v1, v2);
  }
}

/** Adds the velocity of vertex v2 minus that of v1 along `direction` to a row of flexedge_J. The row is empty if the
 *  model was compiled without edge forces. Dofs that move both as one rigid body do not change the length and are
 *  omitted. */
function addDifference(m: Model, d: Data, adr: int, nnz: int, v1: int, v2: int): void {
  const { flex_vertbodyid, body_rootid, dof_parentid, flexedge_J_colind } = m;
  const { flexvert_xpos: point, subtree_com, cdof, flexedge_J } = d;
  const fx = direction[0];
  const fy = direction[1];
  const fz = direction[2];
  const b1 = flex_vertbodyid[v1];
  const b2 = flex_vertbodyid[v2];
  // moments about the center of mass of the tree, the origin of the motion axes
  moment(0, point, 3 * v1, subtree_com, 3 * body_rootid[b1], -fx, -fy, -fz);
  moment(3, point, 3 * v2, subtree_com, 3 * body_rootid[b2], fx, fy, fz);
  let i = lastDof(m, b1);
  let j = lastDof(m, b2);
  let k = adr + nnz - 1;
  while (i !== j) {
    const dof = Math.max(i, j);
    while (k >= adr && flexedge_J_colind[k] > dof) k--;
    if (k < adr) return;
    const listed = flexedge_J_colind[k] === dof;
    if (i > j) {
      if (listed) flexedge_J[k] += motionAlong(cdof, 6 * dof, torques[0], torques[1], torques[2], -fx, -fy, -fz);
      i = dof_parentid[i];
    } else {
      if (listed) flexedge_J[k] += motionAlong(cdof, 6 * dof, torques[3], torques[4], torques[5], fx, fy, fz);
      j = dof_parentid[j];
    }
  }
}

const torques = new Float64Array(6);

/** turn[r..] = (point - com) x f
 *  @inline */
function moment(
  r: int,
  point: Float64Array,
  p: int,
  com: Float64Array,
  c: int,
  fx: number,
  fy: number,
  fz: number,
): void {
  const x = point[p] - com[c];
  const y = point[p + 1] - com[c + 1];
  const z = point[p + 2] - com[c + 2];
  torques[r] = y * fz - z * fy;
  torques[r + 1] = z * fx - x * fz;
  torques[r + 2] = x * fy - y * fx;
}
