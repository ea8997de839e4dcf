/** Allowed values of the integer fields of a Model: body, joint, dof and tree fields. */
import { JointType, SameFrame, SleepPolicy } from '../../enums.ts';
import type { bodyFields } from '../body.ts';
import { address, any, type Contents, count, flag, id, idOrNone, MAX_INT, member, range, within } from './content.ts';

/** Several actuators act on a joint or tendon, so no single id can be stored. */
export const SEVERAL = -2;

export const bodyContent: Contents<typeof bodyFields> = {
  body_parentid: id('nbody', 'tree'),
  body_rootid: id('nbody', 'tree'),
  body_weldid: id('nbody', 'tree'),
  body_mocapid: idOrNone('nmocap', 'tree'),
  body_jntnum: count('njnt', 'tree'),
  body_jntadr: address('njnt', 'tree'),
  body_dofnum: count('nv', 'tree'),
  body_dofadr: address('nv', 'tree'),
  body_treeid: idOrNone('ntree', 'tree'),
  body_geomnum: count('ngeom', 'tree'),
  body_geomadr: address('ngeom', 'tree'),
  body_simple: range(0, 2),
  body_sameframe: member(SameFrame),
  body_plugin: idOrNone('nplugin'),
  body_contype: any,
  body_conaffinity: any,
  body_bvhadr: address('nbvhstatic', 'boundingVolumes'),
  body_bvhnum: count('nbvhstatic', 'boundingVolumes'),
  bvh_depth: range(0, MAX_INT, 'boundingVolumes'),
  bvh_child: idOrNone('nbvh', 'boundingVolumes'),
  bvh_nodeid: within('boundingVolumes'),
  oct_depth: range(0, MAX_INT, 'octree'),
  oct_child: idOrNone('noct', 'octree'),
  jnt_type: member(JointType, 'tree'),
  jnt_qposadr: address('nq', 'tree'),
  jnt_dofadr: address('nv', 'tree'),
  jnt_bodyid: id('nbody', 'tree'),
  jnt_actuatorid: within('actuators'),
  jnt_group: any,
  jnt_limited: flag,
  jnt_actfrclimited: flag,
  jnt_actgravcomp: flag,
  dof_bodyid: id('nbody', 'tree'),
  dof_jntid: id('njnt', 'tree'),
  dof_parentid: idOrNone('nv', 'tree'),
  dof_treeid: id('ntree', 'tree'),
  dof_Madr: address('nM', 'sparsity'),
  dof_simplenum: count('nv', 'sparsity'),
  tree_bodyadr: address('nbody', 'tree'),
  tree_bodynum: count('nbody', 'tree'),
  tree_dofadr: address('nv', 'tree'),
  tree_dofnum: count('nv', 'tree'),
  tree_sleep_policy: member(SleepPolicy),
};
