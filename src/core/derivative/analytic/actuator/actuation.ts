import { actuatorDisabled } from '../../../engine/actuation/nextActivation.ts';
import { addToScl, zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { norm3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { Disable, GainType, TrnType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import {
  Dof,
  dofOffset,
  drDactOffset,
  drDqOffset,
  drDuOffset,
  Mat,
  matOffset,
  nextActOffset,
  Part,
  rateOffset,
  sideSpan,
  stateSize,
  stepWeightOffset,
} from '../layout.ts';
import { clearSide, spanEnd, spanFrom } from '../tree/spans.ts';
import { actuatorLaw } from './actuatorLaw.ts';
import { ACT, at, CTRL, LAW, LEN, OWN, RATE, SPAN, VEL } from './law.ts';
import { lengthDerivativeOffset, transmissionDerivatives } from './transmission.ts';

// scratch: derivatives of velocities, one for each dof and output
const VELOCITY_DERIVATIVE = Dof.COMPOSITE_FORCE_BY_VEL;

// of the current actuator; `actuatorLaw` writes it
const law = new Float64Array(LAW);

/** Forces of actuators by position, velocity, control and activation; rates and next values of activations by the same.
 *  adds to w: RQ RV dr/du dr/dact   writes w: rates and next activations   scratch w: Mat.TENDON,
 *  Dof.JAC WRENCH_CHANGE COMPOSITE_MOMENTUM COMPOSITE_CORIOLIS COMPOSITE_FORCE COMPOSITE_FORCE_BY_VEL */
export function actuation(m: Model, d: Data, w: Float64Array): void {
  const { nv, nu, na, nactuator } = m;
  zero(w, nextActOffset(m), 2 * na * (2 * nv + na + nu) + 2 * na);
  for (let a = 0; a < na; a++) w[stepWeightOffset(m) + 2 * a] = 1;
  if ((m.opt.disableflags & Disable.ACTUATION) === 0) {
    for (let i = 0; i < nactuator; i++) {
      actuatorLaw(law, m, d, i);
      outputDerivatives(m, d, w, i);
      writeRates(m, d, w, i);
      if (!actuatorDisabled(m, i)) writeForces(m, d, w, i);
    }
    limitJoints(m, d, w);
  }
  nextActivations(m, w);
}

/** The same at another velocity, for the forces that implicit integrators take as linear in velocity. DC motors have a
 *  constant derivative, and joint limits apply later.
 *  adds to w: RQ RV dr/du dr/dact */
export function linearizedActuation(m: Model, d: Data, w: Float64Array): void {
  const { nactuator, actuator_gaintype } = m;
  if ((m.opt.disableflags & Disable.ACTUATION) !== 0) return;
  for (let i = 0; i < nactuator; i++) {
    if (actuator_gaintype[i] === GainType.DCMOTOR || actuatorDisabled(m, i) || clampedTorque(m, d, i)) continue;
    actuatorLaw(law, m, d, i);
    outputDerivatives(m, d, w, i);
    writeForces(m, d, w, i);
  }
}

/** Whether the torque of an orientation servo is at its limit: integrators take it as constant then. */
function clampedTorque(m: Model, d: Data, i: int): boolean {
  const { actuator_gaintype, actuator_forcelimited, actuator_forcerange, actuator_outadr } = m;
  if (actuator_gaintype[i] !== GainType.SO3 || actuator_forcelimited[i] === 0) return false;
  return norm3(d.actuator_force, actuator_outadr[i]) >= actuator_forcerange[2 * i + 1] * (1 - 1e-12);
}

/** Start of the derivatives of the velocity of output k with respect to position, one for each dof. */
function velocityDerivativeOffset(m: Model, k: int): int {
  return dofOffset(m, VELOCITY_DERIVATIVE) + k * m.nv;
}

/** Derivatives of the lengths and velocities of all outputs of actuator i; RQ -= T f, with T the derivative of the moment */
function outputDerivatives(m: Model, d: Data, w: Float64Array, i: int): void {
  const { nv, actuator_outadr, actuator_outnum } = m;
  const nx = stateSize(m);
  const { qvel, actuator_force, work_chain } = d;
  const RQ = drDqOffset(m);
  const T = matOffset(m, Mat.TENDON);
  for (let k = 0; k < actuator_outnum[i]; k++) {
    const speed = velocityDerivativeOffset(m, k);
    zero(w, speed, nv);
    const force = actuator_force[actuator_outadr[i] + k];
    const n = transmissionDerivatives(m, d, w, i, k, force !== 0 || dependsOnSpeed(m, i, k));
    for (let r = 0; r < n; r++) {
      const row = RQ + work_chain[r] * nx;
      const v = qvel[work_chain[r]];
      for (let c = 0; c < n; c++) {
        const x = w[T + r * n + c];
        w[row + work_chain[c]] -= x * force;
        w[speed + work_chain[c]] += x * v;
      }
    }
  }
}

/** Whether the law of actuator i depends on velocity k. */
function dependsOnSpeed(m: Model, i: int, k: int): boolean {
  for (let row = 0; row < m.actuator_outnum[i]; row++) if (law[at(row, VEL + k)] !== 0) return true;
  for (let a = 0; a < m.actuator_actnum[i]; a++) if (law[at(RATE + a, VEL + k)] !== 0) return true;
  return false;
}

/** Write the derivatives of the rates of the activations of actuator i. */
function writeRates(m: Model, d: Data, w: Float64Array, i: int): void {
  const { nv, nu, na, actuator_actadr, actuator_actnum, actuator_ctrladr, actuator_ctrlnum } = m;
  const first = actuator_actadr[i];
  const n = actuator_actnum[i];
  const byAct = rateOffset(m) + 2 * nv * na;
  const byControl = byAct + na * na;
  for (let k = 0; k < n; k++) {
    const row = RATE + k;
    const a = first + k;
    w[stepWeightOffset(m) + 2 * a] = law[OWN + k];
    w[stepWeightOffset(m) + 2 * a + 1] = law[SPAN + k];
    for (let c = 0; c < n; c++) w[byAct + a * na + first + c] = law[at(row, ACT + c)];
    for (let c = 0; c < actuator_ctrlnum[i]; c++)
      w[byControl + a * nu + actuator_ctrladr[i] + c] = law[at(row, CTRL + c)];
    addOutputDerivatives(m, d, w, i, row, 1, rateOffset(m) + a * 2 * nv, 0, nv);
  }
}

/** w[q + from..q + end) += s times the derivatives in row `row` of the law with respect to position, through the lengths and
 *  velocities of all outputs of actuator i; w[q + nv..) += those with respect to velocity */
function addOutputDerivatives(
  m: Model,
  d: Data,
  w: Float64Array,
  i: int,
  row: int,
  s: number,
  q: int,
  from: int,
  end: int,
): void {
  const { nv, actuator_outadr, actuator_outnum } = m;
  const { actuator_moment, moment_rownnz, moment_rowadr, moment_colind } = d;
  for (let c = 0; c < actuator_outnum[i]; c++) {
    const byLength = s * law[at(row, LEN + c)];
    const byVelocity = s * law[at(row, VEL + c)];
    if (byLength !== 0) addToScl(w, q + from, w, lengthDerivativeOffset(m, c) + from, byLength, end - from);
    if (byVelocity === 0) continue;
    addToScl(w, q + from, w, velocityDerivativeOffset(m, c) + from, byVelocity, end - from);
    const o = actuator_outadr[i] + c;
    const last = moment_rowadr[o] + moment_rownnz[o];
    for (let k = moment_rowadr[o]; k < last; k++) w[q + nv + moment_colind[k]] += byVelocity * actuator_moment[k];
  }
}

/** Right-hand sides -= the derivatives of the forces of actuator i */
function writeForces(m: Model, d: Data, w: Float64Array, i: int): void {
  const { nu, actuator_outadr, actuator_outnum, actuator_ctrladr, actuator_ctrlnum, actuator_actadr } = m;
  const nx = stateSize(m);
  const { actuator_moment, moment_rownnz, moment_rowadr, moment_colind } = d;
  const share = tendonShare(m, d, i);
  for (let o = 0; o < actuator_outnum[i]; o++) {
    const out = actuator_outadr[i] + o;
    const end = moment_rowadr[out] + moment_rownnz[out];
    for (let k = moment_rowadr[out]; k < end; k++) {
      const r = moment_colind[k];
      const s = -actuator_moment[k] * share;
      const u = drDuOffset(m) + r * nu + actuator_ctrladr[i];
      for (let c = 0; c < actuator_ctrlnum[i]; c++) w[u + c] += s * law[at(o, CTRL + c)];
      const a = drDactOffset(m) + r * nx + actuator_actadr[i];
      for (let c = 0; c < m.actuator_actnum[i]; c++) w[a + c] += s * law[at(o, ACT + c)];
      const kind = sideSpan(w, Part.POSITION);
      addOutputDerivatives(m, d, w, i, o, s, drDqOffset(m) + r * nx, spanFrom(w, r, kind), spanEnd(w, r, kind));
    }
  }
}

/** Fraction of a change of its force that actuator i transmits. If the forces f_k of the actuators of a tendon are scaled
 *  by s = limit / total, a change of one affects all: (gear_i s - (s / total) sum of gear_k f_k) / gear_i. */
function tendonShare(m: Model, d: Data, i: int): number {
  const { nactuator, actuator_trntype, actuator_trnid, actuator_outadr, actuator_gear } = m;
  const { tendon_actfrclimited, tendon_actfrcrange } = m;
  if (actuator_trntype[i] !== TrnType.TENDON) return 1;
  const t = actuator_trnid[2 * i];
  if (tendon_actfrclimited[t] === 0) return 1;
  const total = d.work_tenforce[t];
  if (total > tendon_actfrcrange[2 * t] && total < tendon_actfrcrange[2 * t + 1]) return 1;
  const limit = total <= tendon_actfrcrange[2 * t] ? tendon_actfrcrange[2 * t] : tendon_actfrcrange[2 * t + 1];
  const gear = actuator_gear[6 * actuator_outadr[i]];
  if (total === 0 || gear === 0) return 1;
  // d.actuator_force is scaled already
  let sum: number = 0;
  for (let k = 0; k < nactuator; k++) {
    if (actuator_trntype[k] !== TrnType.TENDON || actuator_trnid[2 * k] !== t) continue;
    sum += actuator_gear[6 * actuator_outadr[k]] * d.actuator_force[actuator_outadr[k]];
  }
  return limit / total - sum / (total * gear);
}

/** Clear the right-hand sides of joints whose actuator force is at its limit. */
function limitJoints(m: Model, d: Data, w: Float64Array): void {
  const { njnt, jnt_actfrclimited, jnt_actfrcrange, jnt_dofadr } = m;
  for (let j = 0; j < njnt; j++) {
    if (jnt_actfrclimited[j] === 0) continue;
    const i = jnt_dofadr[j];
    const force = d.qfrc_actuator[i];
    if (force > jnt_actfrcrange[2 * j] && force < jnt_actfrcrange[2 * j + 1]) continue;
    clearSide(m, w, i);
  }
}

/** Next activations = OWN times themselves + SPAN times their rates */
function nextActivations(m: Model, w: Float64Array): void {
  const { nv, nu, na } = m;
  const rates = rateOffset(m);
  const next = nextActOffset(m);
  for (let a = 0; a < na; a++) {
    const s = w[stepWeightOffset(m) + 2 * a + 1];
    addToScl(w, next + a * 2 * nv, w, rates + a * 2 * nv, s, 2 * nv);
    addToScl(w, next + na * 2 * nv + a * na, w, rates + na * 2 * nv + a * na, s, na);
    addToScl(w, next + na * (2 * nv + na) + a * nu, w, rates + na * (2 * nv + na) + a * nu, s, nu);
    w[next + na * 2 * nv + a * (na + 1)] += w[stepWeightOffset(m) + 2 * a];
  }
}
