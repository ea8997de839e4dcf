import { MAXCONPAIR } from '../../../../model/constants.ts';

/*  Shared scratch of GJK and EPA. A run fills it in this order:
 *
 *    phase              file          writes
 *    start              ../ccd.ts     gjkWitness[0]: a point inside each shape
 *    GJK                gjk.ts        simplexVert simplexVertIndex gjkState gjkSeparation, and gjkWitness gjkWitnessDist at 0
 *      nearest point    simplex.ts    simplexWeight
 *    first polytope     polytope.ts   poly*
 *    EPA                epa.ts        poly*, gjkState, and gjkWitness gjkWitnessDist at 0
 *    clipping           ../faces/     gjkWitness gjkWitnessDist, gjkState[NWITNESS] and [CLIP_KIND]
 *
 *  The caller of ccd() reads witness pairs and state. Derivatives of contacts also read the simplex and the polytope. The
 *  WebGPU kernels (worlds/webgpu/kernel/convex) use polyVert, polyVertIndex, polyFace and polyFaceInt for their own search. */

/** Witness pairs: points of shape 0, points of shape 1, and their distances, negative where the shapes overlap. */
export const gjkWitness1 = new Float64Array(3 * MAXCONPAIR);
export const gjkWitness2 = new Float64Array(3 * MAXCONPAIR);
export const gjkWitnessDist = new Float64Array(MAXCONPAIR);

/** State after a run. */
export const gjkState = new Int32Array(6);
/** Number of witness pairs. */
export const NWITNESS = 0;
/** 1 if a plane separates the shapes. */
export const SEPARATED = 1;
/** Number of vertices of the simplex. */
export const NSIMPLEX = 2;
/** Iterations of GJK. */
export const ITERATION = 3;
/** Face of the polytope that the depth belongs to; -1 if EPA did not run or found none. */
export const EPA_FACE = 4;
/** How the witness pairs were clipped, a ClipKind. */
export const CLIP_KIND = 5;

/** What clipping used: nothing; faces of both shapes; an edge of one shape and a face of the other. */
export const ClipKind = { NONE: 0, FACE: 1, EDGE_OF_1: 2, EDGE_OF_0: 3 } as const;

/** Unit direction, from shape 1 to shape 0, of the last separating plane. Valid if gjkState[SEPARATED] is 1. */
export const gjkSeparation = new Float64Array(3);

/** Reals of a vertex of the Minkowski difference: the difference, the point of shape 0, the point of shape 1. */
export const VERT = 9;

/** Vertices of the simplex, at most four. The fifth slot holds supports that do not join it. */
export const simplexVert = new Float64Array(5 * VERT);
/** For each of these, the vertices of shape 0 and shape 1 that it comes from (`VERTEX` of a shape). */
export const simplexVertIndex = new Int32Array(5 * 2);
/** Barycentric coordinates of the nearest point. */
export const simplexWeight = new Float64Array(4);

/** Capacity of EPA in iterations. A larger `ccd_iterations` has no effect on EPA. */
export const EPA_MAX = 256;
export const FACES_PER_ITERATION = 6;
const MAX_VERTS = EPA_MAX + 6;
const MAX_FACES = FACES_PER_ITERATION * EPA_MAX;

/** Vertices of the polytope, laid out like those of the simplex. */
export const polyVert = new Float64Array(VERT * MAX_VERTS);
export const polyVertIndex = new Int32Array(2 * MAX_VERTS);
/** Reals of a face: the outward projection of the origin on its plane, and its squared length. */
export const FACE = 4;
export const polyFace = new Float64Array(FACE * MAX_FACES);
/** Ints of a face: three vertices, the neighbors across (v1, v2), (v2, v3), (v3, v1), and its index in polyCandidate:
 *  -1 if it is not a candidate, -2 if it is deleted. */
export const FACE_INT = 7;
export const polyFaceInt = new Int32Array(FACE_INT * MAX_FACES);
export const ADJ = 3;
export const CANDIDATE_INDEX = 6;
/** Faces that may be nearest to the origin, and their squared distances. */
export const polyCandidate = new Int32Array(MAX_FACES);
export const polyCandidateDist2 = new Float64Array(MAX_FACES);

/** Numbers of vertices, faces and candidates. */
export const polyCount = new Int32Array(3);
export const NVERT = 0;
export const NFACE = 1;
export const NCANDIDATE = 2;
