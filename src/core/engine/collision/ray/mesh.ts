import type { int } from '../../../math/int.ts';
import { mulMatVec3 } from '../../../math/mat3.ts';
import { copy3, zero3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { GeomType } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { rayTriangle, setAcross, toLocal } from './local.ts';
import { rayPrimitive } from './primitive.ts';
import { rayCorner, rayDir, rayPoint } from './workspace.ts';

/** Capacity of the stack. Trees from the compiler need at most 33 entries because they halve their faces. Deeper
 *  user-made trees are not descended: all faces are tested (test/repro/deepTrees.test.ts). */
const STACK = 128;
const stack = new Int32Array(STACK);
const inverse = new Float64Array(3);
const triangleNormal = new Float64Array(3);

/** Distance of a ray to a mesh geom, by its bounding volume tree; normal at n = the normal of the triangle of a hit. */
export function rayMesh(m: Model, d: Data, g: int, ray: Float64Array, normal: Float64Array, n: int): number {
  const { geom_size, geom_dataid, mesh_bvhadr, mesh_faceadr, mesh_facenum, bvh_aabb, bvh_child, bvh_nodeid } = m;
  const { geom_xpos, geom_xmat } = d;
  if (rayPrimitive(GeomType.BOX, geom_xpos, geom_xmat, geom_size, g, ray, normal, n) < 0) return -1;
  zero3(normal, n);
  const mesh = geom_dataid[g];
  const first = mesh_bvhadr[mesh];
  toLocal(geom_xpos, geom_xmat, g, ray);
  setAcross();
  for (let k = 0; k < 3; k++) inverse[k] = 1 / rayDir[k];
  let x: number = -1;
  let top = 1;
  stack[0] = 0;
  while (top > 0) {
    top--;
    const node = first + stack[top];
    if (!hitsBox(bvh_aabb, 6 * node, x)) continue;
    if (bvh_nodeid[node] !== -1) {
      x = nearerFace(m, mesh, mesh_faceadr[mesh] + bvh_nodeid[node], x, normal, n);
      continue;
    }
    if (top + 2 > STACK) {
      const end = mesh_faceadr[mesh] + mesh_facenum[mesh];
      for (let face = mesh_faceadr[mesh]; face < end; face++) x = nearerFace(m, mesh, face, x, normal, n);
      break;
    }
    for (let k = 0; k < 2; k++) if (bvh_child[2 * node + k] !== -1) stack[top++] = bvh_child[2 * node + k];
  }
  if (x >= 0) mulMatVec3(normal, n, geom_xmat, 9 * g, normal, n);
  return x;
}

/** Distance of the local ray to a face if it is below x, or if x is negative, and its normal; else x.
 *  @inline */
function nearerFace(m: Model, mesh: int, face: int, x: number, normal: Float64Array, n: int): number {
  setCorners(m, mesh, face);
  const t = rayTriangle(triangleNormal, 0);
  if (!(t >= 0 && (x < 0 || t < x))) return x;
  copy3(normal, n, triangleNormal, 0);
  return t;
}

/** True if the local ray enters a box (center, half size) at a distance of at most `best`, if that is not negative. The box is
 *  the intersection of three slabs (Ericson, Real-Time Collision Detection, 5.3.3). A ray along the common face of two
 *  boxes hits both; in MuJoCo it may miss both. */
function hitsBox(box: Float64Array, i: int, best: number): boolean {
  let enter: number = 0;
  let leave: number = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 3; k++) {
    const low = box[i + k] - box[i + 3 + k] - rayPoint[k];
    const high = box[i + k] + box[i + 3 + k] - rayPoint[k];
    if (rayDir[k] === 0) {
      if (low > 0 || high < 0) return false;
      continue;
    }
    // the side of the slab where the ray enters, and the other
    const forward = inverse[k] > 0;
    const near = (forward ? low : high) * inverse[k];
    const far = (forward ? high : low) * inverse[k];
    if (near > enter) enter = near;
    if (far < leave) leave = far;
  }
  return enter < leave && !(best >= 0 && enter > best);
}

/** rayCorner = the vertices of a face */
function setCorners(m: Model, mesh: int, face: int): void {
  const { mesh_face, mesh_vert, mesh_vertadr } = m;
  for (let k = 0; k < 3; k++) {
    const v = 3 * (mesh_vertadr[mesh] + mesh_face[3 * face + k]);
    rayCorner[3 * k] = mesh_vert[v];
    rayCorner[3 * k + 1] = mesh_vert[v + 1];
    rayCorner[3 * k + 2] = mesh_vert[v + 2];
  }
}
