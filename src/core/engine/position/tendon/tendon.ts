import { zero } from '../../../math/array.ts';
import { MINVAL } from '../../../math/constants.ts';
import type { int } from '../../../math/int.ts';
import { copy3, dist3, zero3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { SleepState, WrapType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { lastDof } from '../../tree/chain.ts';
import { tendonState } from '../../tree/sleepState.ts';
import { wrap } from './tendonWrap.ts';

// up to four points of one segment of a tendon, and the bodies they are fixed to
const points = new Float64Array(12);
const bodies = new Int32Array(4);

/** Lengths of tendons, points of their paths, and their Jacobians in the model's fixed sparsity pattern.
 *  reads  m: tendon_* wrap_* ten_J_* jnt_* site_bodyid geom_bodyid geom_size   d: qpos site_xpos geom_xpos geom_xmat cdof
 *  writes d: ten_length ten_J ten_wrapadr ten_wrapnum wrap_obj wrap_xpos */
export function tendon(m: Model, d: Data): void {
  if (m.ntendon === 0) return;
  const { ntendon, nJten, tendon_adr, wrap_type } = m;
  const { ten_length, ten_J, ten_wrapadr, ten_wrapnum } = d;
  zero(ten_length, 0, ntendon);
  zero(ten_J, 0, nJten);
  let count = 0;
  for (let i = 0; i < ntendon; i++) {
    if (tendonState(m, d, i) === SleepState.ASLEEP) continue;
    ten_wrapadr[i] = count;
    ten_wrapnum[i] = 0;
    if (wrap_type[tendon_adr[i]] === WrapType.JOINT) {
      fixedTendon(m, d, i);
    } else {
      const next = spatialTendon(m, d, i, count);
      ten_wrapnum[i] = next - count;
      count = next;
    }
  }
}

/** A fixed tendon is a weighted sum of joint positions. */
function fixedTendon(m: Model, d: Data, i: int): void {
  const { tendon_adr, tendon_num, wrap_objid, wrap_prm, jnt_qposadr, jnt_dofadr } = m;
  const { ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const { qpos, ten_length, ten_J } = d;
  const end = tendon_adr[i] + tendon_num[i];
  for (let k = tendon_adr[i]; k < end; k++) {
    const j = wrap_objid[k];
    const weight = wrap_prm[k];
    ten_length[i] += weight * qpos[jnt_qposadr[j]];
    const last = ten_J_rowadr[i] + ten_J_rownnz[i];
    // a joint that occurs twice has two columns: the first gets both weights
    let adr = ten_J_rowadr[i];
    while (adr < last && ten_J_colind[adr] !== jnt_dofadr[j]) adr++;
    if (adr < last) ten_J[adr] += weight;
  }
}

/** A spatial tendon: segments from site to site, straight or around a geom, in branches separated by pulleys. Points of
 *  the path go to wrap_xpos from `count` on; returns the start of the next tendon. */
function spatialTendon(m: Model, d: Data, i: int, count: int): int {
  const { tendon_adr, tendon_num, wrap_type, wrap_prm } = m;
  const { ten_length, wrap_obj, wrap_xpos } = d;
  const last = tendon_adr[i] + tendon_num[i] - 1;
  let divisor: number = 1;
  let w = count;
  let k = tendon_adr[i];
  while (k < last) {
    if (wrap_type[k] === WrapType.PULLEY) {
      divisor = wrap_prm[k];
      zero3(wrap_xpos, 3 * w);
      wrap_obj[w] = -2;
      w++;
    }
    if (wrap_type[k] === WrapType.PULLEY || wrap_type[k + 1] === WrapType.PULLEY) {
      k++;
      continue;
    }
    const around = wrap_type[k + 1] === WrapType.SPHERE || wrap_type[k + 1] === WrapType.CYLINDER;
    const end = around ? k + 2 : k + 1;
    const curved = stretch(m, d, k, end);
    const n = curved < 0 ? 1 : 3;
    // most tendons have no pulleys, and a division costs as much as twenty other operations
    ten_length[i] += divisor === 1 ? stretchLength(curved) : stretchLength(curved) / divisor;
    for (let s = 0; s < n; s++) if (bodies[s] !== bodies[s + 1]) addMoment(m, d, i, s, divisor);
    // all points except the last, which starts the next segment
    for (let s = 0; s < n; s++) {
      copy3(wrap_xpos, 3 * w, points, 3 * s);
      wrap_obj[w] = s === 0 ? -1 : m.wrap_objid[k + 1];
      w++;
    }
    k = end;
    if (k === last || wrap_type[k + 1] === WrapType.PULLEY) {
      copy3(wrap_xpos, 3 * w, points, 3 * n);
      wrap_obj[w] = -1;
      w++;
    }
  }
  return w;
}

/** Points and bodies from the site of wrap k to that of wrap `end`, with a geom in between if they are not consecutive.
 *  Returns the length on the geom, or -1 if the tendon does not touch one.
 *  @inline */
function stretch(m: Model, d: Data, k: int, end: int): number {
  const { nsite, wrap_type, wrap_objid, wrap_prm, site_bodyid, geom_bodyid } = m;
  const { site_xpos } = d;
  const from = wrap_objid[k];
  const to = wrap_objid[end];
  copy3(points, 0, site_xpos, 3 * from);
  bodies[0] = site_bodyid[from];
  let curved: number = -1;
  if (end === k + 2) {
    const geom = wrap_objid[k + 1];
    // wrap_prm of a geom is its side site, -1 for none
    const side = Math.floor(wrap_prm[k + 1] + 0.5) | 0;
    const sphere = wrap_type[k + 1] === WrapType.SPHERE;
    curved = wrap(m, d, points, 3, from, to, geom, sphere, side < nsite ? side : -1);
    if (curved >= 0) {
      bodies[1] = geom_bodyid[geom];
      bodies[2] = geom_bodyid[geom];
    }
  }
  const n = curved < 0 ? 1 : 3;
  copy3(points, 3 * n, site_xpos, 3 * to);
  bodies[n] = site_bodyid[to];
  return curved;
}

/** Length of the segment in `points`: straight, or straight, curved, straight. */
function stretchLength(curved: number): number {
  if (curved < 0) return dist3(points, 0, points, 3);
  return dist3(points, 0, points, 3) + curved + dist3(points, 6, points, 9);
}

/** Adds the straight line from point s to the next to the Jacobian: J += direction . (J_next - J_s) / divisor */
function addMoment(m: Model, d: Data, i: int, s: int, divisor: number): void {
  let x = points[3 * s + 3] - points[3 * s];
  let y = points[3 * s + 4] - points[3 * s + 1];
  let z = points[3 * s + 5] - points[3 * s + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  // as in normalize3
  if (length < MINVAL) {
    x = 1;
    y = 0;
    z = 0;
  } else {
    const scale = 1 / length;
    x *= scale;
    y *= scale;
    z *= scale;
  }
  addLine(m, d, i, s, x, y, z, divisor === 1 ? 1.0 : 1 / divisor);
}

/** Adds the contribution of this line for each dof that moves one of its ends: direction . (velocity of the end -
 *  velocity of the start). Sums are in MuJoCo's order: where a dof moves both ends, the result is zero up to rounding,
 *  and dense Jacobian rows are omitted only if all of their elements are exactly zero. */
function addLine(m: Model, d: Data, i: int, s: int, fx: number, fy: number, fz: number, share: number): void {
  const { body_rootid, dof_parentid, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  const { subtree_com, cdof, ten_J } = d;
  const root1 = 3 * body_rootid[bodies[s]];
  const root2 = 3 * body_rootid[bodies[s + 1]];
  const x1 = points[3 * s] - subtree_com[root1];
  const y1 = points[3 * s + 1] - subtree_com[root1 + 1];
  const z1 = points[3 * s + 2] - subtree_com[root1 + 2];
  const x2 = points[3 * s + 3] - subtree_com[root2];
  const y2 = points[3 * s + 4] - subtree_com[root2 + 1];
  const z2 = points[3 * s + 5] - subtree_com[root2 + 2];
  const first = ten_J_rowadr[i];
  let adr = first + ten_J_rownnz[i] - 1;
  let dof1 = lastDof(m, bodies[s]);
  let dof2 = lastDof(m, bodies[s + 1]);
  while (dof1 >= 0 || dof2 >= 0) {
    const dof = Math.max(dof1, dof2);
    const a = 6 * dof;
    const wx = cdof[a];
    const wy = cdof[a + 1];
    const wz = cdof[a + 2];
    let vx: number = 0;
    let vy: number = 0;
    let vz: number = 0;
    if (dof2 === dof) {
      vx = cdof[a + 3] + (wy * z2 - wz * y2);
      vy = cdof[a + 4] + (wz * x2 - wx * z2);
      vz = cdof[a + 5] + (wx * y2 - wy * x2);
      dof2 = dof_parentid[dof];
    }
    if (dof1 === dof) {
      vx -= cdof[a + 3] + (wy * z1 - wz * y1);
      vy -= cdof[a + 4] + (wz * x1 - wx * z1);
      vz -= cdof[a + 5] + (wx * y1 - wy * x1);
      dof1 = dof_parentid[dof];
    }
    while (adr > first && ten_J_colind[adr] > dof) adr--;
    if (ten_J_colind[adr] === dof) ten_J[adr] += share * (vx * fx + vy * fy + vz * fz);
  }
}
