import type { int } from '../../../math/int.ts';
import { dotSparse } from '../../../math/linear/sparse.ts';
import type { Data } from '../../../model/data.ts';
import { Disable, Integrator } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { Cotangent, cotangentOffset } from './layout.ts';

/*  Derivatives of the cost with respect to parameters of the forces of one dof or actuator. */

/** By the damping of dof i: its force is proportional to -v, and integrators evaluate it at the end of the step. */
export function vjpDamping(m: Model, d: Data, g: Float64Array, i: int): number {
  const { disableflags, integrator } = m.opt;
  if ((disableflags & Disable.DAMPER) !== 0) return 0;
  const sum = -g[cotangentOffset(m, Cotangent.LAMBDA) + i] * d.qvel[i];
  if (integrator === Integrator.EULER && (disableflags & Disable.EULERDAMP) !== 0) return sum;
  return sum - m.opt.timestep * g[cotangentOffset(m, Cotangent.MU) + i] * d.work_qacc[i];
}

/** By the diagonal element of M at dof i. */
export function vjpArmature(m: Model, d: Data, g: Float64Array, i: int): number {
  return (
    g[cotangentOffset(m, Cotangent.MU) + i] * g[cotangentOffset(m, Cotangent.GAP) + i] -
    g[cotangentOffset(m, Cotangent.LAMBDA) + i] * d.qacc[i]
  );
}

/** By the stiffness of joint j, a slide or hinge. */
export function vjpStiffness(m: Model, d: Data, g: Float64Array, j: int): number {
  const { jnt_qposadr, jnt_dofadr, qpos_spring } = m;
  if ((m.opt.disableflags & Disable.SPRING) !== 0) return 0;
  const q = jnt_qposadr[j];
  const i = jnt_dofadr[j];
  const h = m.opt.timestep;
  const sum = -g[cotangentOffset(m, Cotangent.LAMBDA) + i] * (d.qpos[q] - qpos_spring[q]);
  if (m.opt.integrator !== Integrator.IMPLICITSPRINGDAMPER) return sum;
  return sum - h * g[cotangentOffset(m, Cotangent.MU) + i] * (h * d.work_qacc[i] + d.qvel[i]);
}

/** By coefficient k of an affine law, force = (c0 + c1 length + c2 velocity) input, of actuator i. */
export function vjpAffine(m: Model, d: Data, g: Float64Array, i: int, k: int, input: number): number {
  const { integrator } = m.opt;
  const o = m.actuator_outadr[i];
  const sum = momentDot(d, g, cotangentOffset(m, Cotangent.LAMBDA), o) * input;
  if (k === 0) return sum;
  if (k === 1) return sum * d.actuator_length[o];
  const slow = sum * d.actuator_velocity[o];
  if (integrator !== Integrator.IMPLICIT && integrator !== Integrator.IMPLICITFAST) return slow;
  // h mu^T (dD) b
  const speed = momentDot(d, d.work_qacc, 0, o);
  return slow + m.opt.timestep * momentDot(d, g, cotangentOffset(m, Cotangent.MU), o) * speed * input;
}

/** The moment of output o times a vector. */
function momentDot(d: Data, x: Float64Array, i: int, o: int): number {
  const { actuator_moment, moment_rownnz, moment_rowadr, moment_colind } = d;
  const adr = moment_rowadr[o];
  return dotSparse(actuator_moment, adr, x, i, moment_rownnz[o], moment_colind, adr);
}
