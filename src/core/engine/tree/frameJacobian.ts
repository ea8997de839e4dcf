import type { int } from '../../math/int.ts';
import { mulMatTVec3 } from '../../math/mat3.ts';
import { add3, cross3, sub3 } from '../../math/vec3.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';

const offset = new Float64Array(3);
const linear = new Float64Array(3);
const localColumn = new Float64Array(6);

/** Jacobian of the frame at `pos` with axes `mat` on a body, in its own axes, rotation first: six rows over the dofs
 *  that move the body, which it also lists (increasing). Returns their number.
 *  writes d: work_fluid_J work_fluid_dof */
export function frameJacobian(m: Model, d: Data, body: int, pos: Float64Array, p: int, mat: Float64Array, a: int): int {
  const { body_weldid, body_dofadr, body_dofnum, body_rootid, dof_parentid } = m;
  const { cdof, subtree_com, work_fluid_J, work_fluid_dof } = d;
  const weld = body_weldid[body];
  if (body_dofnum[weld] === 0) return 0;
  const last = body_dofadr[weld] + body_dofnum[weld] - 1;
  let n = 0;
  for (let i = last; i >= 0; i = dof_parentid[i]) n++;
  sub3(offset, 0, pos, p, subtree_com, 3 * body_rootid[body]);
  let k = n;
  for (let i = last; i >= 0; i = dof_parentid[i]) {
    k--;
    work_fluid_dof[k] = i;
    cross3(linear, 0, cdof, 6 * i, offset, 0);
    add3(linear, 0, linear, 0, cdof, 6 * i + 3);
    mulMatTVec3(localColumn, 0, mat, a, cdof, 6 * i);
    mulMatTVec3(localColumn, 3, mat, a, linear, 0);
    for (let r = 0; r < 6; r++) work_fluid_J[r * n + k] = localColumn[r];
  }
  return n;
}
