import { Cone, JacobianType, Solver } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/** Dofs from which `jacobian="auto"` means sparse. */
const SPARSE_NV = 60;

/** Whether constraint Jacobians are stored by sparse rows. */
export function isSparse(m: Model): boolean {
  const { jacobian } = m.opt;
  return jacobian === JacobianType.SPARSE || (jacobian === JacobianType.AUTO && m.nv >= SPARSE_NV);
}

/** Whether friction cones are pyramids. */
export function isPyramidal(m: Model): boolean {
  return m.opt.cone === Cone.PYRAMIDAL;
}

/** Whether the matrix of the dual problem is needed. */
export function isDual(m: Model): boolean {
  return m.opt.solver === Solver.PGS || m.opt.noslip_iterations > 0;
}
