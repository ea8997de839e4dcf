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
  drDvOffset,
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
import { ACT, at, CTRL, LEN, law, own, RATE, span, VEL } from './law.ts';
import { lengthDerivativeOffset, transmissionDerivatives } from './transmission.ts';

/** Forces of actuators by position, velocity, control and activation, and the rates and next values of activations by the same.
 *  adds to w: RQ RV dr/du dr/dact   writes w: rates and next activations   scratch w: Dof.JAC WRENCH_CHANGE COMPOSITE_MOMENTUM COMPOSITE_CORIOLIS COMPOSITE_FORCE COMPOSITE_FORCE_BY_VEL, Mat.TENDON */
export function actuation(m: Model, d: Data, w: Float64Array): void {
  const { nv, nu, na, nactuator } = m;
  zero(w, nextActOffset(m), 2 * na * (2 * nv + na + nu) + 2 * na);
  for (let a = 0; a < na; a++) w[stepWeightOffset(m) + 2 * a] = 1;
  if ((m.opt.disableflags & Disable.ACTUATION) === 0) {
    for (let i = 0; i < nactuator; i++) {
      actuatorLaw(m, d, i);
      outputDerivatives(m, d, w, i);
      writeRates(m, d, w, i);
      if (!actuatorDisabled(m, i)) writeForces(m, d, w, i);
    }
    limitJoints(m, d, w);
  }
  nextActivations(m, w);
}

/** The same at another velocity, of those forces alone that the implicit integrators take as linear in velocity: motors have
 *  a slope that does not change, and what joints limit is limited later.
 *  adds to w: RQ RV dr/du dr/dact */
export function linearizedActuation(m: Model, d: Data, w: Float64Array): void {
  const { nactuator, actuator_gaintype } = m;
  if ((m.opt.disableflags & Disable.ACTUATION) !== 0) return;
  for (let i = 0; i < nactuator; i++) {
    if (actuator_gaintype[i] === GainType.DCMOTOR || actuatorDisabled(m, i) || clampedTorque(m, d, i)) continue;
    actuatorLaw(m, d, i);
    outputDerivatives(m, d, w, i);
    writeForces(m, d, w, i);
  }
}

/** Whether the torque of an orientation servo is as long as it may be, where the integrators take it as constant. */
function clampedTorque(m: Model, d: Data, i: int): boolean {
  const { actuator_gaintype, actuator_forcelimited, actuator_forcerange, actuator_outadr } = m;
  if (actuator_gaintype[i] !== GainType.SO3 || actuator_forcelimited[i] === 0) return false;
  return norm3(d.actuator_force, actuator_outadr[i]) >= actuator_forcerange[2 * i + 1] * (1 - 1e-12);
}

/** Start of how the velocity of output k of an actuator changes with position. */
function velocityDerivativeOffset(m: Model, k: int): int {
  return dofOffset(m, Dof.COMPOSITE_FORCE_BY_VEL) + k * m.nv;
}

/** Slopes of the lengths and velocities of all outputs of actuator i; and RQ -= T f for the turning of their moments T */
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

/** Whether anything in the table of actuator i depends on velocity k. */
function dependsOnSpeed(m: Model, i: int, k: int): boolean {
  for (let row = 0; row < m.actuator_outnum[i]; row++) if (law[at(row, VEL + k)] !== 0) return true;
  for (let a = 0; a < m.actuator_actnum[i]; a++) if (law[at(RATE + a, VEL + k)] !== 0) return true;
  return false;
}

/** Rates of the activations of actuator i. */
function writeRates(m: Model, d: Data, w: Float64Array, i: int): void {
  const { nv, nu, na, actuator_actadr, actuator_actnum, actuator_ctrladr, actuator_ctrlnum, actuator_outnum } = m;
  const first = actuator_actadr[i];
  const n = actuator_actnum[i];
  const byAct = rateOffset(m) + 2 * nv * na;
  const byControl = byAct + na * na;
  for (let k = 0; k < n; k++) {
    const row = RATE + k;
    const a = first + k;
    w[stepWeightOffset(m) + 2 * a] = own[k];
    w[stepWeightOffset(m) + 2 * a + 1] = span[k];
    for (let c = 0; c < n; c++) w[byAct + a * na + first + c] = law[at(row, ACT + c)];
    for (let c = 0; c < actuator_ctrlnum[i]; c++)
      w[byControl + a * nu + actuator_ctrladr[i] + c] = law[at(row, CTRL + c)];
    for (let c = 0; c < actuator_outnum[i]; c++) {
      addOutputDerivatives(
        m,
        d,
        w,
        rateOffset(m) + a * 2 * nv,
        rateOffset(m) + a * 2 * nv + nv,
        0,
        nv,
        i,
        c,
        law[at(row, LEN + c)],
        law[at(row, VEL + c)],
      );
    }
  }
}

/** The rows at `q` and `v` of w, of columns from `from` up to `end`, += a times the slopes of length c of actuator i, and b times those of
 *  velocity c */
function addOutputDerivatives(
  m: Model,
  d: Data,
  w: Float64Array,
  q: int,
  v: int,
  from: int,
  end: int,
  i: int,
  c: int,
  a: number,
  b: number,
): void {
  const { actuator_moment, moment_rownnz, moment_rowadr, moment_colind } = d;
  if (a !== 0) addToScl(w, q + from, w, lengthDerivativeOffset(m, c) + from, a, end - from);
  if (b === 0) return;
  addToScl(w, q + from, w, velocityDerivativeOffset(m, c) + from, b, end - from);
  const o = m.actuator_outadr[i] + c;
  const last = moment_rowadr[o] + moment_rownnz[o];
  for (let k = moment_rowadr[o]; k < last; k++) w[v + moment_colind[k]] += b * actuator_moment[k];
}

/** Forces of actuator i by all that they depend on. */
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
      const q = drDqOffset(m) + r * nx;
      const v = drDvOffset(m) + r * nx;
      const kind = sideSpan(w, Part.POSITION);
      const from = spanFrom(w, r, kind);
      const to = spanEnd(w, r, kind);
      for (let c = 0; c < actuator_outnum[i]; c++) {
        addOutputDerivatives(m, d, w, q, v, from, to, i, c, s * law[at(o, LEN + c)], s * law[at(o, VEL + c)]);
      }
    }
  }
}

/** How much of a change of its force actuator i passes on. Where the forces f_k of actuators on a tendon are scaled by
 *  s = limit / total, a change of one takes from all: gear_i s - (s / total) sum of gear_k f_k, by gear_i. */
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
  // the forces there are scaled already
  let sum: number = 0;
  for (let k = 0; k < nactuator; k++) {
    if (actuator_trntype[k] !== TrnType.TENDON || actuator_trnid[2 * k] !== t) continue;
    sum += actuator_gear[6 * actuator_outadr[k]] * d.actuator_force[actuator_outadr[k]];
  }
  return limit / total - sum / (total * gear);
}

/** The force of actuators at a joint does not change at the end of its range. */
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

/** The next activations: `own` times themselves and `span` times their rates */
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
