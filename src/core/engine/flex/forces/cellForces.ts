import { dot, zero } from '../../../math/array.ts';
import type { int } from '../../../math/int.ts';
import { negQuat, rotVecQuat } from '../../../math/quat.ts';
import { addTo3, copy3, cross3, sub3 } from '../../../math/vec3.ts';
import type { Data } from '../../../model/data.ts';
import { Disable } from '../../../model/enums.ts';
import type { Model } from '../../../model/model.ts';
import { elementCount, elementNodes, elementRotation, elementSize, MAX_NODES, stiffnessOf } from '../finiteElement.ts';
import { applyNodeForces } from './nodeForces.ts';
import { trackInterior } from './shell.ts';

const nodes = new Int32Array(MAX_NODES);
const position = new Float64Array(3 * MAX_NODES);
const velocity = new Float64Array(3 * MAX_NODES);
const quat = new Float64Array(4);
const back = new Float64Array(4);
const force = new Float64Array(3);

/** Forces of the cells (or faces) of the interpolated flex f: each cell is rotated back to its rest shape, where its
 *  stiffness is constant, and the forces are rotated forward (corotational elasticity). */
export function cellForces(m: Model, d: Data, f: int): void {
  const { flex_stiffnessadr, flex_stiffness, flex_edgeequality, flex_nodeadr, flex_nodenum, flex_damping } = m;
  const { work_flex_spring, work_flex_damper } = d;
  if (flex_stiffnessadr[f] < 0 || flex_stiffness[flex_stiffnessadr[f]] === 0 || flex_edgeequality[f] === 3) return;
  const start = 3 * flex_nodeadr[f];
  const size = 3 * flex_nodenum[f];
  zero(work_flex_spring, start, size);
  zero(work_flex_damper, start, size);
  nodeVelocities(m, d, f);
  const count = elementCount(m, f);
  for (let e = 0; e < count; e++) if (flex_stiffness[stiffnessOf(m, f, e)] !== 0) addElement(m, d, f, e);
  for (let i = start; i < start + size; i++) work_flex_damper[i] *= flex_damping[f];
  applyNodeForces(m, d, f);
}

/** Velocities of the nodes of flex f; nodes inside a shell follow its surface. */
function nodeVelocities(m: Model, d: Data, f: int): void {
  const { flex_nodeadr, flex_nodenum, flex_nodebodyid, flex_interp, body_rootid } = m;
  const { work_flex_node, work_flex_vel, cvel, subtree_com } = d;
  const end = flex_nodeadr[f] + flex_nodenum[f];
  for (let n = flex_nodeadr[f]; n < end; n++) {
    const body = flex_nodebodyid[n];
    sub3(force, 0, work_flex_node, 3 * n, subtree_com, 3 * body_rootid[body]);
    cross3(work_flex_vel, 3 * n, cvel, 6 * body, force, 0);
    addTo3(work_flex_vel, 3 * n, cvel, 6 * body + 3);
  }
  if (flex_interp[f] < 0) trackInterior(m, f, work_flex_vel);
}

function addElement(m: Model, d: Data, f: int, e: int): void {
  const { flex_stiffness, flex_node0 } = m;
  const { work_flex_node, work_flex_vel, work_flex_spring, work_flex_damper } = d;
  const count = elementNodes(m, f, e, nodes);
  for (let n = 0; n < count; n++) copy3(position, 3 * n, work_flex_node, 3 * nodes[n]);
  elementRotation(m, f, e, position, quat);
  negQuat(back, 0, quat, 0);
  for (let n = 0; n < count; n++) {
    rotVecQuat(position, 3 * n, position, 3 * n, quat, 0);
    sub3(position, 3 * n, position, 3 * n, flex_node0, 3 * nodes[n]);
    rotVecQuat(velocity, 3 * n, work_flex_vel, 3 * nodes[n], quat, 0);
  }
  const size = 3 * elementSize(m, f);
  const k = stiffnessOf(m, f, e);
  const springs = (m.opt.disableflags & Disable.SPRING) === 0;
  const dampers = (m.opt.disableflags & Disable.DAMPER) === 0;
  for (let n = 0; n < count; n++) {
    if (springs) {
      for (let c = 0; c < 3; c++) force[c] = dot(flex_stiffness, k + (3 * n + c) * size, position, 0, size);
      rotVecQuat(force, 0, force, 0, back, 0);
      addTo3(work_flex_spring, 3 * nodes[n], force, 0);
    }
    if (dampers) {
      for (let c = 0; c < 3; c++) force[c] = dot(flex_stiffness, k + (3 * n + c) * size, velocity, 0, size);
      rotVecQuat(force, 0, force, 0, back, 0);
      addTo3(work_flex_damper, 3 * nodes[n], force, 0);
    }
  }
}
