import { zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { mulMatTVec3 } from '../../../math/mat3.ts';
import { cross3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { Disable } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';

const vertex = new Int32Array(4);
const edges = new Float64Array(9);
// forces of a curved shape at rest, per vertex; then springs and dampers
const curved = new Float64Array(12);
const spring = new Float64Array(12);
const damper = new Float64Array(12);
const local = new Float64Array(3);

/** Forces against bending of the surface f: at each edge between two triangles, a matrix over their four vertices times
 *  their positions (springs) and velocities (dampers), and what a curved rest shape adds.
 *  adds to d: qfrc_spring qfrc_damper */
export function bendingForces(m: Model, d: Data, f: int): void {
  const { flex_dim, flex_bendingadr, flex_edgeadr, flex_edgenum, flex_edge, flex_edgeflap, flex_vertadr } = m;
  if (flex_dim[f] !== 2 || flex_bendingadr[f] < 0) return;
  const base = flex_vertadr[f];
  const end = flex_edgeadr[f] + flex_edgenum[f];
  for (let e = flex_edgeadr[f]; e < end; e++) {
    // edges of the border do not bend
    if (flex_edgeflap[2 * e + 1] < 0) continue;
    vertex[0] = base + flex_edge[2 * e];
    vertex[1] = base + flex_edge[2 * e + 1];
    vertex[2] = base + flex_edgeflap[2 * e];
    vertex[3] = base + flex_edgeflap[2 * e + 1];
    flapForces(m, d, flex_bendingadr[f] + 17 * (e - flex_edgeadr[f]));
    for (let i = 0; i < 4; i++) applyForce(m, d, f, i);
  }
}

/** Forces on the four vertices, with the matrix that begins at b. */
function flapForces(m: Model, d: Data, b: int): void {
  const { flex_bending, flex_vertbodyid, body_dofnum, body_dofadr } = m;
  const { flexvert_xpos: x, qvel } = d;
  for (let k = 0; k < 3; k++) sub3(edges, 3 * k, x, 3 * vertex[k + 1], x, 3 * vertex[0]);
  cross3(curved, 3, edges, 3, edges, 6);
  cross3(curved, 6, edges, 6, edges, 0);
  cross3(curved, 9, edges, 0, edges, 3);
  for (let c = 0; c < 3; c++) curved[c] = -(curved[3 + c] + curved[6 + c] + curved[9 + c]);
  for (let k = 0; k < 12; k++) spring[k] = flex_bending[b + 16] * curved[k];
  zero(damper, 0, 12);
  for (let j = 0; j < 4; j++) {
    const body = flex_vertbodyid[vertex[j]];
    const moves = body_dofnum[body] === 3;
    for (let i = 0; i < 4; i++) {
      const q = flex_bending[b + 4 * i + j];
      for (let c = 0; c < 3; c++) {
        spring[3 * i + c] += q * x[3 * vertex[j] + c];
        if (moves) damper[3 * i + c] += q * qvel[body_dofadr[body] + c];
      }
    }
  }
}

/** Vertices that are pinned have no forces: what holds them takes these. */
function applyForce(m: Model, d: Data, f: int, i: int): void {
  const { flex_vertbodyid, body_dofnum, body_dofadr, flex_damping } = m;
  const { xmat, qfrc_spring, qfrc_damper } = d;
  const body = flex_vertbodyid[vertex[i]];
  if (body_dofnum[body] !== 3) return;
  const dof = body_dofadr[body];
  if ((m.opt.disableflags & Disable.SPRING) === 0) {
    mulMatTVec3(local, 0, xmat, 9 * body, spring, 3 * i);
    for (let c = 0; c < 3; c++) qfrc_spring[dof + c] -= local[c];
  }
  if ((m.opt.disableflags & Disable.DAMPER) === 0) {
    mulMatTVec3(local, 0, xmat, 9 * body, damper, 3 * i);
    for (let c = 0; c < 3; c++) qfrc_damper[dof + c] -= local[c] * flex_damping[f];
  }
}
