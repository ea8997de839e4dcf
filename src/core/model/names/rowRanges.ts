/** Which rows of the arrays of a size belong to an element, where they are not the one of its id. */

import type { Data } from '../data.ts';
import type { Model } from '../model.ts';
import type { kinds } from './kinds.ts';

/** First row and number of rows. `d` is missing in views of a Model. */
export type RowRange = (m: Model, id: number, d: Data | undefined) => readonly [first: number, count: number];

type Kinds = typeof kinds;
type Sizes<K> =
  | (K extends { numbers: readonly (infer S)[] } ? S : never)
  | (K extends { arrays: readonly (infer S)[] } ? S : never);

/** Numbers of position and velocity coordinates of each joint type. */
const positions = [7, 4, 1, 1];
const velocities = [6, 3, 1, 1];

/** Rows of a block whose first row is -1 if there are none. */
const rows = (first: number, count: number) => [Math.max(first, 0), first < 0 ? 0 : count] as const;

/** Rows that belong to consecutive polygons or vertices of a mesh, each with an address and a count. */
function nested(outer: readonly [number, number], adr: Int32Array, num: Int32Array): readonly [number, number] {
  const [first, count] = outer;
  if (count === 0) return [0, 0];
  const last = first + count - 1;
  return [adr[first], adr[last] + num[last] - adr[first]];
}

/** Edges of an element of a flex, by the dimension of the flex. */
const elementEdges = [0, 1, 3, 6];

const controls: RowRange = (m, id) => [m.actuator_ctrladr[id], m.actuator_ctrlnum[id]];
const outputs: RowRange = (m, id) => [m.actuator_outadr[id], m.actuator_outnum[id]];
const activations: RowRange = (m, id) => rows(m.actuator_actadr[id], m.actuator_actnum[id]);

/** The moments of the first output, as a sparse row. */
const moments: RowRange = (m, id, d) => {
  const out = m.actuator_outadr[id];
  return d ? [d.moment_rowadr[out], d.moment_rownnz[out]] : [0, 0];
};

const vertices: RowRange = (m, id) => rows(m.mesh_vertadr[id], m.mesh_vertnum[id]);
const polygons: RowRange = (m, id) => rows(m.mesh_polyadr[id], m.mesh_polynum[id]);

/** Counts of vertices and faces, one address for each vertex, lists of neighbors, and faces: as MuJoCo stores convex hulls. */
const hull: RowRange = (m, id) => {
  const at = m.mesh_graphadr[id];
  return at < 0 ? [0, 0] : [at, 2 + 3 * m.mesh_graph[at] + 6 * m.mesh_graph[at + 1]];
};

const ranges: {
  readonly [K in keyof Kinds as [Sizes<Kinds[K]>] extends [never] ? never : K]: {
    readonly [S in Sizes<Kinds[K]> & string]: RowRange;
  };
} = {
  body: {
    nmocap: (m, id) => rows(m.body_mocapid[id], 1),
  },
  joint: {
    nq: (m, id) => [m.jnt_qposadr[id], positions[m.jnt_type[id]]],
    nv: (m, id) => [m.jnt_dofadr[id], velocities[m.jnt_type[id]]],
  },
  flex: {
    nflexvert: (m, id) => [m.flex_vertadr[id], m.flex_vertnum[id]],
    nflexedge: (m, id) => [m.flex_edgeadr[id], m.flex_edgenum[id]],
    nflexelem: (m, id) => [m.flex_elemadr[id], m.flex_elemnum[id]],
    nflexnode: (m, id) => rows(m.flex_nodeadr[id], m.flex_nodenum[id]),
    nflexelemdata: (m, id) => [m.flex_elemdataadr[id], m.flex_elemnum[id] * (m.flex_dim[id] + 1)],
    nflexelemedge: (m, id) => [m.flex_elemedgeadr[id], m.flex_elemnum[id] * elementEdges[m.flex_dim[id]]],
    nflexshelldata: (m, id) => [m.flex_shelldataadr[id], m.flex_shellnum[id] * m.flex_dim[id]],
    nflexevpair: (m, id) => [m.flex_evpairadr[id], m.flex_evpairnum[id]],
  },
  mesh: {
    nmeshvert: vertices,
    nmeshnormal: (m, id) => rows(m.mesh_normaladr[id], m.mesh_normalnum[id]),
    nmeshtexcoord: (m, id) => rows(m.mesh_texcoordadr[id], m.mesh_texcoordnum[id]),
    nmeshface: (m, id) => rows(m.mesh_faceadr[id], m.mesh_facenum[id]),
    nmeshgraph: hull,
    nmeshpoly: polygons,
    nmeshpolyvert: (m, id, d) => nested(polygons(m, id, d), m.mesh_polyvertadr, m.mesh_polyvertnum),
    nmeshpolymap: (m, id, d) => nested(vertices(m, id, d), m.mesh_polymapadr, m.mesh_polymapnum),
  },
  skin: {
    nskinvert: (m, id) => [m.skin_vertadr[id], m.skin_vertnum[id]],
    nskintexvert: (m, id) => rows(m.skin_texcoordadr[id], m.skin_vertnum[id]),
    nskinface: (m, id) => [m.skin_faceadr[id], m.skin_facenum[id]],
    nskinbone: (m, id) => [m.skin_boneadr[id], m.skin_bonenum[id]],
    nskinbonevert: (m, id) => nested([m.skin_boneadr[id], m.skin_bonenum[id]], m.skin_bonevertadr, m.skin_bonevertnum),
  },
  hfield: {
    nhfielddata: (m, id) => [m.hfield_adr[id], m.hfield_nrow[id] * m.hfield_ncol[id]],
  },
  texture: {
    ntexdata: (m, id) => [m.tex_adr[id], m.tex_height[id] * m.tex_width[id] * m.tex_nchannel[id]],
  },
  tendon: {
    nJten: (m, id) => [m.ten_J_rowadr[id], m.ten_J_rownnz[id]],
    // a row of a Data has two points, and addresses count points
    nwrap: (m, id, d) => (d ? [d.ten_wrapadr[id] / 2, d.ten_wrapnum[id] / 2] : [m.tendon_adr[id], m.tendon_num[id]]),
  },
  actuator: {
    nu: controls,
    nout: outputs,
    na: activations,
    nJmom: moments,
  },
  sensor: {
    nsensordata: (m, id) => [m.sensor_adr[id], m.sensor_dim[id]],
  },
  numeric: {
    nnumericdata: (m, id) => [m.numeric_adr[id], m.numeric_size[id]],
  },
  text: {
    ntextdata: (m, id) => [m.text_adr[id], m.text_size[id]],
  },
  tuple: {
    ntupledata: (m, id) => [m.tuple_adr[id], m.tuple_size[id]],
  },
};

/** The rows of an element in the arrays of a size. */
export function rowRange(method: string, size: string): RowRange {
  return (ranges as Readonly<Record<string, Readonly<Record<string, RowRange>>>>)[method][size];
}
