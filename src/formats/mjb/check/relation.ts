/** Contact pairs, equalities and tendons: their objects exist and have valid types. */
import { EqType, JointType, ObjType, WrapType } from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';
import { expectPacked, expectSize, expectValue, expectWithin, fail } from './expect.ts';
import { strainCells } from './flex.ts';

/** Bits per body in a pair signature of 32 bits. */
const HALF = 16;
const LOW = 0xffff;

export function checkPairs(m: Model): void {
  const { npair, nexclude, nbody, pair_geom1, pair_geom2, pair_signature, exclude_signature, geom_bodyid } = m;
  for (let k = 0; k < npair; k++) {
    const [b1, b2] = [geom_bodyid[pair_geom1[k]], geom_bodyid[pair_geom2[k]]];
    if (b1 > b2) fail('pair_geom1', k, 'a geom whose body comes first', pair_geom1[k]);
    expectValue('pair_signature', pair_signature, k, ((b1 << HALF) + b2) | 0, 'by the bodies of its geoms');
  }
  for (let k = 0; k < nexclude; k++) {
    const [b1, b2] = [exclude_signature[k] >>> HALF, exclude_signature[k] & LOW];
    if (b1 > b2 || b2 >= nbody) fail('exclude_signature', k, 'two bodies in order', exclude_signature[k]);
  }
  expectSorted('pair_signature', pair_signature);
  expectSorted('exclude_signature', exclude_signature);
}

/** Increasing, as signed or unsigned integers: both occur for bodies beyond 32767. */
function expectSorted(field: string, values: Int32Array): void {
  let signed = true;
  for (let k = 1; k < values.length; k++) {
    if (values[k] < values[k - 1]) signed = false;
    if (!signed && values[k] >>> 0 < values[k - 1] >>> 0) fail(field, k, 'increasing values', values[k]);
  }
}

export function checkEqualities(m: Model): void {
  const { neq, eq_type, eq_objtype, eq_obj1id, eq_obj2id } = m;
  for (let i = 0; i < neq; i++) {
    const type = eq_type[i];
    const [count, optional] = objectsOf(m, i, type);
    expectWithin('eq_obj1id', eq_obj1id, i, 0, count);
    if (optional) expectWithin('eq_obj2id', eq_obj2id, i, -1, count);
    else expectWithin('eq_obj2id', eq_obj2id, i, 0, count);
    if (type === EqType.JOINT) {
      expectScalar(m, 'eq_obj1id', eq_obj1id, i);
      if (eq_obj2id[i] >= 0) expectScalar(m, 'eq_obj2id', eq_obj2id, i);
    }
    if ((type === EqType.CONNECT || type === EqType.WELD) && !CONNECTED.includes(eq_objtype[i])) {
      fail('eq_objtype', i, `one of ${CONNECTED.join(', ')}`, eq_objtype[i]);
    }
    if (type === EqType.FLEXSTRAIN) strainCells(m, i);
  }
}

const CONNECTED: readonly number[] = [ObjType.BODY, ObjType.SITE];

/** Number of objects of the kind that equality i names, and whether the second one is optional. */
function objectsOf(m: Model, i: number, type: number): readonly [count: number, optional: boolean] {
  switch (type) {
    case EqType.CONNECT:
    case EqType.WELD:
      return [m.eq_objtype[i] === ObjType.SITE ? m.nsite : m.nbody, false];
    case EqType.JOINT:
      return [m.njnt, true];
    case EqType.TENDON:
      return [m.ntendon, true];
    case EqType.DISTANCE:
      return [m.ngeom, false];
    default:
      return [m.nflex, true];
  }
}

function expectScalar(m: Model, field: string, joints: Int32Array, k: number): void {
  const type = m.jnt_type[joints[k]];
  if (type !== JointType.HINGE && type !== JointType.SLIDE) fail(field, k, 'a hinge or a slide', joints[k]);
}

export function checkTendons(m: Model): void {
  const { ntendon, tendon_adr, tendon_num, wrap_type } = m;
  expectPacked('tendon_adr', tendon_adr, 'tendon_num', tendon_num, 'nwrap', m.nwrap);
  const state = { adr: 0, seen: new Int32Array(m.nbody).fill(-1) };
  for (let i = 0; i < ntendon; i++) {
    if (tendon_num[i] === 0) fail('tendon_num', i, 'at least 1', 0);
    const start = tendon_adr[i];
    const end = start + tendon_num[i];
    const fixed = wrap_type[start] === WrapType.JOINT;
    if (fixed) checkFixedPath(m, start, end);
    else checkPath(m, start, end);
    checkRow(m, i, fixed ? fixedColumns(m, start, end) : pathDofs(m, i, start, end, state.seen), state);
    checkTrees(m, i, start, end);
  }
  expectSize('nJten', m.nJten, state.adr);
}

function checkFixedPath(m: Model, start: number, end: number): void {
  for (let w = start; w < end; w++) {
    expectValue('wrap_type', m.wrap_type, w, WrapType.JOINT, 'the value of the rest of its tendon');
    expectWithin('wrap_objid', m.wrap_objid, w, 0, m.njnt);
    expectScalar(m, 'wrap_objid', m.wrap_objid, w);
  }
}

/** A path connects sites, straight or around one geom; pulleys start new branches. */
function checkPath(m: Model, start: number, end: number): void {
  const { wrap_type: type, wrap_objid } = m;
  for (let w = start; w < end; w++) {
    const isGeom = type[w] === WrapType.SPHERE || type[w] === WrapType.CYLINDER;
    if (type[w] === WrapType.SITE) expectWithin('wrap_objid', wrap_objid, w, 0, m.nsite);
    else if (isGeom) expectWithin('wrap_objid', wrap_objid, w, 0, m.ngeom);
    else if (type[w] === WrapType.PULLEY) expectValue('wrap_objid', wrap_objid, w, -1, 'as a pulley has no object');
    else fail('wrap_type', w, 'a site, a geom or a pulley', type[w]);
    if (!isGeom) continue;
    const between = w > start && w + 1 < end && type[w - 1] === WrapType.SITE && type[w + 1] === WrapType.SITE;
    if (!between) fail('wrap_type', w, 'a geom only between two sites', type[w]);
  }
}

function fixedColumns(m: Model, start: number, end: number): number[] {
  const columns: number[] = [];
  for (let w = start; w < end; w++) columns.push(m.jnt_dofadr[m.wrap_objid[w]]);
  return columns;
}

/** Dofs above the bodies of a path; `seen` has the last tendon that visited each body. */
function pathDofs(m: Model, tendon: number, start: number, end: number, seen: Int32Array): number[] {
  const { body_parentid, body_dofnum, body_dofadr } = m;
  const columns: number[] = [];
  for (let w = start; w < end; w++) {
    for (let body = pathBodyId(m, w); body > 0 && seen[body] !== tendon; body = body_parentid[body]) {
      seen[body] = tendon;
      for (let k = 0; k < body_dofnum[body]; k++) columns.push(body_dofadr[body] + k);
    }
  }
  return columns;
}

/** Body of a step of a path; -1 for pulleys. */
function pathBodyId({ wrap_type, wrap_objid, jnt_bodyid, site_bodyid, geom_bodyid }: Model, w: number): number {
  if (wrap_type[w] === WrapType.PULLEY) return -1;
  if (wrap_type[w] === WrapType.JOINT) return jnt_bodyid[wrap_objid[w]];
  return wrap_type[w] === WrapType.SITE ? site_bodyid[wrap_objid[w]] : geom_bodyid[wrap_objid[w]];
}

/** Row i of the tendon Jacobian has these columns, increasing. */
function checkRow(m: Model, i: number, columns: number[], state: { adr: number }): void {
  const { ten_J_rownnz, ten_J_rowadr, ten_J_colind } = m;
  expectValue('ten_J_rowadr', ten_J_rowadr, i, state.adr, 'after the previous row');
  expectValue('ten_J_rownnz', ten_J_rownnz, i, columns.length, 'by the path of the tendon');
  columns.sort((a, b) => a - b);
  const left = m.nJten - state.adr;
  if (columns.length > left) fail('ten_J_rownnz', i, `at most ${left} of nJten in all`, columns.length);
  for (let k = 0; k < columns.length; k++) {
    expectValue('ten_J_colind', ten_J_colind, state.adr + k, columns[k], 'by the path of the tendon');
  }
  state.adr += columns.length;
}

function checkTrees(m: Model, i: number, start: number, end: number): void {
  const { body_treeid, tendon_treenum, tendon_treeid } = m;
  const trees = new Set<number>();
  for (let w = start; w < end; w++) {
    const body = pathBodyId(m, w);
    if (body >= 0 && body_treeid[body] >= 0) trees.add(body_treeid[body]);
  }
  const [first = -1, second = -1] = trees;
  expectValue('tendon_treenum', tendon_treenum, i, trees.size, 'by its path');
  expectValue('tendon_treeid', tendon_treeid, 2 * i, first, 'by its path');
  expectValue('tendon_treeid', tendon_treeid, 2 * i + 1, second, 'by its path');
}
