import { copy } from '../../math/array.ts';
import { mulMatVec } from '../../math/linear/dense.ts';
import { solveLTDL } from '../../math/linear/ltdl.ts';
import { mulMatVecSparse, mulSymVecSparse } from '../../math/linear/sparse.ts';
import type { Data } from '../../model/data.ts';
import { Integrator } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { unreachable } from '../../model/unreachable.ts';
import { dampingDerivative } from '../tree/damping.ts';
import { freeMatrix } from '../tree/freeBody.ts';
import { hasDamping } from './eulerAcc.ts';
import { fastMatrix, fullMatrix } from './implicitAcc.ts';
import { springDamperMass, springStiffness } from './springDamperAcc.ts';

const block = new Float64Array(36);

/** Converts qacc, a difference of velocities over a time step, to the acceleration before integration: with (M + X) a =
 *  f in the integrator, M qacc = (M + X) a.
 *  reads  d: M qLD qvel   writes d: qacc qH qHDiagInv qDeriv qLU */
export function discreteAcc(m: Model, d: Data): void {
  const { nv, M_rownnz, M_rowadr, M_colind, D_rownnz, D_rowadr, D_colind } = m;
  const { qacc, qvel, qLU, qH, qLD, qLDiagInv, work_int_frc, dof_awake_ind } = d;
  const h = m.opt.timestep;
  const integrator = m.opt.integrator as Integrator;
  switch (integrator) {
    case Integrator.IMPLICIT:
      fullMatrix(m, d);
      mulMatVecSparse(work_int_frc, 0, qLU, qacc, 0, nv, D_rownnz, D_rowadr, D_colind);
      break;
    case Integrator.IMPLICITFAST:
      fastMatrix(m, d);
      mulSymVecSparse(work_int_frc, 0, qH, qacc, 0, nv, M_rownnz, M_rowadr, M_colind);
      freeBlocks(m, d);
      break;
    case Integrator.IMPLICITSPRINGDAMPER:
      mulSymVecSparse(work_int_frc, 0, d.M, qacc, 0, nv, M_rownnz, M_rowadr, M_colind);
      for (let i = 0; i < nv; i++) {
        work_int_frc[i] += springDamperMass(m, d, i) * qacc[i] + h * springStiffness(m, d, i) * qvel[i];
      }
      break;
    case Integrator.EULER:
    case Integrator.RK4:
      if (!hasDamping(m, d)) return;
      mulSymVecSparse(work_int_frc, 0, d.M, qacc, 0, nv, M_rownnz, M_rowadr, M_colind);
      for (let i = 0; i < nv; i++) work_int_frc[i] += h * dampingDerivative(m, d, i) * qacc[i];
      break;
    case Integrator.DISCRETE:
      // qacc is that of the whole step, and so are the forces of inverse dynamics
      return;
    default:
      unreachable(integrator);
      return;
  }
  copy(qacc, 0, work_int_frc, 0, nv);
  solveLTDL(qacc, 0, 1, nv, qLD, qLDiagInv, nv, M_rownnz, M_rowadr, M_colind, dof_awake_ind);
}

/** Rows of isolated free bodies, which have their own matrix. */
function freeBlocks(m: Model, d: Data): void {
  const { njnt, jnt_dofadr } = m;
  const { qacc, work_int_frc } = d;
  for (let j = 0; j < njnt; j++) {
    if (!freeMatrix(m, d, j, m.opt.timestep, block)) continue;
    mulMatVec(work_int_frc, jnt_dofadr[j], block, 0, qacc, jnt_dofadr[j], 6, 6);
  }
}
