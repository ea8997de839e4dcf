import type { int } from '../../../math/int.ts';
import { mulMatVec3 } from '../../../math/mat3.ts';
import { addTo3, set3 } from '../../../math/vec3.ts';
import { MAXCONPAIR } from '../../../model/constants.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { Field, POSE_POS } from './combined.ts';
import { addContact, FIELD, setField } from './contact.ts';
import { geomPose, poseBetween } from './pose.ts';
import { boxTouches, triangleSdf } from './triangleSdf.ts';

/** Capacity of the stack. Trees from the compiler need at most 33 entries because they halve their faces. Deeper
 *  user-made trees are not descended: all faces are tested. */
const STACK = 64;

const worldPose1 = new Float64Array(7);
const worldPose2 = new Float64Array(7);
const pose = new Float64Array(12);
const corners = new Float64Array(9);
const vertex = new Float64Array(3);
const facePoints = new Float64Array(4 * MAXCONPAIR);
const points = new Float64Array(3 * MAXCONPAIR);
const stack = new Int32Array(STACK);
const field = new Int32Array(FIELD);

/** Contacts of a mesh with a signed distance field: points of its faces inside the field. Returns the number of
 *  contacts. */
export function meshSdf(m: Model, d: Data, g1: int, g2: int, con: Float64Array): int {
  geomPose(worldPose1, d, g1);
  geomPose(worldPose2, d, g2);
  poseBetween(pose, worldPose1, worldPose2);
  const candidates = findPoints(m, m.geom_dataid[g1], g2);
  setField(field, Field.SINGLE, g2, g2, -1);
  let n = 0;
  for (let k = 0; k < candidates; k++) {
    n = addContact(m, con, points, n, field, pose, worldPose2, facePoints, 4 * k);
  }
  return n;
}

/** facePoints = points of the faces of a mesh inside the field of geom g; returns their number */
function findPoints(m: Model, mesh: int, g: int): int {
  const { bvh_child, bvh_nodeid, bvh_aabb } = m;
  const adr = m.mesh_bvhadr[mesh];
  let count = 0;
  if (adr < 0) return 0;
  let top = 1;
  stack[0] = 0;
  while (top > 0) {
    top--;
    const node = stack[top];
    if (!boxTouches(m, g, pose, bvh_aabb, 6 * (adr + node))) continue;
    const face = bvh_nodeid[adr + node];
    if (face !== -1) {
      faceCorners(m, mesh, face);
      count = triangleSdf(m, g, corners, facePoints, count);
      continue;
    }
    if (top + 2 > STACK) return allPoints(m, mesh, g);
    for (let k = 0; k < 2; k++) {
      const child = bvh_child[2 * (adr + node) + k];
      if (child === -1) continue;
      stack[top] = child;
      top++;
    }
  }
  return count;
}

/** The same for all faces, without the tree. */
function allPoints(m: Model, mesh: int, g: int): int {
  let count = 0;
  for (let face = 0; face < m.mesh_facenum[mesh]; face++) {
    faceCorners(m, mesh, face);
    count = triangleSdf(m, g, corners, facePoints, count);
  }
  return count;
}

/** corners = vertices of a face, in the frame of the field */
function faceCorners(m: Model, mesh: int, face: int): void {
  const { mesh_vert, mesh_face, mesh_vertadr, mesh_faceadr } = m;
  for (let c = 0; c < 3; c++) {
    const at = 3 * (mesh_vertadr[mesh] + mesh_face[3 * (mesh_faceadr[mesh] + face) + c]);
    set3(vertex, 0, mesh_vert[at], mesh_vert[at + 1], mesh_vert[at + 2]);
    mulMatVec3(corners, 3 * c, pose, 0, vertex, 0);
    addTo3(corners, 3 * c, pose, POSE_POS);
  }
}
