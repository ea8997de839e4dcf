import { zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import { addScl6, addTo6, copy6, crossMotion, mulDofVec, zero6 } from '../../math/spatial.ts';
import type { Data } from '../../model/data.ts';
import { JointType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

const part = new Float64Array(6);

/** Velocities of bodies about the center of mass of their tree, and the rates of their motion axes: cvel = cvel_parent
 *  + cdof qvel, cdof_dot = cvel x cdof with the velocity of the body that carries the axis.
 *  reads  m: body_* dof_jntid jnt_type   d: cdof qvel body_awake_ind
 *  writes d: cvel cdof_dot */
export function comVel(m: Model, d: Data): void {
  const { body_parentid, body_dofadr, body_dofnum, dof_jntid, jnt_type } = m;
  const { nbody_awake, body_awake_ind, qvel, cvel, cdof, cdof_dot } = d;
  zero6(cvel, 0);
  for (let k = 0; k < nbody_awake; k++) {
    const i = body_awake_ind[k];
    if (i === 0) continue;
    const parent = 6 * body_parentid[i];
    let dof = body_dofadr[i];
    if (body_dofnum[i] === 1) {
      crossMotion(cdof_dot, 6 * dof, cvel, parent, cdof, 6 * dof);
      addScl6(cvel, 6 * i, cvel, parent, cdof, 6 * dof, qvel[dof]);
      continue;
    }
    copy6(cvel, 6 * i, cvel, parent);
    const end = dof + body_dofnum[i];
    while (dof < end) {
      const type = jnt_type[dof_jntid[dof]];
      if (type === JointType.FREE) {
        // translations are along constant world axes
        zero(cdof_dot, 6 * dof, 18);
        addMotion(d, i, dof, 3);
        dof += 3;
      }
      const n = type === JointType.FREE || type === JointType.BALL ? 3 : 1;
      carryAxes(d, i, dof, n);
      addMotion(d, i, dof, n);
      dof += n;
    }
  }
}

/** cdof_dot of n axes carried by body i, with its velocity so far
 *  @inline */
function carryAxes(d: Data, i: int, dof: int, n: int): void {
  const { cvel, cdof, cdof_dot } = d;
  for (let k = dof; k < dof + n; k++) crossMotion(cdof_dot, 6 * k, cvel, 6 * i, cdof, 6 * k);
}

/** cvel of body i += n dofs at their speeds
 *  @inline */
function addMotion(d: Data, i: int, dof: int, n: int): void {
  const { cvel, cdof, qvel } = d;
  mulDofVec(part, 0, cdof, 6 * dof, qvel, dof, n);
  addTo6(cvel, 6 * i, part, 0);
}
