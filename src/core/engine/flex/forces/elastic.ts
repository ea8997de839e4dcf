import type { int } from '../../../math/int.ts';
import { addToSclSparse } from '../../../math/linear/sparse.ts';
import type { Data } from '../../../model/data.ts';
import { Disable } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { bendingForces } from './bending.ts';
import { cellForces } from './cellForces.ts';
import { faceBending } from './faceBending.ts';
import { stretchingForces } from './stretching.ts';

/** Elastic and damping forces of flexes: stretching, bending, volumes, and edges as springs.
 *  reads  m: flex_* flexedge_* body_*   d: flexvert_xpos flexedge_length flexedge_velocity flexedge_J xpos xmat cvel qvel
 *  adds to d: qfrc_spring qfrc_damper, writes d: work_flex_* */
export function flexForces(m: Model, d: Data): void {
  const { nflex, flex_rigid, flex_dim, flex_interp } = m;
  for (let f = 0; f < nflex; f++) {
    if (flex_rigid[f] !== 0) continue;
    if (flex_dim[f] > 1) {
      if (flex_interp[f] !== 0) {
        cellForces(m, d, f);
        if (flex_interp[f] < 0) faceBending(m, d, f);
      } else {
        bendingForces(m, d, f);
        stretchingForces(m, d, f);
      }
    }
    edgeForces(m, d, f);
  }
}

/** Each edge is a spring and a damper. */
function edgeForces(m: Model, d: Data, f: int): void {
  const { flex_edgestiffness, flex_edgedamping, flex_edgeadr, flex_edgenum, flexedge_rigid, flexedge_length0 } = m;
  const { flexedge_J_rownnz, flexedge_J_rowadr, flexedge_J_colind } = m;
  const { flexedge_length, flexedge_velocity, flexedge_J, qfrc_spring, qfrc_damper } = d;
  const stiffness = (m.opt.disableflags & Disable.SPRING) !== 0 ? 0 : flex_edgestiffness[f];
  const damping = (m.opt.disableflags & Disable.DAMPER) !== 0 ? 0 : flex_edgedamping[f];
  if (stiffness === 0 && damping === 0) return;
  const end = flex_edgeadr[f] + flex_edgenum[f];
  for (let e = flex_edgeadr[f]; e < end; e++) {
    if (flexedge_rigid[e] !== 0) continue;
    const adr = flexedge_J_rowadr[e];
    const nnz = flexedge_J_rownnz[e];
    const spring = stiffness * (flexedge_length0[e] - flexedge_length[e]);
    addToSclSparse(qfrc_spring, 0, flexedge_J, adr, spring, nnz, flexedge_J_colind, adr);
    addToSclSparse(qfrc_damper, 0, flexedge_J, adr, -damping * flexedge_velocity[e], nnz, flexedge_J_colind, adr);
  }
}
