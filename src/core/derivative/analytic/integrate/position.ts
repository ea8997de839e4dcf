import { addToScl, copy, scl, zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { rightJacobian, rotationCarry } from '../../../math/rotationJacobian.ts';
import type { Data } from '../../../model/data.ts';
import { JointType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import {
  controlMatrixOffset,
  firstPart,
  hasFullRows,
  nextActOffset,
  nextPart,
  Part,
  partOffset,
  partSpan,
  partStride,
  stateMatrixOffset,
  stateSize,
} from '../layout.ts';
import { clearOutside, spanEnd, spanFrom } from '../tree/spans.ts';

/** A and B from the derivatives of the acceleration that advances the step, which are in the velocity rows of A and B:
 *  v' = v + h b, q' = q + h v' on the manifold, and the next activations.
 *  reads  d: qvel work_qacc   writes w: A B */
export function assemble(m: Model, d: Data, w: Float64Array): void {
  const { nv, nu } = m;
  const nx = stateSize(m);
  const h = m.opt.timestep;
  const A = stateMatrixOffset(m);
  const B = controlMatrixOffset(m);
  if (hasFullRows(w)) {
    scl(w, A + nv * nx, w, A + nv * nx, h, nv * nx);
    if (nu > 0) scl(w, B + nv * nu, w, B + nv * nu, h, nv * nu);
  } else {
    scaleSides(m, w, h);
    clearOutside(m, w);
  }
  for (let i = 0; i < nv; i++) w[A + (nv + i) * (nx + 1)] += 1;
  activations(m, w, A, B);
  positions(m, d, w, A, nx, B);
}

/** Scales the right-hand sides by s. */
function scaleSides(m: Model, w: Float64Array, s: number): void {
  for (let p = firstPart(w); p < Part.SIZE; p = nextPart(p)) {
    const kind = partSpan(p);
    for (let i = 0; i < m.nv; i++) {
      const at = partOffset(m, p) + i * partStride(m, p) + spanFrom(w, i, kind);
      scl(w, at, w, at, s, spanEnd(w, i, kind) - spanFrom(w, i, kind));
    }
  }
}

/** Rows of A and B: row of position i = s times the row of the velocity of dof c, or += with `more`; both have the same
 *  span */
function takeVelocity(m: Model, w: Float64Array, A: int, B: int, i: int, c: int, s: number, more: boolean): void {
  const { nv, nu } = m;
  const nx = stateSize(m);
  if (hasFullRows(w) && !more) {
    scl(w, A + i * nx, w, A + (nv + c) * nx, s, nx);
    if (nu > 0) scl(w, B + i * nu, w, B + (nv + c) * nu, s, nu);
    return;
  }
  if (!more) {
    zero(w, A + i * nx, nx);
    zero(w, B + i * nu, nu);
  }
  for (let p = firstPart(w); p < Part.SIZE; p = nextPart(p)) {
    const kind = partSpan(p);
    const stride = partStride(m, p);
    const from = spanFrom(w, i, kind);
    // offset of the position rows from the velocity rows
    const at = partOffset(m, p) + from;
    addToScl(w, at + (i - nv) * stride, w, at + c * stride, s, spanEnd(w, i, kind) - from);
  }
}

function activations(m: Model, w: Float64Array, A: int, B: int): void {
  const { nv, nu, na } = m;
  const nx = 2 * nv + na;
  const act = nextActOffset(m) + 2 * nv * na;
  for (let a = 0; a < na; a++) {
    copy(w, A + (2 * nv + a) * nx, w, nextActOffset(m) + a * 2 * nv, 2 * nv);
    copy(w, A + (2 * nv + a) * nx + 2 * nv, w, act + a * na, na);
    copy(w, B + (2 * nv + a) * nu, w, act + na * na + a * nu, nu);
  }
}

const s = new Float64Array(3);
const carry = new Float64Array(9);
const right = new Float64Array(9);

/** Position rows: dq' = dq + h dv'; for rotations exp(-[h v']) dq + h J(h v') dv'. */
function positions(m: Model, d: Data, w: Float64Array, A: int, nx: int, B: int): void {
  const { njnt, jnt_type, jnt_dofadr } = m;
  const { qvel, work_qacc } = d;
  const h = m.opt.timestep;
  for (let j = 0; j < njnt; j++) {
    let i = jnt_dofadr[j];
    const type = jnt_type[j];
    const plain = type === JointType.FREE ? 3 : type === JointType.BALL ? 0 : 1;
    for (let k = 0; k < plain; k++) {
      takeVelocity(m, w, A, B, i, i, h, false);
      w[A + i * (nx + 1)] += 1;
      i++;
    }
    if (type !== JointType.FREE && type !== JointType.BALL) continue;
    for (let k = 0; k < 3; k++) s[k] = h * (qvel[i + k] + h * work_qacc[i + k]);
    rotationCarry(carry, 0, s, 0);
    rightJacobian(right, 0, s, 0);
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) {
        takeVelocity(m, w, A, B, i + r, i + c, h * right[3 * r + c], c > 0);
        w[A + (i + r) * nx + i + c] += carry[3 * r + c];
      }
    }
  }
}
