import { addToScl, copy, zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { integratePos } from './integratePos.ts';

/*  Classic fourth-order Runge-Kutta. The pipeline calls forward between the stages:
 *    save(0), then for i = 1, 2, 3: stage(i), forward, save(i); then finish, and advance with its result. */

/** Saves velocity, acceleration and activation rate of stage i; at stage 0 also position and activation.
 *  reads  d: qpos qvel act qacc act_dot   writes d: work_rk_* */
export function rungeKuttaSave(m: Model, d: Data, i: int): void {
  const { nq, nv, na } = m;
  const { qpos, qvel, act, qacc, act_dot, work_rk_qpos, work_rk_qvel, work_rk_qacc, work_rk_act, work_rk_actdot } = d;
  if (i === 0) {
    copy(work_rk_qpos, 0, qpos, 0, nq);
    copy(work_rk_act, 0, act, 0, na);
  }
  copy(work_rk_qvel, i * nv, qvel, 0, nv);
  copy(work_rk_qacc, i * nv, qacc, 0, nv);
  copy(work_rk_actdot, i * na, act_dot, 0, na);
}

/** Sets the state of stage i: the start state advanced by half a step (1, 2) or a whole step (3) at the rates of the
 *  previous stage. `time` is that of the start.
 *  writes d: qpos qvel act time */
export function rungeKuttaStage(m: Model, d: Data, i: int, time: number): void {
  const { nq, nv, na } = m;
  const { qpos, qvel, act, work_rk_qpos, work_rk_qvel, work_rk_qacc, work_rk_act, work_rk_actdot } = d;
  const h = m.opt.timestep;
  const part = i === 3 ? h : 0.5 * h;
  const before = i - 1;
  copy(qpos, 0, work_rk_qpos, 0, nq);
  integratePos(m, qpos, 0, work_rk_qvel, before * nv, part);
  copy(qvel, 0, work_rk_qvel, 0, nv);
  addToScl(qvel, 0, work_rk_qacc, before * nv, part, nv);
  copy(act, 0, work_rk_act, 0, na);
  addToScl(act, 0, work_rk_actdot, before * na, part, na);
  d.time = time + part;
}

/** Restores the start state, and sets the rates of the whole step: (1, 2, 2, 1) / 6 of those of the stages.
 *  writes d: qpos qvel act time work_qvel work_qacc work_actdot */
export function rungeKuttaFinish(m: Model, d: Data, time: number): void {
  const { nq, nv, na } = m;
  const { qpos, qvel, act, work_rk_qpos, work_rk_qvel, work_rk_qacc, work_rk_act, work_rk_actdot } = d;
  const { work_qvel, work_qacc, work_actdot } = d;
  zero(work_qvel, 0, nv);
  zero(work_qacc, 0, nv);
  zero(work_actdot, 0, na);
  for (let i = 0; i < 4; i++) {
    const weight = i === 0 || i === 3 ? 1 / 6 : 1 / 3;
    addToScl(work_qvel, 0, work_rk_qvel, i * nv, weight, nv);
    addToScl(work_qacc, 0, work_rk_qacc, i * nv, weight, nv);
    addToScl(work_actdot, 0, work_rk_actdot, i * na, weight, na);
  }
  copy(qpos, 0, work_rk_qpos, 0, nq);
  copy(qvel, 0, work_rk_qvel, 0, nv);
  copy(act, 0, work_rk_act, 0, na);
  d.time = time;
}
