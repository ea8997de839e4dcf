import { zero } from '../../math/array.ts';
import { dotSparse, mulMatVecSparse } from '../../math/linear/sparse.ts';
import type { Data } from '../../model/data.ts';
import { Disable } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/** Rates of the lengths of flex edges, tendons and actuators.
 *  reads  m: flexedge_J_* ten_J_*   d: qvel flexedge_J ten_J actuator_moment moment_*
 *  writes d: flexedge_velocity ten_velocity actuator_velocity */
export function velocities(m: Model, d: Data): void {
  if (m.nflex > 0) edgeVelocities(m, d);
  if (m.ntendon > 0) tendonVelocities(m, d);
  if (m.nout === 0) return;
  const { nout } = m;
  const { qvel, actuator_velocity, actuator_moment, moment_rownnz, moment_rowadr, moment_colind } = d;
  if ((m.opt.disableflags & Disable.ACTUATION) !== 0) zero(actuator_velocity, 0, nout);
  else
    mulMatVecSparse(actuator_velocity, 0, actuator_moment, qvel, 0, nout, moment_rownnz, moment_rowadr, moment_colind);
}

function tendonVelocities(m: Model, d: Data): void {
  const { ntendon, ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  mulMatVecSparse(d.ten_velocity, 0, d.ten_J, d.qvel, 0, ntendon, ten_J_rownnz, ten_J_rowadr, ten_J_colind);
}

/** Edges of rigid and of interpolated flexes have no Jacobian. */
function edgeVelocities(m: Model, d: Data): void {
  const { nflex, nflexedge, flex_rigid, flex_interp, flex_edgeadr, flex_edgenum } = m;
  const { flexedge_J_rownnz, flexedge_J_rowadr, flexedge_J_colind } = m;
  const { qvel, flexedge_J, flexedge_velocity } = d;
  zero(flexedge_velocity, 0, nflexedge);
  for (let f = 0; f < nflex; f++) {
    if (flex_rigid[f] !== 0 || flex_interp[f] !== 0) continue;
    const end = flex_edgeadr[f] + flex_edgenum[f];
    for (let e = flex_edgeadr[f]; e < end; e++) {
      const adr = flexedge_J_rowadr[e];
      flexedge_velocity[e] = dotSparse(flexedge_J, adr, qvel, 0, flexedge_J_rownnz[e], flexedge_J_colind, adr);
    }
  }
}
