/** Flexes: their vertices, nodes, edges, elements and cells are ranges of sizes given by dimension and interpolation,
 * and their indices are valid. */
import { FlexEquality } from '../../../core/model/enums/spec.ts';
import { FlexSelf } from '../../../core/model/enums.ts';
import type { Model } from '../../../core/model/model.ts';
import { BinaryProblem } from '../problem.ts';
import { expectAllWithin, expectPacked, expectValue, expectWithin, fail, Packing } from './expect.ts';

/** Edges of an element, by dimension. */
const ELEMENT_EDGES: readonly number[] = [0, 1, 3, 6];
/** Values per element stiffness, and per edge bending, without interpolation. */
const STRETCH_SIZE = 21;
const BEND_SIZE = 17;
/** Values per face pair of shell bending, after their number. */
const FACE_BEND_SIZE = 10;

export function checkFlexes(m: Model): void {
  const { nflex, flex_dim, flex_elemnum, flex_edgenum, flex_vertnum, flex_texcoordadr } = m;
  expectPacked('flex_nodeadr', m.flex_nodeadr, 'flex_nodenum', m.flex_nodenum, 'nflexnode', m.nflexnode);
  expectPacked('flex_vertadr', m.flex_vertadr, 'flex_vertnum', flex_vertnum, 'nflexvert', m.nflexvert);
  expectPacked('flex_edgeadr', m.flex_edgeadr, 'flex_edgenum', flex_edgenum, 'nflexedge', m.nflexedge);
  expectPacked('flex_elemadr', m.flex_elemadr, 'flex_elemnum', flex_elemnum, 'nflexelem', m.nflexelem);
  expectPacked('flex_evpairadr', m.flex_evpairadr, 'flex_evpairnum', m.flex_evpairnum, 'nflexevpair', m.nflexevpair);
  const elements = new Packing('nflexelemdata', m.nflexelemdata);
  const edges = new Packing('nflexelemedge', m.nflexelemedge);
  const shells = new Packing('nflexshelldata', m.nflexshelldata);
  for (let f = 0; f < nflex; f++) {
    const dim = flex_dim[f];
    if (flex_elemnum[f] === 0) fail('flex_elemnum', f, 'at least 1', 0);
    if (flex_vertnum[f] <= dim) fail('flex_vertnum', f, `at least ${dim + 1}`, flex_vertnum[f]);
    elements.add('flex_elemdataadr', m.flex_elemdataadr, f, 'flex_elemnum', flex_elemnum[f] * (dim + 1));
    edges.add('flex_elemedgeadr', m.flex_elemedgeadr, f, 'flex_elemnum', flex_elemnum[f] * ELEMENT_EDGES[dim]);
    shells.add('flex_shelldataadr', m.flex_shelldataadr, f, 'flex_shellnum', m.flex_shellnum[f] * dim);
    if (flex_texcoordadr[f] !== -1) expectWithin('flex_texcoordadr', flex_texcoordadr, f, 0, m.nflextexcoord);
    checkNodes(m, f);
  }
  for (const packing of [elements, edges, shells]) packing.finish();
  checkElasticity(m);
}

/** An interpolated flex has nodes on a grid, and no collisions with itself. */
function checkNodes(m: Model, f: number): void {
  const { flex_interp, flex_cellnum, flex_nodenum, flex_selfcollide, flex_internal, flex_edgeequality } = m;
  const order = Math.abs(flex_interp[f]);
  if (order === 0) {
    expectValue('flex_nodenum', flex_nodenum, f, 0, 'as it is not interpolated');
    if (flex_edgeequality[f] === FlexEquality.STRAIN) {
      fail('flex_edgeequality', f, 'another kind, because it is not interpolated', flex_edgeequality[f]);
    }
    return;
  }
  let nodes = 1;
  for (let a = 3 * f; a < 3 * f + 3; a++) {
    expectWithin('flex_cellnum', flex_cellnum, a, 1, m.nflexnode + 1);
    nodes *= flex_cellnum[a] * order + 1;
  }
  expectValue('flex_nodenum', flex_nodenum, f, nodes, 'by flex_cellnum and flex_interp');
  expectValue('flex_selfcollide', flex_selfcollide, f, FlexSelf.NONE, 'as it is interpolated');
  expectValue('flex_internal', flex_internal, f, 0, 'as it is interpolated');
}

function checkElasticity(m: Model): void {
  const { nflex, flex_interp, flex_dim, flex_stiffnessadr, flex_bendingadr, flex_elemnum, flex_edgenum } = m;
  const stiffness = new Packing('nflexstiffness', m.nflexstiffness);
  const bending = new Packing('nflexbending', m.nflexbending);
  for (let f = 0; f < nflex; f++) {
    if (flex_stiffnessadr[f] !== -1) {
      const size = flex_interp[f] === 0 ? STRETCH_SIZE * flex_elemnum[f] : cellCount(m, f) * cellSize(m, f) ** 2;
      stiffness.add('flex_stiffnessadr', flex_stiffnessadr, f, 'flex_stiffnessadr', size);
    }
    if (flex_bendingadr[f] === -1) continue;
    if (flex_interp[f] === 0) {
      expectValue('flex_dim', flex_dim, f, 2, 'as it bends');
      bending.add('flex_bendingadr', flex_bendingadr, f, 'flex_bendingadr', BEND_SIZE * flex_edgenum[f]);
      checkFlaps(m, f);
    } else {
      expectWithin('flex_interp', flex_interp, f, -2, 0);
      expectWithin('flex_bendingadr', flex_bendingadr, f, bending.end, m.nflexbending);
      bending.add('flex_bendingadr', flex_bendingadr, f, 'flex_bendingadr', faceBendSize(m, f));
      checkFaceBends(m, f);
    }
  }
  stiffness.finish();
  bending.finish();
}

/** An edge that bends has a vertex on both sides. */
function checkFlaps(m: Model, f: number): void {
  const { flex_edgeadr, flex_edgenum, flex_edgeflap } = m;
  for (let e = flex_edgeadr[f]; e < flex_edgeadr[f] + flex_edgenum[f]; e++) {
    if (flex_edgeflap[2 * e + 1] >= 0 && flex_edgeflap[2 * e] < 0) fail('flex_edgeflap', 2 * e, 'a vertex', -1);
  }
}

/** Number of finite elements of an interpolated flex: cells, or the faces of a shell. */
function cellCount({ flex_cellnum, flex_interp }: Model, f: number): number {
  const [x, y, z] = [flex_cellnum[3 * f], flex_cellnum[3 * f + 1], flex_cellnum[3 * f + 2]];
  return flex_interp[f] < 0 ? 2 * (y * z + x * z + x * y) : x * y * z;
}

/** Coordinates of the nodes of a finite element. */
function cellSize({ flex_interp }: Model, f: number): number {
  const n = Math.abs(flex_interp[f]) + 1;
  return 3 * (flex_interp[f] < 0 ? n * n : n * n * n);
}

function faceBendSize(m: Model, f: number): number {
  const count = m.flex_bending[m.flex_bendingadr[f]];
  const maxCount = 2 * cellCount(m, f);
  if (Number.isInteger(count) && count >= 0 && count <= maxCount) return 1 + FACE_BEND_SIZE * count;
  return fail('flex_bending', m.flex_bendingadr[f], `a number of edges from 0 to ${maxCount}`, count);
}

/** Both faces of each edge are numbers of faces. */
function checkFaceBends(m: Model, f: number): void {
  const { flex_bending, flex_bendingadr } = m;
  const start = flex_bendingadr[f];
  const faces = cellCount(m, f);
  for (let e = 0; e < flex_bending[start]; e++) {
    const b = start + 1 + FACE_BEND_SIZE * e;
    expectWithin('flex_bending', flex_bending, b, 0, faces);
    expectWithin('flex_bending', flex_bending, b + 1, 0, faces);
  }
}

/** The cell of strain equality i, and its number of modes, stored before them. */
export function strainCells(m: Model, i: number): void {
  const { eq_obj1id, eq_data, flex_interp, flex_cellnum, flex_stiffnessadr, flex_stiffness } = m;
  const f = eq_obj1id[i];
  if (flex_interp[f] === 0 || flex_stiffnessadr[f] < 0) return;
  const shell = flex_interp[f] < 0;
  let cell = 0;
  for (let a = 0; a < (shell ? 1 : 3); a++) {
    const count = shell ? cellCount(m, f) : flex_cellnum[3 * f + a];
    expectWithin('eq_data', eq_data, 11 * i + a, 0, count);
    cell = cell * count + Math.trunc(eq_data[11 * i + a]);
  }
  const size = cellSize(m, f);
  expectWithin('flex_stiffness', flex_stiffness, flex_stiffnessadr[f] + cell * size * size, 0, size);
}

export function checkFlexElements(m: Model): void {
  for (let f = 0; f < m.nflex; f++) {
    const vertices = m.flex_vertnum[f];
    const dim = m.flex_dim[f];
    const inside = (field: keyof Model & `flex_${string}`, from: number, length: number, min: number, end: number) =>
      expectAllWithin(field, m[field] as Int32Array, from, from + length, min, end);
    inside('flex_elem', m.flex_elemdataadr[f], m.flex_elemnum[f] * (dim + 1), 0, vertices);
    inside('flex_elemedge', m.flex_elemedgeadr[f], m.flex_elemnum[f] * ELEMENT_EDGES[dim], 0, m.flex_edgenum[f]);
    inside('flex_edge', 2 * m.flex_edgeadr[f], 2 * m.flex_edgenum[f], 0, vertices);
    inside('flex_edgeflap', 2 * m.flex_edgeadr[f], 2 * m.flex_edgenum[f], -1, vertices);
    if (m.flex_shellnum[f] > 0) inside('flex_shell', m.flex_shelldataadr[f], m.flex_shellnum[f] * dim, 0, vertices);
    // a rigid flex has one body for all its vertices, an interpolated one has nodes instead
    const bodies = m.flex_interp[f] === 0 ? [0, m.nbody] : [-1, 0];
    inside('flex_vertbodyid', m.flex_vertadr[f], vertices, bodies[0], bodies[1]);
    const texcoord = m.flex_texcoordadr[f];
    const texcoords = texcoord < 0 ? Number.POSITIVE_INFINITY : m.nflextexcoord - texcoord;
    inside('flex_elemtexcoord', m.flex_elemdataadr[f], m.flex_elemnum[f] * (dim + 1), 0, texcoords);
    for (let k = m.flex_evpairadr[f]; k < m.flex_evpairadr[f] + m.flex_evpairnum[f]; k++) {
      inside('flex_evpair', 2 * k, 1, 0, m.flex_elemnum[f]);
      inside('flex_evpair', 2 * k + 1, 1, 0, vertices);
    }
  }
}

/** The factor of mass and bending: consecutive rows, with columns that increase up to the diagonal. */
export function checkFlexMetric(m: Model): void {
  const { nefm0dof, efm0_L_rownnz: nnz, efm0_L_rowadr: adr, efm0_L_colind: colind } = m;
  expectPacked('efm0_L_rowadr', adr, 'efm0_L_rownnz', nnz, 'nefm0L', m.nefm0L);
  for (let r = 0; r < nefm0dof; r++) {
    if (nnz[r] === 0) fail('efm0_L_rownnz', r, 'at least 1', 0);
    const last = adr[r] + nnz[r] - 1;
    expectValue('efm0_L_colind', colind, last, r, 'the diagonal');
    for (let k = adr[r]; k < last; k++) {
      if (colind[k] >= colind[k + 1]) fail('efm0_L_colind', k, `less than ${colind[k + 1]}`, colind[k]);
    }
  }
  if (nefm0dof > 0 && m.nflex === 0) throw new BinaryProblem(`nefm0dof: expected 0 without a flex, found ${nefm0dof}`);
}
