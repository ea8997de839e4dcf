/** Whether the numbers of a binary model that name elements name ones that are there. A damaged file must not make the
 *  engine read what is not its own. */

import { EqType, GeomType, JointType, ObjType, TrnType, WrapType } from '../enums.ts';
import type { ModelSize } from '../fields/index.ts';
import type { Model } from '../model.ts';
import { countOf } from '../names/names.ts';
import { BinaryProblem } from './problem.ts';

type Field = { [K in keyof Model]-?: Model[K] extends Int32Array ? K : never }[keyof Model];

/** Fields with one id or first address each, and what they count in; -1 stands for none. */
const ids: readonly (readonly [ModelSize, ...Field[]])[] = [
  ['nbody', 'body_parentid', 'body_rootid', 'body_weldid', 'jnt_bodyid', 'dof_bodyid', 'geom_bodyid', 'site_bodyid'],
  ['nbody', 'cam_bodyid', 'cam_targetbodyid', 'light_bodyid', 'light_targetbodyid', 'tree_bodyadr', 'skin_bonebodyid'],
  ['nmocap', 'body_mocapid'],
  ['njnt', 'body_jntadr', 'dof_jntid'],
  ['nv', 'body_dofadr', 'jnt_dofadr', 'dof_parentid', 'tree_dofadr', 'M_colind', 'D_colind', 'ten_J_colind'],
  ['nq', 'jnt_qposadr'],
  ['ntree', 'body_treeid', 'dof_treeid'],
  ['ngeom', 'body_geomadr', 'pair_geom1', 'pair_geom2'],
  ['nmat', 'geom_matid', 'site_matid', 'skin_matid', 'tendon_matid'],
  ['ntex', 'light_texid', 'mat_texid'],
  ['nbvh', 'body_bvhadr', 'mesh_bvhadr'],
  ['nmeshvert', 'mesh_vertadr'],
  ['nmeshnormal', 'mesh_normaladr'],
  ['nmeshface', 'mesh_faceadr'],
  ['nmeshgraph', 'mesh_graphadr'],
  ['nmeshpoly', 'mesh_polyadr', 'mesh_polymap'],
  ['nmeshpolyvert', 'mesh_polyvertadr'],
  ['nmeshpolymap', 'mesh_polymapadr'],
  ['nhfielddata', 'hfield_adr'],
  ['ntexdata', 'tex_adr'],
  ['nwrap', 'tendon_adr'],
  ['nu', 'actuator_ctrladr'],
  ['nout', 'actuator_outadr'],
  ['na', 'actuator_actadr'],
  ['nactuator', 'jnt_actuatorid', 'tendon_actuatorid'],
  ['nsensordata', 'sensor_adr'],
  ['nhistory', 'actuator_historyadr', 'sensor_historyadr'],
  ['nnumericdata', 'numeric_adr'],
  ['ntextdata', 'text_adr'],
  ['ntupledata', 'tuple_adr'],
  ['nC', 'M_rowadr'],
  ['nD', 'D_rowadr'],
  ['nB', 'B_rowadr'],
  ['nJten', 'ten_J_rowadr'],
];

/** What begins behind the last element has none. */
const isAddress = (field: string): boolean => field.endsWith('adr');

/** First address, count, size of what they lie in. */
const ranges: readonly (readonly [Field, Field, ModelSize])[] = [
  ['body_jntadr', 'body_jntnum', 'njnt'],
  ['body_dofadr', 'body_dofnum', 'nv'],
  ['body_geomadr', 'body_geomnum', 'ngeom'],
  ['body_bvhadr', 'body_bvhnum', 'nbvh'],
  ['tree_dofadr', 'tree_dofnum', 'nv'],
  ['tree_bodyadr', 'tree_bodynum', 'nbody'],
  ['mesh_vertadr', 'mesh_vertnum', 'nmeshvert'],
  ['mesh_faceadr', 'mesh_facenum', 'nmeshface'],
  ['mesh_normaladr', 'mesh_normalnum', 'nmeshnormal'],
  ['mesh_polyadr', 'mesh_polynum', 'nmeshpoly'],
  ['mesh_polyvertadr', 'mesh_polyvertnum', 'nmeshpolyvert'],
  ['mesh_polymapadr', 'mesh_polymapnum', 'nmeshpolymap'],
  ['tendon_adr', 'tendon_num', 'nwrap'],
  ['sensor_adr', 'sensor_dim', 'nsensordata'],
  ['actuator_ctrladr', 'actuator_ctrlnum', 'nu'],
  ['actuator_outadr', 'actuator_outnum', 'nout'],
  ['M_rowadr', 'M_rownnz', 'nC'],
  ['D_rowadr', 'D_rownnz', 'nD'],
  ['ten_J_rowadr', 'ten_J_rownnz', 'nJten'],
];

/** @throws BinaryProblem that names the first field with a number out of range */
export function checkReferences(m: Model): void {
  for (const [size, ...fields] of ids) {
    for (const field of fields)
      m[field].forEach((id, k) => {
        expectWithin(field, k, id, m[size]);
      });
  }
  for (const [start, count, size] of ranges) {
    m[start].forEach((first, k) => {
      if (m[count][k] !== 0) expectWithin(count, k, Math.max(0, first) + m[count][k] - 1, m[size]);
    });
  }
  checkTypes(m);
}

function expectWithin(field: string, k: number, id: number, count: number): void {
  if (id >= -1 && id < Math.max(1, count) + Number(isAddress(field))) return;
  throw new BinaryProblem(`${field}[${k}]: expected less than ${count}, found ${id}`);
}

/** Ids whose kind depends on a type beside them. */
function checkTypes(m: Model): void {
  const within = (field: string, k: number, value: number, types: Readonly<Record<string, number>>): void => {
    if (!Object.values(types).includes(value)) {
      throw new BinaryProblem(`${field}[${k}]: ${value} is none of its kinds`);
    }
  };
  m.jnt_type.forEach((type, k) => {
    within('jnt_type', k, type, JointType);
  });
  m.geom_type.forEach((type, k) => {
    within('geom_type', k, type, GeomType);
    const size = type === GeomType.HFIELD ? m.nhfield : m.nmesh;
    expectWithin('geom_dataid', k, m.geom_dataid[k], size);
  });
  m.eq_type.forEach((type, k) => {
    within('eq_type', k, type, EqType);
    for (const field of ['eq_obj1id', 'eq_obj2id'] as const) {
      expectWithin(field, k, m[field][k], equalityCount(m, type, m.eq_objtype[k]));
    }
  });
  m.wrap_type.forEach((type, k) => {
    within('wrap_type', k, type, WrapType);
    expectWithin('wrap_objid', k, m.wrap_objid[k], wrapCount(m, type));
  });
  m.actuator_trntype.forEach((type, k) => {
    within('actuator_trntype', k, type, TrnType);
    expectWithin('actuator_trnid', 2 * k, m.actuator_trnid[2 * k], transmissionCount(m, type));
  });
  m.sensor_objid.forEach((id, k) => {
    const type = m.sensor_objtype[k] as ObjType;
    if (type !== ObjType.UNKNOWN) expectWithin('sensor_objid', k, id, countOf(m, type));
  });
}

function equalityCount(m: Model, type: number, objtype: number): number {
  if (type === EqType.JOINT) return m.njnt;
  if (type === EqType.TENDON) return m.ntendon;
  if (type === EqType.CONNECT || type === EqType.WELD) return objtype === ObjType.SITE ? m.nsite : m.nbody;
  return Math.max(m.ngeom, m.nflex);
}

function wrapCount(m: Model, type: number): number {
  if (type === WrapType.JOINT) return m.njnt;
  if (type === WrapType.SITE) return m.nsite;
  return type === WrapType.SPHERE || type === WrapType.CYLINDER ? m.ngeom : 1;
}

function transmissionCount(m: Model, type: number): number {
  if (type === TrnType.JOINT || type === TrnType.JOINTINPARENT) return m.njnt;
  if (type === TrnType.TENDON) return m.ntendon;
  return type === TrnType.BODY ? m.nbody : Math.max(m.nsite, 1);
}
