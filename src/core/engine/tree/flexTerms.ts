import type { int } from '../../math/int.ts';
import { FlexEquality } from '../../model/enums/spec.ts';
import { Cone, Disable, Enable, Integrator, Solver } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/** True if the solver handles the stiffness of flexes: minimizing with M + (h^2 + h damping) K in place of M makes the step
 *  implicit in their deformation. Without the integrator `discrete` only CG does, as in MuJoCo 3.12; elsewhere
 *  elasticity is in the explicit forces. */
export function usesMetric(m: Model): boolean {
  if (m.opt.integrator === Integrator.DISCRETE) return hasMetricTerms(m);
  const { solver, integrator, cone, enableflags } = m.opt;
  const implicit = integrator === Integrator.IMPLICIT || integrator === Integrator.IMPLICITFAST;
  if (solver !== Solver.CG || !implicit || cone === Cone.ELLIPTIC || (enableflags & Enable.SLEEP) !== 0) return false;
  return hasMetricTerms(m);
}

/** True if a flex is stiff, or has passive contacts. */
export function hasMetricTerms(m: Model): boolean {
  const { nflex } = m;
  for (let f = 0; f < nflex; f++)
    if (isCellular(m, f) || stretches(m, f) || bends(m, f) || isPassive(m, f)) return true;
  return false;
}

/** Factor of the stiffness of flexes in the metric, h^2. The flag `spring` switches it off with the integrator `discrete`.
 *  @inline */
export function stiffnessFactor(m: Model): number {
  return isOff(m, Disable.SPRING) ? 0 : m.opt.timestep * m.opt.timestep;
}

/** Factor of the damping of flexes in the metric, h. The flag `damper` switches it off with the integrator `discrete`.
 *  @inline */
export function dampingFactor(m: Model): number {
  return isOff(m, Disable.DAMPER) ? 0 : m.opt.timestep;
}

/** True if passive contacts are in the metric: without springs and dampers no passive force is applied. */
export function hasContactTerms(m: Model): boolean {
  return !isOff(m, Disable.SPRING) || !isOff(m, Disable.DAMPER);
}

function isOff(m: Model, flag: int): boolean {
  return m.opt.integrator === Integrator.DISCRETE && (m.opt.disableflags & flag) !== 0;
}

/** True if contacts of flex f are springs instead of constraints. */
export function isPassive(m: Model, f: int): boolean {
  return m.flex_rigid[f] === 0 && m.flex_passive[f] !== 0;
}

/** True if flex f has stiff cells, or faces of a shell, between nodes. */
export function isCellular(m: Model, f: int): boolean {
  return m.flex_interp[f] !== 0 && m.flex_edgeequality[f] !== FlexEquality.STRAIN && isStiff(m, f);
}

/** True if flex f has stiff triangles or tetrahedra between vertices. */
export function stretches(m: Model, f: int): boolean {
  return m.flex_interp[f] === 0 && m.flex_dim[f] >= 2 && isStiff(m, f);
}

function isStiff(m: Model, f: int): boolean {
  const { flex_rigid, flex_stiffnessadr, flex_stiffness } = m;
  return flex_rigid[f] === 0 && flex_stiffnessadr[f] >= 0 && flex_stiffness[flex_stiffnessadr[f]] !== 0;
}

/** True if flex f is a surface of triangles that resists bending. */
export function bends(m: Model, f: int): boolean {
  return m.flex_interp[f] === 0 && m.flex_rigid[f] === 0 && m.flex_dim[f] === 2 && m.flex_bendingadr[f] >= 0;
}

/** True if vertices of flex f can have rows in the stiffness matrix. */
export function hasVertexRows(m: Model, f: int): boolean {
  if (stretches(m, f) || bends(m, f)) return true;
  return isPassive(m, f) && m.flex_interp[f] === 0 && m.flex_dim[f] >= 2;
}

/** True if all nodes of stiff cells have three sliders, or are fixed, so that the cells can be rows of a matrix too. */
export function canAssembleCells(m: Model): boolean {
  const { nflex, flex_nodeadr, flex_nodenum, flex_nodebodyid, body_dofnum, body_simple } = m;
  for (let f = 0; f < nflex; f++) {
    if (!isCellular(m, f)) continue;
    const end = flex_nodeadr[f] + flex_nodenum[f];
    for (let n = flex_nodeadr[f]; n < end; n++) {
      const dofs = body_dofnum[flex_nodebodyid[n]];
      if (dofs !== 0 && (dofs !== 3 || body_simple[flex_nodebodyid[n]] !== SLIDERS)) return false;
    }
  }
  return true;
}

/** `body_simple` of a body that only slides. */
export const SLIDERS = 2;

/** True if there is a stiffness matrix. If surfaces only bend, products run edge by edge, and the compiler provides a
 *  factor. */
export function hasStiffnessMatrix(m: Model): boolean {
  const { nflex } = m;
  // Newton's Hessian contains all of K
  if (m.opt.integrator === Integrator.DISCRETE && m.opt.solver === Solver.NEWTON) return true;
  const cells = canAssembleCells(m);
  for (let f = 0; f < nflex; f++) {
    if ((cells && isCellular(m, f)) || stretches(m, f)) return true;
    if (isPassive(m, f) && m.flex_interp[f] === 0 && m.flex_dim[f] >= 2) return true;
  }
  return false;
}
