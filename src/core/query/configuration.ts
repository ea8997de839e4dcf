/** Positions as points of a manifold: integration, differences, normalization. */
import { differentiatePos as differentiate, integratePos as integrate } from '../engine/integrate/integratePos.ts';
import { expectNumber } from '../expect.ts';
import { normalize4 } from '../math/quat.ts';
import { JointType } from '../model/enums.ts';
import { expectModel } from '../model/fit.ts';
import type { Model } from '../model/model.ts';
import { expectLength, expectOutput } from './expect.ts';

/** Advance `qpos` by velocity `qvel` for time `dt`, on the manifold.
 *
 *  @example
 *  const qpos = m.qpos0.slice();
 *  integratePos(m, qpos, Float64Array.of(2), 0.5);
 *  console.log(qpos[0]); // -> 1 */
export function integratePos(m: Model, qpos: Float64Array, qvel: Float64Array, dt: number): void {
  expectModel('integratePos', m);
  expectLength('qvel', qvel, m.nv);
  expectNumber('dt', dt);
  expectLength('qpos', qpos, m.nq);
  integrate(m, expectOutput('qpos', qpos, m.nq), 0, qvel, 0, dt);
}

/** qvel = the velocity that takes `qpos1` to `qpos2` in time `dt`
 *
 *  @example
 *  const qvel = new Float64Array(m.nv);
 *  differentiatePos(m, qvel, 0.5, Float64Array.of(0), Float64Array.of(1));
 *  console.log(qvel[0]); // -> 2 */
export function differentiatePos(
  m: Model,
  qvel: Float64Array,
  dt: number,
  qpos1: Float64Array,
  qpos2: Float64Array,
): void {
  expectModel('differentiatePos', m);
  expectNumber('dt', dt);
  expectLength('qpos1', qpos1, m.nq);
  expectLength('qpos2', qpos2, m.nq);
  differentiate(m, expectOutput('qvel', qvel, m.nv), 0, dt, qpos1, 0, qpos2, 0);
}

/** Scale every quaternion in `qpos` to length 1.
 *
 *  @example
 *  normalizeQuat(m, d.qpos); */
export function normalizeQuat(m: Model, qpos: Float64Array): void {
  expectModel('normalizeQuat', m);
  expectOutput('qpos', expectLength('qpos', qpos, m.nq), m.nq);
  for (let j = 0; j < m.njnt; j++) {
    if (m.jnt_type[j] === JointType.BALL) normalize4(qpos, m.jnt_qposadr[j]);
    if (m.jnt_type[j] === JointType.FREE) normalize4(qpos, m.jnt_qposadr[j] + 3);
  }
}
