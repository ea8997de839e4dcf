import { addToScl, copy, zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { rightJacobian, rotationCarry } from '../../../math/rotationJacobian.ts';
import type { Data } from '../../../model/data.ts';
import { JointType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import {
  activationAt,
  controlAt,
  controlMatrixAt,
  Mat,
  matAt,
  nextActAt,
  Span,
  stateMatrixAt,
  Told,
} from '../layout.ts';
import { spanEnd, spanFrom } from '../tree/spans.ts';

/** A and B from the derivatives of the acceleration that the step advances with: v' = v + h b, q' = q + h v' on the manifold,
 *  and the next activations.
 *  reads  d: qvel work_qacc   writes w: A B */
export function assemble(m: Model, d: Data, w: Float64Array): void {
  const { nv, nu, na } = m;
  const nx = 2 * nv + na;
  const h = m.opt.timestep;
  const A = stateMatrixAt(m);
  const B = controlMatrixAt(m);
  zero(w, A, nx * nx + nx * nu);
  for (let i = 0; i < nv; i++) {
    const row = A + (nv + i) * nx;
    addSpan(w, row, matAt(m, Mat.RQ) + i * nv, i, Span.DOF, h);
    addSpan(w, row + nv, matAt(m, Mat.RV) + i * nv, i, Span.DOF, h);
    if (na > 0) addSpan(w, row + 2 * nv, activationAt(m) + i * na, i, Span.ACTIVATION, h);
    if (nu > 0) addSpan(w, B + (nv + i) * nu, controlAt(m) + i * nu, i, Span.CONTROL, h);
    w[row + nv + i] += 1;
  }
  activations(m, w, A, B);
  positions(m, d, w, A, nx, B);
}

/** The row at `to` += s times that at `from`, over the span of dof i */
function addSpan(w: Float64Array, to: int, from: int, i: int, kind: int, s: number): void {
  const first = spanFrom(w, i, kind);
  addToScl(w, to + first, w, from + first, s, spanEnd(w, i, kind) - first);
}

/** Rows of A and B, that of position i += s times that of the velocity of dof c; both have one span */
function addVelocity(m: Model, w: Float64Array, A: int, B: int, i: int, c: int, s: number): void {
  const { nv, nu, na } = m;
  const nx = 2 * nv + na;
  const to = A + i * nx;
  const from = A + (nv + c) * nx;
  if (w[Told.WHOLE] === 1) {
    addToScl(w, to, w, from, s, nx);
    addToScl(w, B + i * nu, w, B + (nv + c) * nu, s, nu);
    return;
  }
  addSpan(w, to, from, i, Span.DOF, s);
  addSpan(w, to + nv, from + nv, i, Span.DOF, s);
  addSpan(w, to + 2 * nv, from + 2 * nv, i, Span.ACTIVATION, s);
  addSpan(w, B + i * nu, B + (nv + c) * nu, i, Span.CONTROL, s);
}

function activations(m: Model, w: Float64Array, A: int, B: int): void {
  const { nv, nu, na } = m;
  const nx = 2 * nv + na;
  const act = nextActAt(m) + 2 * nv * na;
  for (let a = 0; a < na; a++) {
    copy(w, A + (2 * nv + a) * nx, w, nextActAt(m) + a * 2 * nv, 2 * nv);
    copy(w, A + (2 * nv + a) * nx + 2 * nv, w, act + a * na, na);
    copy(w, B + (2 * nv + a) * nu, w, act + na * na + a * nu, nu);
  }
}

const s = new Float64Array(3);
const carry = new Float64Array(9);
const right = new Float64Array(9);

/** Rows of positions: dq' = dq + h dv', for rotations exp(-[h v']) dq + h J(h v') dv'. */
function positions(m: Model, d: Data, w: Float64Array, A: int, nx: int, B: int): void {
  const { njnt, jnt_type, jnt_dofadr } = m;
  const { qvel, work_qacc } = d;
  const h = m.opt.timestep;
  for (let j = 0; j < njnt; j++) {
    let i = jnt_dofadr[j];
    const type = jnt_type[j];
    const plain = type === JointType.FREE ? 3 : type === JointType.BALL ? 0 : 1;
    for (let k = 0; k < plain; k++) {
      addVelocity(m, w, A, B, i, i, h);
      w[A + i * (nx + 1)] += 1;
      i++;
    }
    if (type !== JointType.FREE && type !== JointType.BALL) continue;
    for (let k = 0; k < 3; k++) s[k] = h * (qvel[i + k] + h * work_qacc[i + k]);
    rotationCarry(carry, 0, s, 0);
    rightJacobian(right, 0, s, 0);
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        addVelocity(m, w, A, B, i + r, i + c, h * right[3 * r + c]);
        w[A + (i + r) * nx + i + c] += carry[3 * r + c];
      }
    }
  }
}
