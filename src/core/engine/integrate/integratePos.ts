import type { int } from '../../math/int.ts';
import { quatIntegrate, subQuat } from '../../math/quat.ts';
import { scl3 } from '../../math/vec3.ts';
import { JointType } from '../../model/enums.ts';
import type { Model } from '../../model/model.ts';

/** Advances qpos by velocity qvel over time dt, on the manifold: quaternions are rotated. */
export function integratePos(m: Model, qpos: Float64Array, q: int, qvel: Float64Array, v: int, dt: number): void {
  const { njnt } = m;
  for (let j = 0; j < njnt; j++) integrateJoint(m, j, qpos, q, qvel, v, dt);
}

/** Advances the position of joint j in qpos (at q) by its velocity in qvel (at v). */
export function integrateJoint(
  m: Model,
  j: int,
  qpos: Float64Array,
  q: int,
  qvel: Float64Array,
  v: int,
  dt: number,
): void {
  const { jnt_type, jnt_qposadr, jnt_dofadr } = m;
  const type = jnt_type[j];
  let p = q + jnt_qposadr[j];
  let w = v + jnt_dofadr[j];
  if (type === JointType.SLIDE || type === JointType.HINGE) {
    qpos[p] += dt * qvel[w];
    return;
  }
  if (type === JointType.FREE) {
    for (let k = 0; k < 3; k++) qpos[p + k] += dt * qvel[w + k];
    p += 3;
    w += 3;
  }
  quatIntegrate(qpos, p, qvel, w, dt);
}

/** qvel = the velocity that takes qpos1 to qpos2 in time dt */
export function differentiatePos(
  m: Model,
  qvel: Float64Array,
  v: int,
  dt: number,
  qpos1: Float64Array,
  p1: int,
  qpos2: Float64Array,
  p2: int,
): void {
  const { njnt, jnt_type, jnt_qposadr, jnt_dofadr } = m;
  for (let j = 0; j < njnt; j++) {
    const type = jnt_type[j];
    let q = jnt_qposadr[j];
    let w = v + jnt_dofadr[j];
    if (type === JointType.SLIDE || type === JointType.HINGE) {
      qvel[w] = (qpos2[p2 + q] - qpos1[p1 + q]) / dt;
      continue;
    }
    if (type === JointType.FREE) {
      for (let k = 0; k < 3; k++) qvel[w + k] = (qpos2[p2 + q + k] - qpos1[p1 + q + k]) / dt;
      q += 3;
      w += 3;
    }
    subQuat(qvel, w, qpos2, p2 + q, qpos1, p1 + q);
    scl3(qvel, w, qvel, w, 1 / dt);
  }
}
