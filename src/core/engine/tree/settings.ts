import { Cone, JacobianType, Solver } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/** Number of dofs from which `jacobian="auto"` selects sparse. */
const SPARSE_NV = 60;

/** True if constraint Jacobians are stored as sparse rows. */
export function isSparse(m: Model): boolean {
  const { jacobian } = m.opt;
  return jacobian === JacobianType.SPARSE || (jacobian === JacobianType.AUTO && m.nv >= SPARSE_NV);
}

/** True if friction cones are pyramids. */
export function isPyramidal(m: Model): boolean {
  return m.opt.cone === Cone.PYRAMIDAL;
}

/** True if the matrix of the dual problem is needed. */
export function isDual(m: Model): boolean {
  return m.opt.solver === Solver.PGS || m.opt.noslip_iterations > 0;
}
