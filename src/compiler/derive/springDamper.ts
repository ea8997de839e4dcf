/** Stiffness and damping of joints from the time constant and damping ratio of `springdamper`. */
import { MINVAL } from '../../core/model/constants.ts';
import type { Model } from '../../core/model/model.ts';
import { JOINT_NV } from '../../formats/spec/stateSizes.ts';
import type { JointNode } from '../compileState.ts';

// k = I / (timeconst^2 dampratio^2), b = 2 I / timeconst, with I the mean inertia of the joint's dofs
export function setSpringDampers(m: Model, joints: readonly JointNode[]): void {
  for (const { id: j, spec, type } of joints) {
    const [timeconst, dampratio] = spec.springdamper;
    if (timeconst <= 0 || dampratio <= 0) continue;
    const n = JOINT_NV[type];
    const adr = m.jnt_dofadr[j];
    let weight = 0;
    for (let i = adr; i < adr + n; i++) weight += m.dof_invweight0[i];
    const inertia = n / Math.max(MINVAL, weight);
    m.jnt_stiffness[j] = inertia / Math.max(MINVAL, timeconst * timeconst * dampratio * dampratio);
    m.dof_damping.fill((2 * inertia) / Math.max(MINVAL, timeconst), adr, adr + n);
  }
}
