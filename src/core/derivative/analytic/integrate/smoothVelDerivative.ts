import { actuatorForce, applyActuators } from '../../../engine/actuation/actuatorForce.ts';
import { isFreeBody } from '../../../engine/tree/freeBody.ts';
import { comVel } from '../../../engine/velocity/comVel.ts';
import { velocities } from '../../../engine/velocity/velocities.ts';
import { addToScl, copy, zero } from '../../../math/array.ts';
import type { Data } from '../../../model/data.ts';
import { Integrator } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { linearizedActuation } from '../actuator/actuation.ts';
import { fluid } from '../force/fluid.ts';
import { jointPassive } from '../force/passive.ts';
import { tendonPassive } from '../force/tendon.ts';
import {
  actuatorForceOffset,
  Body,
  bodyOffset,
  firstPart,
  matOffset,
  nextPart,
  Part,
  partColumns,
  partOffset,
  partStride,
  sideSpan,
  vectorOffset,
} from '../layout.ts';
import { motion } from '../tree/motion.ts';
import { rneDerivative } from '../tree/rneDerivative.ts';
import { clearSide, clearSides, spanEnd, spanFrom } from '../tree/spans.ts';
import { smoothVelVaries } from './smoothVelVaries.ts';

/*  D b, with D the derivative of the smooth forces and b a velocity, is d/ds f(q, v + s b, u). Its derivatives are
 *  therefore d(D b)/dx = d/ds (df/dx)(v + s b): the difference of two passes over the smooth forces. These are
 *  quadratic in velocity, except for muscles, so that the difference has no truncation error. */

/** The right-hand sides of w += sign h d(D b)/dx, b = work_qacc scratch: all of `spare`; d: velocity-dependent fields
 *  are recomputed */
export function addSmoothVelDerivative(m: Model, d: Data, w: Float64Array, spare: Float64Array, sign: number): void {
  if (!smoothVelVaries(m)) return;
  const { nv } = m;
  const { qvel, work_qacc } = d;
  const savedVelocity = vectorOffset(m) + nv;
  let speed: number = 1;
  let size: number = 0;
  for (let i = 0; i < nv; i++) {
    w[savedVelocity + i] = qvel[i];
    speed = Math.max(speed, Math.abs(qvel[i]));
    size = Math.max(size, Math.abs(work_qacc[i]));
  }
  if (size === 0) return;
  const s = (1e-5 * speed) / size;
  copy(w, actuatorForceOffset(m), d.actuator_force, 0, m.nout);
  // pass results and spans
  copy(spare, 0, w, 0, matOffset(m, 0));
  for (let side = -1; side <= 1; side += 2) {
    for (let i = 0; i < nv; i++) qvel[i] = w[savedVelocity + i] + side * s * work_qacc[i];
    smoothPass(m, d, w, spare);
    // the force is the negated residual
    addAll(m, w, spare, (-side * sign * m.opt.timestep) / (2 * s));
  }
  for (let i = 0; i < nv; i++) qvel[i] = w[savedVelocity + i];
  atVelocity(m, d);
}

/** Computes what the forces need at the current velocity. */
function atVelocity(m: Model, d: Data): void {
  velocities(m, d);
  comVel(m, d);
  actuatorForce(m, d);
  applyActuators(m, d);
}

/** Derivatives, at the current velocity, of the forces in D. */
function smoothPass(m: Model, d: Data, base: Float64Array, w: Float64Array): void {
  atVelocity(m, d);
  restoreClampedForces(m, d, base);
  clearSides(m, w);
  zero(w, bodyOffset(m, Body.EXTERNAL), 6 * m.nbody);
  motion(m, d, w, d.qacc, false);
  if (m.opt.integrator === Integrator.IMPLICIT) rneDerivative(m, d, w);
  else freeBodies(m, d, w);
  linearizedActuation(m, d, w);
  jointPassive(m, d, w);
  tendonPassive(m, d, w);
  fluid(m, d, w);
}

/** Bias terms of implicitfast: those of isolated free bodies. */
function freeBodies(m: Model, d: Data, w: Float64Array): void {
  const { nv, njnt, jnt_bodyid, jnt_dofadr } = m;
  let lone = 0;
  for (let j = 0; j < njnt; j++) if (isFreeBody(m, jnt_bodyid[j])) lone++;
  if (lone === 0) return;
  rneDerivative(m, d, w);
  for (let j = 0; j < njnt; j++) {
    if (isFreeBody(m, jnt_bodyid[j])) continue;
    const end = j + 1 < njnt ? jnt_dofadr[j + 1] : nv;
    for (let i = jnt_dofadr[j]; i < end; i++) clearSide(m, w, i);
  }
}

/** Clears forces at the end of their range: the integrator treats them as constant. */
function restoreClampedForces(m: Model, d: Data, base: Float64Array): void {
  const { nactuator, actuator_forcelimited, actuator_forcerange, actuator_outadr } = m;
  for (let i = 0; i < nactuator; i++) {
    if (actuator_forcelimited[i] === 0) continue;
    const o = actuator_outadr[i];
    const force = base[actuatorForceOffset(m) + o];
    if (force <= actuator_forcerange[2 * i] || force >= actuator_forcerange[2 * i + 1]) d.actuator_force[o] = force;
  }
}

/** The right-hand sides of w += s times those of x */
function addAll(m: Model, w: Float64Array, x: Float64Array, s: number): void {
  for (let p = firstPart(w); p < Part.SIZE; p = nextPart(p)) {
    const kind = sideSpan(w, p);
    if (partColumns(m, p) === 0) continue;
    for (let i = 0; i < m.nv; i++) {
      const from = spanFrom(w, i, kind);
      const at = partOffset(m, p) + i * partStride(m, p) + from;
      addToScl(w, at, x, at, s, spanEnd(w, i, kind) - from);
    }
  }
}
