import { zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { mulMatTVec3 } from '../../../math/mat3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { applyFT } from '../../passive/applyFT.ts';
import { corner, edgeMetric, MOST_EDGES, metric } from '../edgeMetric.ts';

const elongation = new Float64Array(MOST_EDGES);
const none = new Float64Array(3);
const local = new Float64Array(3);

/** Forces against stretching of the triangles or tetrahedra of flex f: the energy is a quadratic form in the changes of the
 *  squared lengths of edges. Damping is Rayleigh's, by the change since the last step (Kharevych et al., "Geometric,
 *  Variational Integrators for Computer Animation", section 5.2); it counts among the springs, as in MuJoCo.
 *  adds to d: qfrc_spring, writes d: work_flex_force */
export function stretchingForces(m: Model, d: Data, f: int): void {
  const { flex_stiffnessadr, flex_stiffness, flex_vertadr, flex_vertnum, flex_elemnum } = m;
  const { work_flex_force } = d;
  const k = flex_stiffnessadr[f];
  if (k < 0 || flex_stiffness[k] === 0) return;
  const base = flex_vertadr[f];
  zero(work_flex_force, 3 * base, 3 * flex_vertnum[f]);
  const count = flex_elemnum[f];
  for (let e = 0; e < count; e++) elementForces(m, d, f, e);
  for (let v = base; v < base + flex_vertnum[f]; v++) applyForce(m, d, v);
}

function elementForces(m: Model, d: Data, f: int, e: int): void {
  const { flex_dim, flex_elemdataadr, flex_elem, flex_vertadr } = m;
  const { flexvert_xpos: x, work_flex_force: force } = d;
  const dim = flex_dim[f];
  const n = edgeMetric(m, f, e);
  elongations(m, d, f, e, n);
  const data = flex_elemdataadr[f] + (dim + 1) * e;
  for (let b = 0; b < n; b++) {
    let tension: number = 0;
    for (let a = 0; a < n; a++) tension += elongation[a] * metric[n * a + b];
    const i = 3 * (flex_vertadr[f] + flex_elem[data + corner(dim, 2 * b)]);
    const j = 3 * (flex_vertadr[f] + flex_elem[data + corner(dim, 2 * b + 1)]);
    for (let c = 0; c < 3; c++) {
      const pull = tension * (x[i + c] - x[j + c]);
      force[i + c] -= pull;
      force[j + c] += pull;
    }
  }
}

/** Changes of the squared lengths of the edges of element e, damped. */
function elongations(m: Model, d: Data, f: int, e: int, n: int): void {
  const { flex_elemedgeadr, flex_elemedge, flex_edgeadr, flexedge_length0, flex_damping } = m;
  const { flexedge_length, flexedge_velocity } = d;
  const { timestep } = m.opt;
  const damping = timestep > 0 ? flex_damping[f] / timestep : 0;
  for (let k = 0; k < n; k++) {
    const edge = flex_edgeadr[f] + flex_elemedge[flex_elemedgeadr[f] + e * n + k];
    const now = flexedge_length[edge];
    const rest = flexedge_length0[edge];
    const before = now - flexedge_velocity[edge] * timestep;
    elongation[k] = now * now - rest * rest + (now * now - before * before) * damping;
  }
}

/** Force on vertex v: along the sliders of its body, or wherever a pinned vertex is. */
function applyForce(m: Model, d: Data, v: int): void {
  const { flex_vertbodyid, body_simple, body_dofnum, body_dofadr } = m;
  const { flexvert_xpos, work_flex_force, xmat, qfrc_spring } = d;
  const body = flex_vertbodyid[v];
  if (body_simple[body] !== 2) {
    applyFT(m, d, qfrc_spring, 0, work_flex_force, 3 * v, none, 0, flexvert_xpos, 3 * v, body);
    return;
  }
  mulMatTVec3(local, 0, xmat, 9 * body, work_flex_force, 3 * v);
  for (let c = 0; c < body_dofnum[body]; c++) qfrc_spring[body_dofadr[body] + c] += local[c];
}
