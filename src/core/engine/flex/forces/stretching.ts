import { zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { mulMatTVec3 } from '../../../math/mat3.ts';
import type { Data } from '../../../model/data.ts';
import type { Model } from '../../../model/model.ts';
import { applyFT } from '../../tree/applyFT.ts';
import { dampingFactor, stiffnessFactor } from '../../tree/flexTerms.ts';
import { TETRAHEDRON, TETRAHEDRON_FORM, TRIANGLE, TRIANGLE_FORM } from '../elementTables.ts';

const none = new Float64Array(3);
const local = new Float64Array(3);

/** Stretching forces of the triangles or tetrahedra of flex f: the energy is a quadratic form in the changes of the
 *  squared edge lengths. Rayleigh damping uses the change since the last step (Kharevych et al., "Geometric,
 *  Variational Integrators for Computer Animation", section 5.2); it is part of qfrc_spring, as in MuJoCo. */
export function stretchingForces(m: Model, d: Data, f: int): void {
  const { flex_stiffnessadr, flex_stiffness, flex_vertadr, flex_vertnum, flex_elemnum, flex_dim } = m;
  const { work_flex_force } = d;
  const k = flex_stiffnessadr[f];
  if (k < 0 || flex_stiffness[k] === 0) return;
  const base = flex_vertadr[f];
  zero(work_flex_force, 3 * base, 3 * flex_vertnum[f]);
  stretches(m, d, f);
  const count = flex_elemnum[f];
  if (flex_dim[f] === 2) for (let e = 0; e < count; e++) elementForces(m, d, f, e, 3, TRIANGLE, TRIANGLE_FORM);
  else for (let e = 0; e < count; e++) elementForces(m, d, f, e, 6, TETRAHEDRON, TETRAHEDRON_FORM);
  for (let v = base; v < base + flex_vertnum[f]; v++) applyForce(m, d, v);
}

/** Changes of the squared lengths of the edges of flex f, damped. */
function stretches(m: Model, d: Data, f: int): void {
  const { flex_edgeadr, flex_edgenum, flexedge_length0, flex_damping } = m;
  const { flexedge_length, flexedge_velocity, work_flex_stretch } = d;
  const { timestep } = m.opt;
  // with the integrator `discrete` the flags switch stiffness and damping as in MuJoCo 3.14; else they are one force
  const damping: number = timestep > 0 && dampingFactor(m) > 0 ? flex_damping[f] / timestep : 0;
  const springs = stiffnessFactor(m) > 0 || timestep === 0;
  const end = flex_edgeadr[f] + flex_edgenum[f];
  for (let e = flex_edgeadr[f]; e < end; e++) {
    const now = flexedge_length[e];
    const rest = flexedge_length0[e];
    const before = now - flexedge_velocity[e] * timestep;
    const stretched: number = springs ? now * now - rest * rest : 0;
    work_flex_stretch[e] = stretched + (now * now - before * before) * damping;
  }
}

const stretch = new Float64Array(6);

/** Adds the forces of element e: n edges between `corners`, and a quadratic form with the layout `form` (`elementTables.ts`). */
function elementForces(m: Model, d: Data, f: int, e: int, n: int, corners: Int32Array, form: Int32Array): void {
  const { flex_dim, flex_elemdataadr, flex_elem, flex_vertadr, flex_stiffness, flex_stiffnessadr } = m;
  const { flex_edgeadr, flex_elemedge, flex_elemedgeadr } = m;
  const { flexvert_xpos: x, work_flex_force: force, work_flex_stretch } = d;
  const edges = flex_elemedgeadr[f] + e * n;
  for (let k = 0; k < n; k++) stretch[k] = work_flex_stretch[flex_edgeadr[f] + flex_elemedge[edges + k]];
  const data = flex_elemdataadr[f] + (flex_dim[f] + 1) * e;
  const K = flex_stiffnessadr[f] + 21 * e;
  for (let b = 0; b < n; b++) {
    let tension: number = 0;
    for (let a = 0; a < n; a++) tension += stretch[a] * flex_stiffness[K + form[n * b + a]];
    const i = 3 * (flex_vertadr[f] + flex_elem[data + corners[2 * b]]);
    const j = 3 * (flex_vertadr[f] + flex_elem[data + corners[2 * b + 1]]);
    const px = tension * (x[i] - x[j]);
    const py = tension * (x[i + 1] - x[j + 1]);
    const pz = tension * (x[i + 2] - x[j + 2]);
    force[i] -= px;
    force[i + 1] -= py;
    force[i + 2] -= pz;
    force[j] += px;
    force[j + 1] += py;
    force[j + 2] += pz;
  }
}

/** Applies the force on vertex v: along the sliders of its body, or at a pinned vertex. */
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
