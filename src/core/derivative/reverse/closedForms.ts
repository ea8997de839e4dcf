/** Parameters by which the cost has a closed-form derivative, and the conditions. */
import { wrapPeriod } from '../../engine/actuation/setpoint.ts';
import { NBIAS, NGAIN } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { BiasType, Disable, GainType, Integrator, JointType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { MASS } from './kernel/inertial.ts';
import type { Kernel } from './kernelOf.ts';
import type { Parameter } from './parameters.ts';

interface ClosedForm {
  applies(m: Model, index: number): boolean;
  derivative(kernel: Kernel, m: Model, t: Data, g: Float64Array, index: number): number;
}

export const closedForms: Partial<Record<Parameter['field'], ClosedForm>> = {
  body_mass: {
    applies: (m, i) => plainBody(m, i) && m.body_gravcomp[i] === 0,
    derivative: (kernel, m, t, g, i) => kernel.vjpInertia(m, t, g, i, MASS),
  },
  body_inertia: {
    applies: (m, i) => plainBody(m, Math.trunc(i / 3)),
    derivative: (kernel, m, t, g, i) => kernel.vjpInertia(m, t, g, Math.trunc(i / 3), i % 3),
  },
  gravity: {
    applies: (m) => !(m.opt.disableflags & Disable.GRAVITY) && m.body_gravcomp.every((x) => x === 0),
    derivative: (kernel, m, t, g, k) => kernel.vjpGravity(m, t, g, k),
  },
  dof_damping: {
    applies: () => true,
    derivative: (kernel, m, t, g, i) => kernel.vjpDamping(m, t, g, i),
  },
  dof_armature: {
    // the diagonal of a simple dof comes from dof_M0
    applies: (m, i) => m.dof_simplenum[i] === 0,
    derivative: (kernel, m, t, g, i) => kernel.vjpArmature(m, t, g, i),
  },
  dof_M0: {
    applies: (m, i) => m.dof_simplenum[i] !== 0,
    derivative: (kernel, m, t, g, i) => kernel.vjpArmature(m, t, g, i),
  },
  jnt_stiffness: {
    applies: (m, j) => m.jnt_type[j] === JointType.SLIDE || m.jnt_type[j] === JointType.HINGE,
    derivative: (kernel, m, t, g, j) => kernel.vjpStiffness(m, t, g, j),
  },
  actuator_gainprm: {
    applies: (m, k) => affine(m, Math.trunc(k / NGAIN), k % NGAIN),
    derivative: (kernel, m, t, g, k) => vjpActuator(kernel, m, t, g, Math.trunc(k / NGAIN), k % NGAIN, true),
  },
  actuator_biasprm: {
    applies: (m, k) => affine(m, Math.trunc(k / NBIAS), k % NBIAS),
    derivative: (kernel, m, t, g, k) => vjpActuator(kernel, m, t, g, Math.trunc(k / NBIAS), k % NBIAS, false),
  },
};

/** True for bodies whose inertia enters only through the recursion: simple bodies have a constant in its place, and the
 *  matrices of the implicit integrators contain the derivative of the recursion. */
function plainBody(m: Model, b: number): boolean {
  const { integrator } = m.opt;
  if (integrator === Integrator.IMPLICIT || integrator === Integrator.IMPLICITFAST) return false;
  // fluid forces depend on the inertia box
  if (m.opt.density > 0 || m.opt.viscosity > 0) return false;
  for (let i = m.body_dofadr[b]; i < m.body_dofadr[b] + m.body_dofnum[b]; i++) if (m.dof_simplenum[i]) return false;
  return true;
}

/** True if the k-th coefficient of an actuator is one of an affine law of its control. */
function affine(m: Model, i: number, k: number): boolean {
  const gain = m.actuator_gaintype[i];
  const bias = m.actuator_biastype[i];
  return (
    k < 3 &&
    m.actuator_actnum[i] === 0 &&
    bias !== BiasType.MUSCLE &&
    wrapPeriod(m, i) === 0 &&
    !hasForceLimits(m) &&
    (gain === GainType.FIXED || gain === GainType.AFFINE)
  );
}

/** True if joints or tendons limit actuator forces. */
function hasForceLimits(m: Model): boolean {
  return m.jnt_actfrclimited.some((x) => x !== 0) || m.tendon_actfrclimited.some((x) => x !== 0);
}

/** By the k-th coefficient of gain or bias of actuator i, if its type has it. */
function vjpActuator(kernel: Kernel, m: Model, t: Data, g: Float64Array, i: number, k: number, gain: boolean): number {
  const used = gain
    ? k === 0 || m.actuator_gaintype[i] === GainType.AFFINE
    : m.actuator_biastype[i] === BiasType.AFFINE;
  if (!used || m.opt.disableflags & Disable.ACTUATION || atLimit(m, t, i)) return 0;
  return kernel.vjpAffine(m, t, g, i, k, gain ? t.work_ctrl[m.actuator_ctrladr[i]] : 1);
}

/** True if the force of actuator i is clamped to its range, where it is constant. */
function atLimit(m: Model, t: Data, i: number): boolean {
  if (!m.actuator_forcelimited[i]) return false;
  const force = t.actuator_force[m.actuator_outadr[i]];
  return force <= m.actuator_forcerange[2 * i] || force >= m.actuator_forcerange[2 * i + 1];
}
