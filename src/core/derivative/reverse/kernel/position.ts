import { zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { rightJacobian, rotationCarry } from '../../../math/rotationJacobian.ts';
import type { Data } from '../../../model/data.ts';
import { JointType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { Cotangent, cotangentOffset, NEXT, reverseSize, stateOffset } from './layout.ts';

const s = new Float64Array(3);
const carry = new Float64Array(9);
const right = new Float64Array(9);

/** VJP of dq' = carry dq + h J dv' and v' = v + h b.
 *  reads  d: qvel work_qacc, g: next state   writes g: state and Cotangent.B; controls and activations are zero */
export function vjpPositions(m: Model, d: Data, g: Float64Array): void {
  const { nv, njnt, jnt_type, jnt_dofadr } = m;
  const state = stateOffset(m);
  const h = m.opt.timestep;
  zero(g, state, reverseSize(m) - state);
  for (let j = 0; j < njnt; j++) {
    let i = jnt_dofadr[j];
    const type = jnt_type[j];
    const plain = type === JointType.FREE ? 3 : type === JointType.BALL ? 0 : 1;
    for (let k = 0; k < plain; k++) {
      g[state + i] = g[NEXT + i];
      g[state + nv + i] = g[NEXT + nv + i] + h * g[NEXT + i];
      i++;
    }
    if (type === JointType.FREE || type === JointType.BALL) vjpRotation(m, d, g, i);
  }
  for (let i = 0; i < nv; i++) g[cotangentOffset(m, Cotangent.B) + i] = h * g[state + nv + i];
}

/** True if the three dofs from i on are a rotation. */
function vjpRotation(m: Model, d: Data, g: Float64Array, i: int): void {
  const { nv } = m;
  const { qvel, work_qacc } = d;
  const state = stateOffset(m);
  const h = m.opt.timestep;
  for (let k = 0; k < 3; k++) s[k] = h * (qvel[i + k] + h * work_qacc[i + k]);
  rotationCarry(carry, 0, s, 0);
  rightJacobian(right, 0, s, 0);
  for (let c = 0; c < 3; c++) {
    g[state + nv + i + c] = g[NEXT + nv + i + c];
    for (let r = 0; r < 3; r++) {
      g[state + i + c] += carry[3 * r + c] * g[NEXT + i + r];
      g[state + nv + i + c] += h * right[3 * r + c] * g[NEXT + i + r];
    }
  }
}
