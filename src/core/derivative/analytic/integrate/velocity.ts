import { hasDamping } from '../../../engine/integrate/eulerAcc.ts';
import { springStiffness } from '../../../engine/integrate/springDamperAcc.ts';
import { smoothVel } from '../../../engine/smoothVel/smoothVel.ts';
import { dofDamping } from '../../../engine/tree/damping.ts';
import { freeMatrix, isFreeBody } from '../../../engine/tree/freeBody.ts';
import { addToScl, copy, zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { NPOLY } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import { Disable, Integrator } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import {
  drDvOffset,
  firstPart,
  Mat,
  matOffset,
  nextPart,
  Part,
  partColumns,
  partOffset,
  partSpan,
  partStride,
  stateSize,
  vectorOffset,
} from '../layout.ts';
import { factor, solve, solveTree } from '../solve.ts';
import { massByRotation } from '../tree/massByRotation.ts';
import { clearMatrix, spanEnd, spanFrom } from '../tree/spans.ts';
import { addSmoothVelDerivative } from './smoothVelDerivative.ts';

/*  A step advances velocity with its own acceleration b, (M - h D) b = M a + c, so
 *    db = (M - h D)^-1 [M da + (dM) (a - b) + h (dD) b + dc] */

const block = new Float64Array(36);
const coef = new Float64Array(3);

/** True if the step advances with an acceleration other than a. */
function hasStepMatrix(m: Model, d: Data): boolean {
  // the solver of `discrete` has solved for the step
  if (m.opt.integrator === Integrator.DISCRETE) return false;
  return m.opt.integrator !== Integrator.EULER || hasDamping(m, d);
}

/** Converts the derivatives of the acceleration a to those of the acceleration b that advances the step. `spare` is a
 *  second workspace, which only the implicit integrators need.
 *  reads  d: qacc work_qacc M   changes w: RQ RV and the columns of controls and activations */
export function stepAcceleration(m: Model, d: Data, w: Float64Array, spare: Float64Array): void {
  if (!hasStepMatrix(m, d)) return;
  for (let p = firstPart(w); p < Part.SIZE; p = nextPart(p)) if (partColumns(m, p) > 0) mulMass(m, d, w, p);
  stepForce(m, d, w, spare);
}

/** The same from M da.
 *  reads  d: qacc work_qacc M   changes w: RQ RV and the columns of controls and activations */
function stepForce(m: Model, d: Data, w: Float64Array, spare: Float64Array): void {
  addStepDerivative(m, d, w, spare);
  solveStep(m, d, w, 1);
}

/** The right-hand sides = s (M - h D)^-1 of themselves, with the factors from which b was computed if these cover the
 *  whole matrix
 *  reads  d: qLD qLDiagInv qH qHDiagInv   changes w: RQ RV and the columns of controls and activations */
export function solveStep(m: Model, d: Data, w: Float64Array, s: number): void {
  if (hasFactors(m)) {
    const damped = hasStepMatrix(m, d);
    solveTree(m, w, damped ? d.qH : d.qLD, damped ? d.qHDiagInv : d.qLDiagInv, s);
    return;
  }
  stepMatrix(m, d, w);
  factor(m, w, matOffset(m, Mat.STEP));
  solve(m, w, matOffset(m, Mat.STEP), s);
}

/** True if the integrator left factors of its matrix with the pattern of M. */
function hasFactors(m: Model): boolean {
  const { njnt, jnt_bodyid } = m;
  if (m.opt.integrator === Integrator.IMPLICIT) return false;
  if (m.opt.integrator !== Integrator.IMPLICITFAST) return true;
  for (let j = 0; j < njnt; j++) if (isFreeBody(m, jnt_bodyid[j])) return false;
  return true;
}

/** True if the matrix of the integrator contains velocity derivatives of forces, which need not be symmetric. */
export function isImplicit(m: Model): boolean {
  const { integrator } = m.opt;
  return integrator === Integrator.IMPLICIT || integrator === Integrator.IMPLICITFAST;
}

/** Terms of the right-hand sides besides M da: (dM) (a - b) + h (dD) b + dc adds to w: RQ RV and the columns of
 *  controls and activations */
function addStepDerivative(m: Model, d: Data, w: Float64Array, spare: Float64Array): void {
  const { nv } = m;
  const x = vectorOffset(m);
  for (let i = 0; i < nv; i++) w[x + i] = d.qacc[i] - d.work_qacc[i];
  massByRotation(m, d, w, x);
  addForceDerivative(m, d, w, spare, 1);
}

/** The same except for (dM) (a - b), times a sign. */
export function addForceDerivative(m: Model, d: Data, w: Float64Array, spare: Float64Array, sign: number): void {
  if (isImplicit(m)) addSmoothVelDerivative(m, d, w, spare, sign);
  else addDamperDerivative(m, d, w, sign);
}

/** STEP = the matrix of an implicit integrator */
export function stepMatrix(m: Model, d: Data, w: Float64Array): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const STEP = matOffset(m, Mat.STEP);
  clearMatrix(m, w, STEP);
  for (let i = 0; i < nv; i++) {
    for (let k = M_rowadr[i]; k < M_rowadr[i] + M_rownnz[i]; k++) {
      w[STEP + i * nv + M_colind[k]] = d.M[k];
      w[STEP + M_colind[k] * nv + i] = d.M[k];
    }
  }
  subtractSmoothVel(m, d, w);
}

/** STEP -= h D as the implicit integrators use it: implicitfast excludes the bias, except for isolated free bodies */
function subtractSmoothVel(m: Model, d: Data, w: Float64Array): void {
  const { nv, njnt, jnt_dofadr, D_rownnz, D_rowadr, D_colind } = m;
  const { qDeriv } = d;
  const h = m.opt.timestep;
  const STEP = matOffset(m, Mat.STEP);
  const full = m.opt.integrator === Integrator.IMPLICIT;
  smoothVel(m, d, full);
  for (let i = 0; i < nv; i++) {
    for (let k = D_rowadr[i]; k < D_rowadr[i] + D_rownnz[i]; k++) w[STEP + i * nv + D_colind[k]] -= h * qDeriv[k];
  }
  if (full) return;
  for (let j = 0; j < njnt; j++) {
    if (!freeMatrix(m, d, j, h, block)) continue;
    const dof = jnt_dofadr[j];
    for (let r = 0; r < 6; r++) copy(w, STEP + (dof + r) * nv + dof, block, 6 * r, 6);
  }
}

/** X = M X, X a part of the right-hand sides; the rows of a tree share one span */
function mulMass(m: Model, d: Data, w: Float64Array, part: int): void {
  const { nv, ntree, tree_dofadr, tree_dofnum } = m;
  const x = partOffset(m, part);
  const stride = partStride(m, part);
  const kind = partSpan(part);
  for (let t = 0; t < ntree; t++) {
    const first = tree_dofadr[t];
    const end = spanEnd(w, first, kind);
    // products with more columns than the scratch holds are computed in parts
    for (let c = spanFrom(w, first, kind); c < end; c += nv) {
      mulTree(m, d, w, x, stride, first, first + tree_dofnum[t], c, Math.min(nv, end - c));
    }
  }
}

/** The same for the rows [first, end) of a tree and for the columns that start at c; X has rows of length n. */
function mulTree(m: Model, d: Data, w: Float64Array, x: int, n: int, first: int, end: int, c: int, width: int): void {
  const { nv, M_rownnz, M_rowadr, M_colind } = m;
  const { M } = d;
  const PRODUCT = matOffset(m, Mat.PRODUCT);
  for (let i = first; i < end; i++) zero(w, PRODUCT + i * nv, width);
  for (let i = first; i < end; i++) {
    for (let k = M_rowadr[i]; k < M_rowadr[i] + M_rownnz[i]; k++) {
      const j = M_colind[k];
      addToScl(w, PRODUCT + i * nv, w, x + j * n + c, M[k], width);
      if (i !== j) addToScl(w, PRODUCT + j * nv, w, x + i * n + c, M[k], width);
    }
  }
  for (let i = first; i < end; i++) copy(w, x + i * n + c, w, PRODUCT + i * nv, width);
}

/** Dampers whose coefficient B depends on speed, and springs of the right-hand side: RV += sign times these, on the
 *  diagonal */
function addDamperDerivative(m: Model, d: Data, w: Float64Array, sign: number): void {
  const { nv } = m;
  const nx = stateSize(m);
  const RV = drDvOffset(m);
  for (let i = 0; i < nv; i++) w[RV + i * (nx + 1)] += sign * damperDerivative(m, d, i);
}

/** Derivative of the right-hand side of dof i with respect to its velocity at constant b: -h B'(v) b; with springs, c = -h K v, also -h K */
export function damperDerivative(m: Model, d: Data, i: int): number {
  const { qvel, work_qacc } = d;
  const h = m.opt.timestep;
  let sum: number = 0;
  if ((m.opt.disableflags & Disable.DAMPER) === 0) {
    dofDamping(coef, 0, m, i);
    // B = c + 2 p0 |v| + 3 p1 v^2
    let curve: number = 0;
    const v = Math.abs(qvel[i]);
    let power: number = 1;
    for (let k = 0; k < NPOLY; k++) {
      curve += (k + 1) * (k + 2) * coef[1 + k] * power;
      power *= v;
    }
    if (qvel[i] < 0) curve = -curve;
    sum = -h * curve * work_qacc[i];
  }
  if (m.opt.integrator === Integrator.IMPLICITSPRINGDAMPER) sum -= h * springStiffness(m, d, i);
  return sum;
}
