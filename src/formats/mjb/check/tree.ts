/** Bodies, joints, dofs, kinematic trees and geoms of bodies: parents come before their children, bodies are depth
 * first, and the elements of a body form one range. This guarantees that loops over ancestors end. */
import { JointType } from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';
import { expectPacked, expectSize, expectValue, fail } from './expect.ts';

/** Numbers of positions and of dofs by joint type. */
const NQ: readonly number[] = [7, 4, 1, 1];
const NV: readonly number[] = [6, 3, 1, 1];

export function checkTree(m: Model): void {
  checkParents(m);
  checkJoints(m);
  checkWelds(m);
  checkDofs(m);
  checkTrees(m);
  checkGeoms(m);
}

function checkParents(m: Model): void {
  const { nbody, body_parentid: parent, body_rootid: root } = m;
  expectValue('body_parentid', parent, 0, 0, 'the world');
  expectValue('body_rootid', root, 0, 0, 'the world');
  for (let i = 1; i < nbody; i++) {
    // depth first: the parent is the previous body, or one of its ancestors; each is left once
    let above = i - 1;
    while (above > 0 && above !== parent[i]) above = parent[above];
    if (above !== parent[i]) fail('body_parentid', i, 'the body before it or an ancestor of that', parent[i]);
    expectValue('body_rootid', root, i, above === 0 ? i : root[above], 'the ancestor below the world');
  }
}

function checkJoints(m: Model): void {
  const { nbody, njnt, body_jntadr, body_jntnum, jnt_type, jnt_bodyid, jnt_qposadr, jnt_dofadr } = m;
  const { body_dofnum, body_dofadr, body_parentid } = m;
  expectValue('body_jntnum', body_jntnum, 0, 0, 'the world has no joints');
  expectPacked('body_jntadr', body_jntadr, 'body_jntnum', body_jntnum, 'njnt', njnt);
  let [qpos, dof] = [0, 0];
  for (let i = 0; i < nbody; i++) {
    const first = dof;
    const end = body_jntadr[i] + body_jntnum[i];
    for (let j = body_jntadr[i]; j < end && body_jntnum[i] > 0; j++) {
      expectValue('jnt_bodyid', jnt_bodyid, j, i, 'the body whose range it is in');
      expectValue('jnt_qposadr', jnt_qposadr, j, qpos, 'after the previous joint');
      expectValue('jnt_dofadr', jnt_dofadr, j, dof, 'after the previous joint');
      if (jnt_type[j] === JointType.FREE && (body_parentid[i] !== 0 || body_jntnum[i] !== 1)) {
        fail('jnt_type', j, 'another type: only a body in the world without other joints is free', jnt_type[j]);
      }
      qpos += NQ[jnt_type[j]];
      dof += NV[jnt_type[j]];
    }
    expectValue('body_dofnum', body_dofnum, i, dof - first, 'by its joints');
    expectValue('body_dofadr', body_dofadr, i, dof > first ? first : -1, 'by its joints');
  }
  expectSize('nq', m.nq, qpos);
  expectSize('nv', m.nv, dof);
}

function checkWelds(m: Model): void {
  const { nbody, body_parentid, body_weldid, body_mocapid, body_jntnum } = m;
  let mocaps = 0;
  for (let i = 0; i < nbody; i++) {
    const mocap = body_mocapid[i] !== -1;
    if (mocap) {
      expectValue('body_mocapid', body_mocapid, i, mocaps++, 'one more than the previous one');
      if (i === 0 || body_parentid[i] !== 0 || body_jntnum[i] > 0) {
        fail('body_mocapid', i, '-1, because only a body in the world without joints can be one', body_mocapid[i]);
      }
    }
    const own = i === 0 || mocap || body_jntnum[i] > 0;
    expectValue('body_weldid', body_weldid, i, own ? i : body_weldid[body_parentid[i]], 'what it is fixed to');
  }
  expectSize('nmocap', m.nmocap, mocaps);
}

function checkDofs(m: Model): void {
  const { nbody, body_parentid, body_jntadr, body_jntnum, jnt_type } = m;
  const { dof_bodyid, dof_jntid, dof_parentid, dof_treeid } = m;
  // last dof in or above each body
  const last = new Int32Array(nbody).fill(-1);
  let [dof, tree] = [0, -1];
  for (let i = 0; i < nbody; i++) {
    let parent = i === 0 ? -1 : last[body_parentid[i]];
    for (let j = body_jntadr[i]; j < body_jntadr[i] + body_jntnum[i]; j++) {
      for (let k = 0; k < NV[jnt_type[j]]; k++, dof++) {
        if (parent < 0) tree++;
        expectValue('dof_bodyid', dof_bodyid, dof, i, 'the body of its joint');
        expectValue('dof_jntid', dof_jntid, dof, j, 'the joint whose range it is in');
        expectValue('dof_parentid', dof_parentid, dof, parent, 'the one before it in the tree');
        expectValue('dof_treeid', dof_treeid, dof, tree, 'one more for each without a parent');
        parent = dof;
      }
    }
    last[i] = parent;
  }
  expectSize('ntree', m.ntree, tree + 1);
}

function checkTrees(m: Model): void {
  const { nbody, ntree, nv, body_treeid, body_weldid, body_dofnum, body_dofadr, dof_treeid } = m;
  const [bodies, dofs] = [new Int32Array(ntree), new Int32Array(ntree)];
  const [firstBody, firstDof] = [new Int32Array(ntree), new Int32Array(ntree)];
  for (let i = nbody - 1; i >= 0; i--) {
    const weld = body_weldid[i];
    const tree = body_dofnum[weld] > 0 ? dof_treeid[body_dofadr[weld]] : -1;
    expectValue('body_treeid', body_treeid, i, tree, 'the tree of its degrees of freedom');
    if (tree < 0) continue;
    bodies[tree]++;
    firstBody[tree] = i;
  }
  for (let i = nv - 1; i >= 0; i--) {
    dofs[dof_treeid[i]]++;
    firstDof[dof_treeid[i]] = i;
  }
  for (let t = 0; t < ntree; t++) {
    expectValue('tree_bodyadr', m.tree_bodyadr, t, firstBody[t], 'its first body');
    expectValue('tree_bodynum', m.tree_bodynum, t, bodies[t], 'the number of its bodies');
    expectValue('tree_dofadr', m.tree_dofadr, t, firstDof[t], 'its first degree of freedom');
    expectValue('tree_dofnum', m.tree_dofnum, t, dofs[t], 'the number of its degrees of freedom');
  }
}

function checkGeoms(m: Model): void {
  const { nbody, ngeom, body_geomadr, body_geomnum, geom_bodyid } = m;
  expectPacked('body_geomadr', body_geomadr, 'body_geomnum', body_geomnum, 'ngeom', ngeom);
  let g = 0;
  for (let i = 0; i < nbody; i++) {
    for (const end = g + body_geomnum[i]; g < end; g++) {
      expectValue('geom_bodyid', geom_bodyid, g, i, 'the body whose range it is in');
    }
  }
}
