import { scl, zero } from '../../math/array.ts';
import type { int } from '../../math/int.ts';
import type { Data } from '../../model/data.ts';
import type { Model } from '../../model/model.ts';
import { lastDof } from './chain.ts';

/*  Dense Jacobians, 3 x nv, row major: velocity = J qvel. A column is zero for dofs that do not move the body.
 *  reads  m: body_* dof_parentid   d: cdof subtree_com */

/** Linear velocity (jacp) and angular velocity (jacr) of a body at a world point. */
export function jac(
  m: Model,
  d: Data,
  jacp: Float64Array,
  p: int,
  jacr: Float64Array,
  r: int,
  point: Float64Array,
  i: int,
  body: int,
): void {
  jacPos(m, d, jacp, p, point, i, body);
  jacRot(m, d, jacr, r, body);
}

/** Linear velocity of a body at a world point. */
export function jacPos(m: Model, d: Data, jacp: Float64Array, p: int, point: Float64Array, i: int, body: int): void {
  zero(jacp, p, 3 * m.nv);
  addJacPos(m, d, jacp, p, point, i, body, 1);
}

/** jacp += s times the Jacobian of a world point of a body */
function addJacPos(
  m: Model,
  d: Data,
  jacp: Float64Array,
  p: int,
  point: Float64Array,
  i: int,
  body: int,
  s: number,
): void {
  const { nv, body_rootid, dof_parentid } = m;
  const { subtree_com, cdof } = d;
  // a dof (w, v) about the center of mass moves the point at v + w x offset
  const root = 3 * body_rootid[body];
  const x = point[i] - subtree_com[root];
  const y = point[i + 1] - subtree_com[root + 1];
  const z = point[i + 2] - subtree_com[root + 2];
  for (let k = lastDof(m, body); k >= 0; k = dof_parentid[k]) {
    const c = 6 * k;
    jacp[p + k] += s * (cdof[c + 3] + (cdof[c + 1] * z - cdof[c + 2] * y));
    jacp[p + k + nv] += s * (cdof[c + 4] + (cdof[c + 2] * x - cdof[c] * z));
    jacp[p + k + 2 * nv] += s * (cdof[c + 5] + (cdof[c] * y - cdof[c + 1] * x));
  }
}

/** Angular velocity of a body. */
export function jacRot(m: Model, d: Data, jacr: Float64Array, r: int, body: int): void {
  const { nv, dof_parentid } = m;
  const { cdof } = d;
  zero(jacr, r, 3 * nv);
  for (let k = lastDof(m, body); k >= 0; k = dof_parentid[k]) {
    for (let c = 0; c < 3; c++) jacr[r + k + c * nv] = cdof[6 * k + c];
  }
}

/** Velocity of the origin of a body's frame. */
export function jacBody(m: Model, d: Data, jacp: Float64Array, p: int, jacr: Float64Array, r: int, body: int): void {
  jac(m, d, jacp, p, jacr, r, d.xpos, 3 * body, body);
}

/** Velocity of a body's center of mass. */
export function jacBodyCom(m: Model, d: Data, jacp: Float64Array, p: int, jacr: Float64Array, r: int, body: int): void {
  jac(m, d, jacp, p, jacr, r, d.xipos, 3 * body, body);
}

/** Velocity of a geom's center. */
export function jacGeom(m: Model, d: Data, jacp: Float64Array, p: int, jacr: Float64Array, r: int, geom: int): void {
  jac(m, d, jacp, p, jacr, r, d.geom_xpos, 3 * geom, m.geom_bodyid[geom]);
}

/** Velocity of a site. */
export function jacSite(m: Model, d: Data, jacp: Float64Array, p: int, jacr: Float64Array, r: int, site: int): void {
  jac(m, d, jacp, p, jacr, r, d.site_xpos, 3 * site, m.site_bodyid[site]);
}

/** Linear velocity of the center of mass of the subtree of a body: the mass-weighted mean over its bodies. */
export function jacSubtreeCom(m: Model, d: Data, jacp: Float64Array, p: int, body: int): void {
  const { nv, nbody, body_parentid, body_mass, body_subtreemass } = m;
  const { xipos } = d;
  zero(jacp, p, 3 * nv);
  for (let b = body; b < nbody; b++) {
    // bodies of a subtree are consecutive
    if (b > body && body_parentid[b] < body) break;
    addJacPos(m, d, jacp, p, xipos, 3 * b, b, body_mass[b]);
  }
  scl(jacp, p, jacp, p, 1 / body_subtreemass[body], 3 * nv);
}

/** Linear velocity of a world point of a body (jacPoint), and of the tip of an axis fixed to it (jacAxis): w x axis. */
export function jacPointAxis(
  m: Model,
  d: Data,
  jacPoint: Float64Array,
  jacAxis: Float64Array,
  point: Float64Array,
  axis: Float64Array,
  body: int,
): void {
  const { nv, dof_parentid } = m;
  const { cdof } = d;
  jacPos(m, d, jacPoint, 0, point, 0, body);
  zero(jacAxis, 0, 3 * nv);
  for (let k = lastDof(m, body); k >= 0; k = dof_parentid[k]) {
    const c = 6 * k;
    jacAxis[k] = cdof[c + 1] * axis[2] - cdof[c + 2] * axis[1];
    jacAxis[k + nv] = cdof[c + 2] * axis[0] - cdof[c] * axis[2];
    jacAxis[k + 2 * nv] = cdof[c] * axis[1] - cdof[c + 1] * axis[0];
  }
}
