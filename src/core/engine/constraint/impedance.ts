import { norm } from '../../math/array.ts';
import { pow } from '../../math/elementary/exp.ts';
import type { int } from '../../math/int.ts';
import { MAXIMP, MINIMP, MINVAL } from '../../model/constants.ts';
import type { Data } from '../../model/data.ts';
import { ConstraintType, Disable, Integrator } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';
import { unreachable } from '../../model/unreachable.ts';
import { equalitySize } from './diagonal.ts';

/** Stiffness, damping, impedance and regularization of every row, from solref and solimp.
 *  reads  d: efc_type efc_id efc_pos efc_margin efc_diagA contact_*
 *  writes d: efc_KBIP efc_R efc_D efc_diagA contact_mu */
export function makeImpedance(m: Model, d: Data): void {
  const { nefc } = d;
  let e = 0;
  while (e < nefc) e += constraintImpedance(m, d, e);
}

// solref (2), solreffriction (2), solimp (5) of the current constraint; its impedance and its derivative
const prm = new Float64Array(9);
const impedance = new Float64Array(2);

/** Smallest ratio of R and diagA: that of the largest impedance. */
const MIN_R = (1 - MAXIMP) / MAXIMP;

/** KBIP, R, D and diagA of the constraint that starts at row e; returns its number of rows.
 *  @inline */
function constraintImpedance(m: Model, d: Data, e: int): int {
  const { efc_type, efc_margin, efc_diagA, efc_R, efc_D, efc_KBIP } = d;
  solverParameters(m, d, e);
  const size = constraintSize(m, d, e);
  getImpedance(constraintError(m, d, e), efc_margin[e]);
  const imp = impedance[0];
  const dmax = prm[5];
  const type = efc_type[e];
  const friction = type === ConstraintType.FRICTION_DOF || type === ConstraintType.FRICTION_TENDON;
  const pyramid = type === ConstraintType.CONTACT_PYRAMIDAL;
  let K = friction ? 0.0 : stiffness(prm[0], prm[1], dmax);
  let B = dampingOf(prm[0], prm[1], dmax);
  // with the integrator `discrete` the reference is that at the end of the step
  let implicit: number = 1;
  if (m.opt.integrator === Integrator.DISCRETE) {
    const softer = stiffestInStep(m, type, K * imp);
    K *= softer;
    B *= Math.sqrt(softer);
    implicit = 1 + m.opt.timestep * (B + m.opt.timestep * K * imp);
  }
  for (let k = 0; k < size; k++) {
    // R = (1 - imp) / imp diagA; all edges of a pyramid use the R of its first row
    if (k === 0 || !pyramid) {
      const R = Math.max(MINVAL, ((1 - imp) * efc_diagA[e + k]) / imp);
      efc_R[e + k] = implicit > 1 ? Math.max(Math.max(MINVAL, R / implicit), MIN_R * efc_diagA[e + k]) : R;
    }
    const a = 4 * (e + k);
    efc_KBIP[a] = K;
    efc_KBIP[a + 1] = B;
    efc_KBIP[a + 2] = imp;
    efc_KBIP[a + 3] = impedance[1];
  }
  if (type === ConstraintType.CONTACT_ELLIPTIC) tangentReference(d, e, size, dmax);
  frictionCone(m, d, e);
  for (let k = e; k < e + size; k++) {
    // rows with equal R have equal D
    const known = k > e && efc_R[k] === efc_R[e];
    efc_D[k] = known ? efc_D[e] : 1 / efc_R[k];
    // R was changed in friction dimensions: keep R = (1 - imp) / imp diagA
    efc_diagA[k] = known ? efc_diagA[e] : (efc_R[k] * imp) / (1 - imp);
  }
  return size;
}

/** Factor of the stiffness of a limit or contact, at most 1: with `refsafe` its period is not below the time step, h^2 K
 *  <= 1, which is the stiffest row without restitution. Rows in the direct format keep their stiffness.
 *  @inline */
function stiffestInStep(m: Model, type: int, K: number): number {
  const unilateral =
    type === ConstraintType.LIMIT_JOINT ||
    type === ConstraintType.LIMIT_TENDON ||
    type === ConstraintType.CONTACT_FRICTIONLESS ||
    type === ConstraintType.CONTACT_PYRAMIDAL ||
    type === ConstraintType.CONTACT_ELLIPTIC;
  const h = m.opt.timestep;
  if (!unilateral || (m.opt.disableflags & Disable.REFSAFE) !== 0 || !(prm[0] > 0) || !(h * h * K > 1)) return 1;
  return 1 / (h * h * K);
}

/** Standard: 1 / (dmax timeconst dampratio)^2; direct: -time / dmax^2
 *  @inline */
function stiffness(time: number, damp: number, dmax: number): number {
  if (time > 0) return 1 / Math.max(MINVAL, dmax * dmax * time * time * damp * damp);
  return -time / Math.max(MINVAL, dmax * dmax);
}

/** Standard: 2 / (dmax timeconst); direct: -damp / dmax
 *  @inline */
function dampingOf(time: number, damp: number, dmax: number): number {
  return damp > 0 ? 2 / Math.max(MINVAL, dmax * time) : -damp / Math.max(MINVAL, dmax);
}

/** Tangents of an elliptic contact have no stiffness, and may have their own reference. */
function tangentReference(d: Data, e: int, size: int, dmax: number): void {
  const { efc_KBIP } = d;
  const own = prm[2] !== 0 || prm[3] !== 0;
  const B = own ? dampingOf(prm[2], prm[3], dmax) : dampingOf(prm[0], prm[1], dmax);
  for (let k = e + 1; k < e + size; k++) {
    efc_KBIP[4 * k] = 0;
    efc_KBIP[4 * k + 1] = B;
  }
}

/** Number of rows of the constraint that starts at row e.
 *  @inline */
export function constraintSize(m: Model, d: Data, e: int): int {
  const { eq_type } = m;
  const { efc_type, efc_id, contact_dim } = d;
  const type = efc_type[e];
  if (type === ConstraintType.EQUALITY) return equalitySize(eq_type[efc_id[e]]);
  if (type === ConstraintType.CONTACT_ELLIPTIC) return contact_dim[efc_id[e]];
  if (type === ConstraintType.CONTACT_PYRAMIDAL) return 2 * (contact_dim[efc_id[e]] - 1);
  return 1;
}

/** Position error of the constraint: the norm of the error of a connect or weld, otherwise that of the first row. */
function constraintError(m: Model, d: Data, e: int): number {
  const { eq_type } = m;
  const { efc_type, efc_id, efc_pos } = d;
  if (efc_type[e] !== ConstraintType.EQUALITY) return efc_pos[e];
  const size = equalitySize(eq_type[efc_id[e]]);
  return size > 1 ? norm(efc_pos, e, size) : efc_pos[e];
}

/** prm = validated solref, solreffriction and solimp of row e
 *  @inline */
function solverParameters(m: Model, d: Data, e: int): void {
  const { efc_type, efc_id, contact_solref, contact_solreffriction, contact_solimp } = d;
  const id = efc_id[e];
  prm[2] = 0;
  prm[3] = 0;
  const type = efc_type[e] as ConstraintType;
  switch (type) {
    case ConstraintType.EQUALITY:
      readParameters(m.eq_solref, m.eq_solimp, id);
      break;
    case ConstraintType.LIMIT_JOINT:
      readParameters(m.jnt_solref, m.jnt_solimp, id);
      break;
    case ConstraintType.FRICTION_DOF:
      readParameters(m.dof_solref, m.dof_solimp, id);
      break;
    case ConstraintType.LIMIT_TENDON:
      readParameters(m.tendon_solref_lim, m.tendon_solimp_lim, id);
      break;
    case ConstraintType.FRICTION_TENDON:
      readParameters(m.tendon_solref_fri, m.tendon_solimp_fri, id);
      break;
    case ConstraintType.CONTACT_FRICTIONLESS:
    case ConstraintType.CONTACT_PYRAMIDAL:
    case ConstraintType.CONTACT_ELLIPTIC:
      readParameters(contact_solref, contact_solimp, id);
      prm[2] = contact_solreffriction[2 * id];
      prm[3] = contact_solreffriction[2 * id + 1];
      break;
    default:
      unreachable(type);
  }
  checkReference(m, 0, 0.02, 1);
  checkReference(m, 2, 0, 0);
  for (let k = 4; k < 6; k++) prm[k] = Math.min(MAXIMP, Math.max(MINIMP, prm[k]));
  prm[6] = Math.max(0, prm[6]);
  prm[7] = Math.min(MAXIMP, Math.max(MINIMP, prm[7]));
  prm[8] = Math.max(1, prm[8]);
}

function readParameters(solref: Float64Array, solimp: Float64Array, id: int): void {
  prm[0] = solref[2 * id];
  prm[1] = solref[2 * id + 1];
  for (let k = 0; k < 5; k++) prm[4 + k] = solimp[5 * id + k];
}

/** Replaces a reference that mixes the standard and the direct format by the default; clamps time constants to two
 *  steps. */
function checkReference(m: Model, at: int, time: number, damp: number): void {
  if (prm[at] > 0 !== prm[at + 1] > 0) {
    prm[at] = time;
    prm[at + 1] = damp;
  }
  const safe = (m.opt.disableflags & Disable.REFSAFE) === 0 && m.opt.integrator !== Integrator.DISCRETE;
  if (safe && prm[at] > 0) prm[at] = Math.max(prm[at], 2 * m.opt.timestep);
}

/** Impedance d(r) of MuJoCo's "Computation: impedance" and its derivative, r = |pos - margin| / width. */
function getImpedance(pos: number, margin: number): void {
  const dmin = prm[4];
  const dmax = prm[5];
  const width = prm[6];
  const mid = prm[7];
  const power = prm[8];
  impedance[1] = 0;
  if (dmin === dmax || width <= MINVAL) {
    impedance[0] = 0.5 * (dmin + dmax);
    return;
  }
  let x = (pos - margin) / width;
  let sign: number = 1;
  if (x < 0) {
    x = -x;
    sign = -1;
  }
  if (x >= 1 || x <= 0) {
    impedance[0] = x >= 1 ? dmax : dmin;
    return;
  }
  let y = x;
  let derivative: number = 1;
  if (power !== 1) {
    // two power curves that meet at the midpoint
    const lower = x <= mid;
    const from = lower ? x : 1 - x;
    const scale = 1 / quickPow(lower ? mid : 1 - mid, power - 1);
    y = scale * quickPow(from, power);
    if (!lower) y = 1 - y;
    derivative = power * scale * quickPow(from, power - 1);
  }
  impedance[0] = dmin + y * (dmax - dmin);
  impedance[1] = (derivative * sign * (dmax - dmin)) / width;
}

/** a^b; 1 and 2 are the usual exponents */
function quickPow(a: number, b: number): number {
  if (b === 1) return a;
  if (b === 2) return a * a;
  return pow(a, b);
}

/** R in the friction dimensions of the contact that starts at row e, and the friction coefficient of its regularized
 *  cone. Other rows are unchanged.
 *  @inline */
function frictionCone(m: Model, d: Data, e: int): void {
  const { efc_type, efc_id, efc_R, contact_dim, contact_friction, contact_mu } = d;
  const type = efc_type[e];
  const elliptic = type === ConstraintType.CONTACT_ELLIPTIC;
  if (!elliptic && type !== ConstraintType.CONTACT_PYRAMIDAL) return;
  const id = efc_id[e];
  const dim = contact_dim[id];
  const mu0 = contact_friction[5 * id];
  // R1 = R0 / impratio; mu = mu0 sqrt(R1 / R0), which needs no arithmetic for the usual ratio
  const one = m.opt.impratio === 1;
  efc_R[e + 1] = one ? efc_R[e] : efc_R[e] / Math.max(MINVAL, m.opt.impratio);
  const mu = one ? mu0 : mu0 * Math.sqrt(efc_R[e + 1] / efc_R[e]);
  contact_mu[id] = mu;
  if (elliptic) {
    // R_j mu_j^2 is the same for all directions
    for (let k = 1; k < dim - 1; k++) {
      const muk = contact_friction[5 * id + k];
      efc_R[e + k + 1] = (efc_R[e + 1] * mu0 * mu0) / (muk * muk);
    }
    return;
  }
  // all edges of a pyramid share one R, chosen so that friction matches the elliptic model
  const edge = 2 * mu * mu * efc_R[e];
  for (let k = 0; k < 2 * (dim - 1); k++) efc_R[e + k] = edge;
}
