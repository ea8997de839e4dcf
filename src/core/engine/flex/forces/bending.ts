import { zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { mulMatTVec3 } from '../../../math/mat3.ts';
import { addToScl3, copy3, cross3, sub3, subFrom3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { Disable } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { addFlapProducts } from '../flaps.ts';

/** Bending forces of the surface f: at each edge between two triangles, a matrix over their four vertices times their
 *  positions (springs) and velocities (dampers), plus the contribution of a curved rest shape. */
export function bendingForces(m: Model, d: Data, f: int): void {
  const { flex_dim, flex_bendingadr, flex_vertadr, flex_vertnum, flex_damping } = m;
  const { flexvert_xpos, work_flex_force, work_flex_rate } = d;
  if (flex_dim[f] !== 2 || flex_bendingadr[f] < 0) return;
  const start = 3 * flex_vertadr[f];
  const size = 3 * flex_vertnum[f];
  if ((m.opt.disableflags & Disable.SPRING) === 0) {
    zero(work_flex_force, start, size);
    addCurvedForces(m, d, f);
    addFlapProducts(m, f, work_flex_force, flexvert_xpos, 1);
    applyForces(m, d, f, d.qfrc_spring);
  }
  if ((m.opt.disableflags & Disable.DAMPER) === 0 && flex_damping[f] !== 0) {
    zero(work_flex_force, start, size);
    zero(work_flex_rate, start, size);
    readRates(m, d, f);
    addFlapProducts(m, f, work_flex_force, work_flex_rate, flex_damping[f]);
    applyForces(m, d, f, d.qfrc_damper);
  }
}

const edges = new Float64Array(9);
const vertexForces = new Float64Array(12);

/** Contribution of a curved rest shape, stored after the matrix of each edge. */
function addCurvedForces(m: Model, d: Data, f: int): void {
  const { flex_bending, flex_bendingadr, flex_edgeadr, flex_edgenum, flex_edge, flex_edgeflap, flex_vertadr } = m;
  const { flexvert_xpos: x, work_flex_force } = d;
  const base = flex_vertadr[f];
  const first = flex_edgeadr[f];
  for (let e = first; e < first + flex_edgenum[f]; e++) {
    const scale = flex_bending[flex_bendingadr[f] + 17 * (e - first) + 16];
    if (flex_edgeflap[2 * e + 1] < 0 || scale === 0) continue;
    const v0 = 3 * (base + flex_edge[2 * e]);
    const v1 = 3 * (base + flex_edge[2 * e + 1]);
    const v2 = 3 * (base + flex_edgeflap[2 * e]);
    const v3 = 3 * (base + flex_edgeflap[2 * e + 1]);
    sub3(edges, 0, x, v1, x, v0);
    sub3(edges, 3, x, v2, x, v0);
    sub3(edges, 6, x, v3, x, v0);
    cross3(vertexForces, 3, edges, 3, edges, 6);
    cross3(vertexForces, 6, edges, 6, edges, 0);
    cross3(vertexForces, 9, edges, 0, edges, 3);
    for (let c = 0; c < 3; c++) vertexForces[c] = -(vertexForces[3 + c] + vertexForces[6 + c] + vertexForces[9 + c]);
    addToScl3(work_flex_force, v0, vertexForces, 0, scale);
    addToScl3(work_flex_force, v1, vertexForces, 3, scale);
    addToScl3(work_flex_force, v2, vertexForces, 6, scale);
    addToScl3(work_flex_force, v3, vertexForces, 9, scale);
  }
}

/** work_flex_rate = velocities along the sliders of vertices that have sliders */
function readRates(m: Model, d: Data, f: int): void {
  const { flex_vertadr, flex_vertnum, flex_vertbodyid, body_dofnum, body_dofadr } = m;
  const { qvel, work_flex_rate } = d;
  const end = flex_vertadr[f] + flex_vertnum[f];
  for (let v = flex_vertadr[f]; v < end; v++) {
    const body = flex_vertbodyid[v];
    if (body_dofnum[body] === 3) copy3(work_flex_rate, 3 * v, qvel, body_dofadr[body]);
  }
}

const local = new Float64Array(3);

/** qfrc -= work_flex_force. Pinned vertices have no forces; their bodies receive them. */
function applyForces(m: Model, d: Data, f: int, qfrc: Float64Array): void {
  const { flex_vertadr, flex_vertnum, flex_vertbodyid, body_dofnum, body_dofadr } = m;
  const { xmat, work_flex_force } = d;
  const end = flex_vertadr[f] + flex_vertnum[f];
  for (let v = flex_vertadr[f]; v < end; v++) {
    const body = flex_vertbodyid[v];
    if (body_dofnum[body] !== 3) continue;
    mulMatTVec3(local, 0, xmat, 9 * body, work_flex_force, 3 * v);
    subFrom3(qfrc, body_dofadr[body], local, 0);
  }
}
