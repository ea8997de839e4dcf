/** Statistics of the model at qpos0: extent and center, mean size, mass and inertia, and a length for each dof. */
import type { Data } from '../../core/model/data.ts';
import { GeomType, JointType } from '../../core/model/enums.ts';
import type { Model } from '../../core/model/model.ts';

export function setStat(m: Model, d: Data): void {
  const { stat } = m;
  // defaults if there is nothing to average
  stat.extent = 2;
  stat.meaninertia = 1;
  stat.meanmass = 1;
  stat.meansize = 0.2;
  setExtent(m, d);
  const size = bodySizes(m, d);
  if (m.nbody > 1) {
    stat.meansize = 0;
    for (let i = 1; i < m.nbody; i++) {
      size[i] = larger(size[i], 1e-5);
      stat.meansize += size[i] / (m.nbody - 1);
    }
  }
  setDofLength(m, size);
  stat.extent = larger(stat.extent, 2 * stat.meansize);
  if (m.nbody > 1) {
    let mass = 0;
    for (let i = 1; i < m.nbody; i++) mass += m.body_mass[i];
    stat.meanmass = mass / (m.nbody - 1);
  }
  if (m.nv > 0) {
    let inertia = 0;
    for (let i = 0; i < m.nv; i++) inertia += d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1];
    stat.meaninertia = inertia / m.nv;
  }
}

/** Box around bodies, joints, sites and geoms. */
function setExtent(m: Model, d: Data): void {
  const min = [1e10, 1e10, 1e10];
  const max = [-1e10, -1e10, -1e10];
  const include = (pos: Float64Array, i: number, radius: number): void => {
    for (let k = 0; k < 3; k++) {
      min[k] = smaller(min[k], pos[3 * i + k] - radius);
      max[k] = larger(max[k], pos[3 * i + k] + radius);
    }
  };
  for (let i = 1; i < m.nbody; i++) {
    include(d.xpos, i, 0);
    include(d.xipos, i, 0);
  }
  for (let i = 0; i < m.njnt; i++) include(d.xanchor, i, 0);
  for (let i = 0; i < m.nsite; i++) include(d.site_xpos, i, 0);
  for (let i = 0; i < m.ngeom; i++) include(d.geom_xpos, i, geomRadius(m, i));
  for (let k = 0; k < 3; k++) m.stat.center[k] = (min[k] + max[k]) * 0.5;
  if (max[0] > min[0]) m.stat.extent = larger(1e-5, larger(max[0] - min[0], larger(max[1] - min[1], max[2] - min[2])));
}

/** Bounding radius; a tenth of the size for planes and height fields without one. */
function geomRadius(m: Model, i: number): number {
  if (m.geom_rbound[i] > 0) return m.geom_rbound[i];
  if (m.geom_type[i] === GeomType.PLANE) {
    const size = larger(m.geom_size[3 * i], m.geom_size[3 * i + 1]);
    return m.geom_size[3 * i] !== 0 || m.geom_size[3 * i + 1] !== 0 ? size * 0.1 : 0.01;
  }
  if (m.geom_type[i] === GeomType.HFIELD) {
    const j = 4 * m.geom_dataid[i];
    return m.hfield_size.subarray(j, j + 4).reduce(larger) * 0.1;
  }
  return 0;
}

/** Largest distance from the center of mass of each body to a joint (its own or a child's) or to the end of a geom. */
function bodySizes(m: Model, d: Data): Float64Array {
  const size = new Float64Array(m.nbody);
  for (let j = 0; j < m.njnt; j++) {
    const body = m.jnt_bodyid[j];
    for (const id of [body, m.body_parentid[body]]) {
      size[id] = larger(size[id], distance(d.xipos, id, d.xanchor, j));
    }
  }
  size[0] = 0;
  for (let i = 1; i < m.nbody; i++) {
    for (let g = m.body_geomadr[i]; g < m.body_geomadr[i] + m.body_geomnum[i]; g++) {
      if (m.geom_rbound[g] > 0) size[i] = larger(size[i], m.geom_rbound[g] + distance(d.xipos, i, d.geom_xpos, g));
    }
  }
  growByFlexes(m, d, size);
  return size;
}

/** Bodies of a flex have the size of its edges, or the distance to the farthest of its nodes. */
function growByFlexes(m: Model, d: Data, size: Float64Array): void {
  for (let f = 0; f < m.nflex; f++) {
    if (m.flex_interp[f] !== 0) {
      const nodes = m.flex_nodebodyid.subarray(m.flex_nodeadr[f], m.flex_nodeadr[f] + m.flex_nodenum[f]);
      for (const a of nodes) for (const b of nodes) size[a] = larger(size[a], distance(d.xpos, a, d.xpos, b));
      continue;
    }
    for (let e = m.flex_edgeadr[f]; e < m.flex_edgeadr[f] + m.flex_edgenum[f]; e++) {
      for (let k = 0; k < 2; k++) {
        const body = m.flex_vertbodyid[m.flex_vertadr[f] + m.flex_edge[2 * e + k]];
        size[body] = larger(size[body], m.flexedge_length0[e]);
      }
    }
  }
}

function distance(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const x = a[3 * i] - b[3 * j];
  const y = a[3 * i + 1] - b[3 * j + 1];
  const z = a[3 * i + 2] - b[3 * j + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Rotations use the size of the body; translations are lengths already. */
function setDofLength(m: Model, size: Float64Array): void {
  for (let i = 0; i < m.nv; i++) {
    const joint = m.dof_jntid[i];
    const type = m.jnt_type[joint];
    const linear = type === JointType.SLIDE || (type === JointType.FREE && i - m.jnt_dofadr[joint] < 3);
    m.dof_length[i] = linear ? 1 : size[m.dof_bodyid[i]];
  }
}

// unlike Math.max and Math.min these ignore a NaN in the first argument: one bad value does not spoil the statistics
function larger(a: number, b: number): number {
  // biome-ignore lint/complexity/useMathMinMax: see above
  return a > b ? a : b;
}

function smaller(a: number, b: number): number {
  // biome-ignore lint/complexity/useMathMinMax: see above
  return a < b ? a : b;
}
