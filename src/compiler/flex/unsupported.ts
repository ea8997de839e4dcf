/** What flexes can do in MuJoCo and not here yet. */

import { Cone, Enable, Integrator, Solver } from '../../model/enums.ts';
import type { FlexNode, Scene } from '../scene.ts';

/** Report what cannot be simulated, with its place. */
export function refuseUnsupported(scene: Scene, flex: FlexNode): void {
  const { spec: s, rigid } = flex;
  if (s.passive && !rigid) {
    scene.report.problem(s, 'passive', 'contacts as passive forces are not supported yet; leave the attribute out');
  } else if (usesMetric(scene, flex)) {
    const message = 'elastic flexes with an implicit integrator and the CG solver are not supported yet';
    scene.report.problem(s, undefined, `${message}; the Newton solver, or the Euler integrator, is`);
  }
}

/** Whether MuJoCo would put the stiffness of the flex into the solver. */
function usesMetric(scene: Scene, { rigid, strain, spec: s, stiffness, bending, interpolated }: FlexNode): boolean {
  const { solver, integrator, cone, enableflags } = scene.spec.option;
  const implicit = integrator === Integrator.IMPLICIT || integrator === Integrator.IMPLICITFAST;
  if (solver !== Solver.CG || !implicit || cone === Cone.ELLIPTIC || (enableflags & Enable.SLEEP) !== 0) return false;
  if (rigid) return false;
  const stiff = stiffness.length > 0 && stiffness[0] !== 0;
  if (interpolated && stiff && !strain) return true;
  return !interpolated && ((s.dim === 2 && bending.length > 0) || (s.dim >= 2 && stiff));
}
