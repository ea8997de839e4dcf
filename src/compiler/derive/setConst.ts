/** All constants of a Model that the engine can compute, as in mj_setConst. */
import { stagesOf } from '../../core/engine/runtime/engine.ts';
import type { Data } from '../../core/model/data.ts';
import { SameFrame } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';
import { inertialSameFrame, partSameFrame } from '../sameFrame.ts';
import { ConstantError } from './error.ts';
import { setFixed } from './fixed.ts';
import { factorMetric } from './flex/metric.ts';
import { makeFlexSparsity } from './flex/sparsity.ts';
import { set0 } from './set0.ts';
import { setStat } from './stat.ts';
import { makeTendonSparsity } from './tendonSparsity.ts';

/** Recompute the constants after values of the Model have changed.
 *  @throws ConstantError if the structure no longer matches the values */
export function setConst(m: Model, d: Data): void {
  setSameFrames(m);
  for (let i = 1; i < m.nbody; i++) {
    if (m.body_simple[i] > 0 && m.body_sameframe[i] !== SameFrame.BODY) {
      const message = 'the body was compiled as simple, but its inertial frame has moved. Use simple="false"';
      throw new ConstantError('body', i, message);
    }
  }
  const [conflict] = setFixed(m);
  if (conflict) {
    const why = conflict.treenum > 2 ? 'spans more than two trees' : 'has stiffness, damping or an actuator';
    const message = `the tendon ${why}, so tree ${conflict.tree} cannot sleep`;
    throw new ConstantError('tendon', conflict.tendon, message);
  }
  makeTendonSparsity(m);
  makeFlexSparsity(m);
  set0(m, d);
  setStat(m, d);
  setSpring(m, d);
  factorMetric(m);
}

function setSameFrames(m: Model): void {
  const vec = (array: Float64Array, n: number, i: number) => array.subarray(n * i, n * i + n);
  for (let i = 1; i < m.nbody; i++) {
    m.body_sameframe[i] = inertialSameFrame(vec(m.body_ipos, 3, i), vec(m.body_iquat, 4, i));
  }
  for (let i = 0; i < m.ngeom; i++) {
    const b = m.geom_bodyid[i];
    m.geom_sameframe[i] = partSameFrame(
      vec(m.geom_pos, 3, i),
      vec(m.geom_quat, 4, i),
      vec(m.body_ipos, 3, b),
      vec(m.body_iquat, 4, b),
    );
  }
  for (let i = 0; i < m.nsite; i++) {
    const b = m.site_bodyid[i];
    m.site_sameframe[i] = partSameFrame(
      vec(m.site_pos, 3, i),
      vec(m.site_quat, 4, i),
      vec(m.body_ipos, 3, b),
      vec(m.body_iquat, 4, b),
    );
  }
}

/** Default rest lengths of tendons: their lengths in the configuration where springs are at rest. */
function setSpring(m: Model, d: Data): void {
  if (m.ntendon === 0) return;
  d.qpos.set(m.qpos_spring);
  const stages = stagesOf(m);
  stages.kinematics(m, d);
  stages.comPos(m, d);
  stages.tendon(m, d);
  for (let i = 0; i < m.ntendon; i++) {
    if (m.tendon_lengthspring[2 * i] !== -1 || m.tendon_lengthspring[2 * i + 1] !== -1) continue;
    m.tendon_lengthspring.fill(d.ten_length[i], 2 * i, 2 * i + 2);
  }
}
