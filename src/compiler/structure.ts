/** The structure of the kinematic tree: addresses of joints and dofs, their dependencies, and the
 *  numbers of nonzeros that follow. Everything here is integers. */

import { JointType, TrnType, WrapType } from '../core/model/enums.ts';
import { EPS } from '../formats/pose/frame.ts';
import { JOINT_NQ, JOINT_NV } from '../formats/spec/stateSizes.ts';
import type {
  ActuatorNode,
  BodyNode,
  CompileState,
  GeomNode,
  JointNode,
  SiteNode,
  TendonNode,
  WrapNode,
} from './compileState.ts';
import { flexStructure } from './flex/structure.ts';
import { isNullPose } from './sameFrame.ts';

export interface Structure {
  nq: number;
  nv: number;
  ntree: number;
  nM: number;
  nB: number;
  nC: number;
  nD: number;
  nJten: number;
  nJmom: number;
  nJfe: number;
  nJfv: number;
  nefm0dof: number;
  nefm0L: number;
  nmocap: number;
  rootid: Int32Array;
  simple: Uint8Array;
  dof_bodyid: Int32Array;
  dof_jntid: Int32Array;
  dof_parentid: Int32Array;
  dof_treeid: Int32Array;
  dof_simplenum: Int32Array;
  dof_Madr: Int32Array;
}

export function makeStructure(state: CompileState): Structure {
  const { bodies } = state;
  const { nq, nv } = assignJointAddresses(state);
  const s: Structure = {
    nq,
    nv,
    ntree: 0,
    nM: 0,
    nB: 0,
    nC: nv,
    nD: 0,
    nJten: 0,
    nJmom: 0,
    nJfe: 0,
    nJfv: 0,
    nefm0dof: 0,
    nefm0L: 0,
    nmocap: 0,
    rootid: new Int32Array(bodies.length),
    simple: new Uint8Array(bodies.length),
    dof_bodyid: new Int32Array(nv),
    dof_jntid: new Int32Array(nv),
    dof_parentid: new Int32Array(nv),
    dof_treeid: new Int32Array(nv),
    dof_simplenum: new Int32Array(nv),
    dof_Madr: new Int32Array(nv),
  };
  for (const body of bodies) {
    body.mocapid = body.spec.mocap ? s.nmocap++ : -1;
    s.rootid[body.id] = !body.parent || body.parent.id === 0 ? body.id : s.rootid[body.parent.id];
  }
  linkDofs(state, s);
  findSimple(state, s);
  countNonzeros(state, s);
  s.nJten = state.tendons.reduce((n, tendon) => n + tendonDofs(tendon), 0);
  s.nJmom = state.actuators.reduce((n, actuator) => n + momentNonzeros(actuator, s), 0);
  Object.assign(s, flexStructure(state));
  return s;
}

function assignJointAddresses(state: CompileState): { nq: number; nv: number } {
  let nq = 0;
  let nv = 0;
  for (const joint of state.joints) {
    joint.qposadr = nq;
    joint.dofadr = nv;
    nq += JOINT_NQ[joint.type];
    nv += JOINT_NV[joint.type];
  }
  for (const body of state.bodies) {
    body.dofnum = body.joints.reduce((n, joint) => n + JOINT_NV[joint.type], 0);
    body.dofadr = body.dofnum > 0 ? body.joints[0].dofadr : -1;
  }
  return { nq, nv };
}

/** The parent of each dof is the previous one in its body; of the first, the last one above. */
function linkDofs(state: CompileState, s: Structure): void {
  const last = new Int32Array(state.bodies.length).fill(-1);
  for (const body of state.bodies) {
    let parent = body.parent ? last[body.parent.id] : -1;
    for (const joint of body.joints) {
      for (let k = 0; k < JOINT_NV[joint.type]; k++) {
        const dof = joint.dofadr + k;
        s.dof_bodyid[dof] = body.id;
        s.dof_jntid[dof] = joint.id;
        s.dof_parentid[dof] = parent;
        parent = dof;
      }
    }
    last[body.id] = parent;
  }
  for (let i = 0; i < s.nv; i++) {
    if (s.dof_parentid[i] < 0) s.ntree++;
    s.dof_treeid[i] = s.ntree - 1;
  }
}

/** Simple bodies have a diagonal inertia matrix: level 1, or 2 if they only slide. */
function findSimple(state: CompileState, s: Structure): void {
  const { simple } = s;
  for (const body of state.bodies) {
    const { parent } = body;
    const nearRoot = s.rootid[body.id] === body.id || (parent!.parent?.id === 0 && parent!.dofnum === 0);
    simple[body.id] = isNullPose(body.ipos, body.iquat) && nearRoot && body.spec.simple ? 1 : 0;
    if (parent && parent.id > 0) simple[parent.id] = 0;
    if (simple[body.id] && !hasSimpleJoints(body)) simple[body.id] = 0;
    if (simple[body.id] && body.dofnum > 0 && body.joints.every((j) => j.type === JointType.SLIDE)) simple[body.id] = 2;
  }
  // armature of a spatial tendon couples the bodies along its path
  for (const tendon of state.tendons) {
    if (tendon.spec.armature === 0) continue;
    for (const wrap of tendon.path) {
      const body = wrapBody(wrap);
      if (body) simple[body.id] = 0;
    }
  }
  let count = 0;
  for (let i = s.nv - 1; i >= 0; i--) {
    count = simple[s.dof_bodyid[i]] ? count + 1 : 0;
    s.dof_simplenum[i] = count;
  }
}

/** Joints at the body's origin, along its axes, nothing after a rotation. */
function hasSimpleJoints(body: BodyNode): boolean {
  let turned = false;
  for (const joint of body.joints) {
    if (turned || !isNullPose(joint.pos)) return false;
    if ((joint.type === JointType.HINGE || joint.type === JointType.SLIDE) && !isAlongAxis(joint)) return false;
    turned = joint.type === JointType.BALL || joint.type === JointType.HINGE;
  }
  return true;
}

function isAlongAxis({ axis }: JointNode): boolean {
  return axis.filter((x) => Math.abs(x) > EPS).length === 1;
}

function countNonzeros(state: CompileState, s: Structure): void {
  const depth = new Int32Array(s.nv);
  for (let i = 0; i < s.nv; i++) {
    const parent = s.dof_parentid[i];
    depth[i] = parent < 0 ? 1 : depth[parent] + 1;
    s.dof_Madr[i] = s.nM;
    s.nM += depth[i];
    if (s.dof_simplenum[i] === 0) s.nC += depth[i] - 1;
  }
  s.nD = 2 * s.nM - s.nv;
  if (s.nv === 0) return;
  // row of a body in B: the dofs below it, its own, and those above
  const n = state.bodies.length;
  const below = new Int32Array(n);
  const above = new Int32Array(n);
  for (let i = n - 1; i > 0; i--) {
    below[i] += state.bodies[i].dofnum;
    below[state.bodies[i].parent!.id] += below[i];
  }
  for (let i = 0; i < n; i++) {
    const parent = state.bodies[i].parent;
    if (parent && parent.id > 0) above[i] = above[parent.id] + parent.dofnum;
    s.nB += below[i] + above[i];
  }
}

/** The body of a step of a spatial path. */
function wrapBody(wrap: WrapNode): BodyNode | undefined {
  if (wrap.type === WrapType.JOINT || !wrap.obj) return undefined;
  return (wrap.obj as SiteNode | GeomNode).body;
}

/** Number of dofs that can change the length of a tendon. */
function tendonDofs(tendon: TendonNode): number {
  const { path } = tendon;
  if (path[0].type === WrapType.JOINT) return path.length;
  const seen = new Set<BodyNode>();
  let n = 0;
  for (const wrap of path) {
    for (let body = wrapBody(wrap) ?? null; body && body.id > 0 && !seen.has(body); body = body.parent) {
      seen.add(body);
      n += body.dofnum;
    }
  }
  return n;
}

/** Nonzeros in the rows of an actuator in actuator_moment. */
function momentNonzeros(actuator: ActuatorNode, s: Structure): number {
  const { target, second } = actuator;
  switch (actuator.trntype) {
    case TrnType.SO3:
      return second ? 3 * s.nv : 3;
    case TrnType.JOINT:
    case TrnType.JOINTINPARENT:
      return JOINT_NV[(target as JointNode).type];
    case TrnType.SLIDERCRANK:
      return chainLength(s, (target as SiteNode).body, second!.body, false);
    case TrnType.TENDON:
      return tendonDofs(target as TendonNode);
    case TrnType.SITE:
      return chainLength(s, (target as SiteNode).body, second?.body, true);
    default:
      return s.nv;
  }
}

/** Number of dofs above two bodies together; without the common ones if `skipCommon`. */
function chainLength(s: Structure, body1: BodyNode, body2: BodyNode | undefined, skipCommon: boolean): number {
  const last = (body: BodyNode | undefined): number => {
    let b = body ?? null;
    while (b && b.dofnum === 0) b = b.parent;
    return b ? b.dofadr + b.dofnum - 1 : -1;
  };
  let a = last(body1);
  let b = last(body2);
  let n = 0;
  while (a >= 0 || b >= 0) {
    const top = Math.max(a, b);
    if (skipCommon && a === top && b === top) break;
    if (a === top) a = s.dof_parentid[a];
    if (b === top) b = s.dof_parentid[b];
    n++;
  }
  return n;
}
