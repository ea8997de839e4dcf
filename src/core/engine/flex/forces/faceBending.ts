import { zero } from '../../../math/array.ts';
import { MINVAL } from '../../../math/constants.ts';
import type { int } from '../../../math/int.ts';
import { copy4, negQuat, normalize4, rotVecQuat } from '../../../math/quat.ts';
import { copy3, cross3, dot3, norm3, scl3, sub3, subFrom3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { Disable } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { addFaceForces, faceTangents } from '../faceTangents.ts';
import { faceRotation } from '../finiteElement.ts';
import { applyNodeForces } from './nodeForces.ts';

/** Reals per edge in flex_bending, after the number of edges. */
const EDGE_SIZE = 10;

// steps between nodes along the axes
const step = new Int32Array(3);
const rotation = new Float64Array(4);
// tangents and normal of both faces at the midpoint of the edge, and their rotations
const tangents = new Float64Array(18);
const quats = new Float64Array(8);
const jump = new Float64Array(3);
const rest = new Float64Array(3);
const springForce = new Float64Array(3);
const tangentForces = new Float64Array(6);

/** Bending forces of the interpolated shell f: where two faces meet, the deviation of the jump of their normals from
 *  the rotated rest jump is a spring: E = k |n1 - n2 - R jump0|^2 / 2. */
export function faceBending(m: Model, d: Data, f: int): void {
  const { flex_bendingadr, flex_bending, flex_nodeadr, flex_nodenum } = m;
  const start = flex_bendingadr[f];
  if (start < 0 || (m.opt.disableflags & Disable.SPRING) !== 0) return;
  zero(d.work_flex_spring, 3 * flex_nodeadr[f], 3 * flex_nodenum[f]);
  zero(d.work_flex_damper, 3 * flex_nodeadr[f], 3 * flex_nodenum[f]);
  computeFaceRotations(m, d, f);
  const count = flex_bending[start] | 0;
  for (let e = 0; e < count; e++) addEdge(m, d, f, start + 1 + EDGE_SIZE * e);
  applyNodeForces(m, d, f);
}

/** Node addresses of each face of flex f, and its rotation, which several edges use. Sides are in the order of
 *  `finiteElement.ts`. */
function computeFaceRotations(m: Model, d: Data, f: int): void {
  const { flex_interp, flex_cellnum, flex_nodeadr } = m;
  const order = -flex_interp[f];
  step[2] = 1;
  step[1] = flex_cellnum[3 * f + 2] * order + 1;
  step[0] = step[1] * (flex_cellnum[3 * f + 1] * order + 1);
  let face = flex_nodeadr[f];
  for (let side = 0; side < 6; side++) {
    const normal = side >> 1;
    const slow = (normal + 1) % 3;
    const fast = (normal + 2) % 3;
    const high = flex_cellnum[3 * f + normal] * order * step[normal];
    const start = flex_nodeadr[f] + (side % 2 === 0 ? 0 : high);
    for (let i = 0; i < flex_cellnum[3 * f + slow]; i++) {
      for (let j = 0; j < flex_cellnum[3 * f + fast]; j++) {
        const first = start + order * (i * step[slow] + j * step[fast]);
        computeFaceRotation(d, face++, normal, first, step[slow], step[fast], order);
      }
    }
  }
}

function computeFaceRotation(d: Data, face: int, normal: int, first: int, slow: int, fast: int, order: int): void {
  const { work_flex_node, work_flex_face, work_flex_turn } = d;
  work_flex_face[3 * face] = first;
  work_flex_face[3 * face + 1] = slow;
  work_flex_face[3 * face + 2] = fast;
  faceRotation(rotation, normal, work_flex_node, first, slow, fast, order);
  copy4(work_flex_turn, 4 * face, rotation, 0);
}

function addEdge(m: Model, d: Data, f: int, b: int): void {
  const { flex_bending } = m;
  if (flex_bending[b + 6] === 0) return;
  const length1 = readFace(m, d, f, b, 0);
  const length2 = readFace(m, d, f, b, 1);
  if (length1 < MINVAL || length2 < MINVAL) return;
  scl3(tangents, 6, tangents, 6, 1 / length1);
  scl3(tangents, 15, tangents, 15, 1 / length2);
  averageRotation();
  copy3(rest, 0, flex_bending, b + 7);
  rotVecQuat(rest, 0, rest, 0, quats, 0);
  sub3(jump, 0, tangents, 6, tangents, 15);
  subFrom3(jump, 0, rest, 0);
  addForces(m, d, f, b, 0, 1 / length1);
  addForces(m, d, f, b, 1, -1 / length2);
}

/** Tangents, normal and rotation of one of the two faces of an edge; returns the length of the normal. */
function readFace(m: Model, d: Data, f: int, b: int, which: int): number {
  const { flex_bending, flex_interp, flex_nodeadr } = m;
  const { work_flex_node, work_flex_face, work_flex_turn } = d;
  const face = flex_nodeadr[f] + (flex_bending[b + which] | 0);
  copy4(quats, 4 * which, work_flex_turn, 4 * face);
  const first = work_flex_face[3 * face];
  const slow = work_flex_face[3 * face + 1];
  const fast = work_flex_face[3 * face + 2];
  const s = flex_bending[b + 2 + 2 * which];
  const t = flex_bending[b + 3 + 2 * which];
  faceTangents(tangents, 9 * which, work_flex_node, first, slow, fast, -flex_interp[f], s, t);
  return norm3(tangents, 9 * which + 6);
}

/** Rotation halfway between those of both faces, from rest to deformed, at index 0. */
function averageRotation(): void {
  let cosine: number = 0;
  for (let k = 0; k < 4; k++) cosine += quats[k] * quats[4 + k];
  const sign = cosine < 0 ? -1 : 1;
  for (let k = 0; k < 4; k++) quats[k] += sign * quats[4 + k];
  normalize4(quats, 0);
  negQuat(quats, 0, quats, 0);
}

/** Forces on the nodes of one face: with w = (r - n (n . r)) / |c|, f = k (dphi/ds (w x t2) - dphi/dt (w x t1)). */
function addForces(m: Model, d: Data, f: int, b: int, which: int, scale: number): void {
  const { flex_bending, flex_interp, flex_nodeadr } = m;
  const { work_flex_spring, work_flex_face } = d;
  const at = 9 * which;
  const along = dot3(tangents, at + 6, jump, 0);
  for (let c = 0; c < 3; c++) springForce[c] = (jump[c] - tangents[at + 6 + c] * along) * scale;
  cross3(tangentForces, 0, springForce, 0, tangents, at + 3);
  cross3(tangentForces, 3, springForce, 0, tangents, at);
  const face = flex_nodeadr[f] + (flex_bending[b + which] | 0);
  const first = work_flex_face[3 * face];
  const slow = work_flex_face[3 * face + 1];
  const fast = work_flex_face[3 * face + 2];
  const s = flex_bending[b + 2 + 2 * which];
  const t = flex_bending[b + 3 + 2 * which];
  addFaceForces(work_flex_spring, first, slow, fast, -flex_interp[f], s, t, flex_bending[b + 6], tangentForces);
}
