import type { MeshInertia } from '../../../core/model/enums/spec.ts';
import type { Bvh } from '../bvh.ts';
import type { SampledField } from '../octree/samples.ts';

/** Triangles from a file, XML attributes or a builtin shape; missing parts have length 0. */
export interface MeshData {
  vert: Float32Array; // 3 per vertex
  normal: Float32Array; // 3 per normal
  texcoord: Float32Array; // 2 per texture coordinate
  face: Int32Array; // 3 vertex ids per face
  facenormal: Int32Array; // 3 normal ids per face
  facetexcoord: Int32Array; // 3 texcoord ids per face
}

/** Attributes of the MJCF element, and what the model needs from the mesh. */
export interface MeshOptions {
  name: string; // for messages
  scale: ArrayLike<number>; // 3
  refpos: ArrayLike<number>; // 3
  refquat: ArrayLike<number>; // 4
  inertia: MeshInertia;
  smoothnormal: boolean;
  maxhullvert: number; // -1: no limit
  /** a colliding geom uses the mesh, or its inertia is convex; a mesh without faces gets a hull anyway */
  needhull: boolean;
  /** the data came from an OBJ file, whose texcoords need not be one per vertex */
  fromObj: boolean;
  /** a geom uses its signed distance field */
  needsdf: boolean;
  /** levels of the octree of distance samples */
  octreeDepth: number;
  /** the vertices are already in the frame of geoms */
  inPlace: boolean;
}

/** A mesh ready to be copied to the Model. Addresses are local to the mesh (first element: 0). */
export interface CompiledMesh extends MeshData {
  /** hull graph in MuJoCo's layout, length 0 without hull */
  graph: Int32Array;
  /** local hull vertices farthest along the 27 directions {-1,0,1}^3 (mesh_extrema) */
  extrema: Int32Array;
  polynum: number;
  polynormal: Float64Array; // 3 per polygon
  polyvertadr: Int32Array; // per polygon
  polyvertnum: Int32Array; // per polygon
  polyvert: Int32Array;
  polymapadr: Int32Array; // per vertex
  polymapnum: Int32Array; // per vertex
  polymap: Int32Array;
  /** frame removed from the vertices (mesh_pos, mesh_quat) */
  pos: Float64Array;
  quat: Float64Array;
  /** half sizes of the box with the same inertia */
  boxsz: Float64Array;
  /** min and max of the vertices, in the centered and aligned frame */
  aamm: Float64Array;
  /** volume, or area for shell inertia */
  volume: number;
  bvh: Bvh;
  /** its distance field, if a geom needs it */
  field: SampledField | null;
}

export function emptyMeshData(): MeshData {
  return {
    vert: new Float32Array(0),
    normal: new Float32Array(0),
    texcoord: new Float32Array(0),
    face: new Int32Array(0),
    facenormal: new Int32Array(0),
    facetexcoord: new Int32Array(0),
  };
}
