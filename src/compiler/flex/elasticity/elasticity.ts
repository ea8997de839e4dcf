/** Precomputed stiffness of a flex, by its kind. */

import { Elastic2D } from '../../../core/model/enums/spec.ts';
import type { FlexNode } from '../../compileState.ts';
import { cellNodes, FaceGrid } from '../faces.ts';
import { addBending, BEND_SIZE } from './bending.ts';
import { cellStiffness, faceStiffness } from './cellStiffness.ts';
import { stiffModes, warpMode } from './modes.ts';
import { shellBending } from './shellBending.ts';
import { addStretching, STRETCH_SIZE } from './stretching.ts';

export interface Elasticity {
  stiffness: Float64Array;
  bending: Float64Array;
}

export function elasticity(flex: FlexNode, xpos: Float64Array): Elasticity {
  return flex.interpolated ? ofCells(flex) : ofElements(flex, xpos);
}

function bends({ elastic2d }: { elastic2d: Elastic2D }): boolean {
  return elastic2d === Elastic2D.BEND || elastic2d === Elastic2D.BOTH;
}

/** Triangles and tetrahedra between the vertices. */
function ofElements(flex: FlexNode, xpos: Float64Array): Elasticity {
  const { dim, young, poisson, thickness, elastic2d } = flex.spec;
  const nelem = flex.elem.length / (dim + 1);
  const res: Elasticity = { stiffness: new Float64Array(0), bending: new Float64Array(0) };
  if (young <= 0) return res;
  res.stiffness = new Float64Array(STRETCH_SIZE * nelem);
  const corner = (v: number) => Array.from(xpos.subarray(3 * v, 3 * v + 3));
  const isShell = dim === 2 && elastic2d >= Elastic2D.STRETCH && thickness > 0;
  for (let e = 0; e < nelem && (isShell || dim === 3); e++) {
    const corners = flex.elem.slice(e * (dim + 1), (e + 1) * (dim + 1)).map(corner);
    addStretching(res.stiffness, STRETCH_SIZE * e, corners, young, poisson, isShell ? thickness : undefined);
  }
  if (dim !== 2 || !bends(flex.spec)) return res;
  const nedge = flex.edge.length / 2;
  res.bending = new Float64Array(BEND_SIZE * nedge);
  for (let e = 0; e < nedge; e++) {
    const flap = Array.from(flex.flap.subarray(4 * e, 4 * e + 4));
    // border edges do not bend
    if (flap[3] < 0) continue;
    addBending(res.bending, BEND_SIZE * e, flap.map(corner), young / (2 * (1 + poisson)), thickness);
  }
  return res;
}

/** Cells between the nodes, or their faces at the border. */
function ofCells(flex: FlexNode): Elasticity {
  const { young, poisson, thickness, order, cellcount } = flex.spec;
  const res: Elasticity = { stiffness: new Float64Array(0), bending: new Float64Array(0) };
  if (young > 0 || flex.strain) res.stiffness = flex.spec.elastic2d !== Elastic2D.NONE ? faces(flex) : cells(flex);
  if (bends(flex.spec) && thickness > 0 && young > 0) {
    res.bending = shellBending(flex.node0, order, cellcount, young, poisson, thickness);
  }
  return res;
}

/** Modes of strain constraints depend on the shape only: this is the material used for them. */
const STRAIN_YOUNG = 10;
const STRAIN_POISSON = 0.3;

function material({ strain, spec }: FlexNode): readonly [number, number] {
  return strain ? [STRAIN_YOUNG, STRAIN_POISSON] : [spec.young, spec.poisson];
}

function nodePositions(flex: FlexNode, nodes: readonly number[]): number[] {
  return nodes.flatMap((i) => Array.from(flex.node0.subarray(3 * i, 3 * i + 3)));
}

function cells(flex: FlexNode): Float64Array {
  const { order, cellcount } = flex.spec;
  const [young, poisson] = material(flex);
  const size = 3 * (order + 1) ** 3;
  const count = cellcount.reduce((product, n) => product * n, 1);
  const res = new Float64Array(count * size * size);
  for (let cell = 0; cell < count; cell++) {
    if (flex.emptycells[cell]) continue;
    const K = cellStiffness(nodePositions(flex, cellNodes(cell, order, cellcount)), young, poisson, order);
    res.set(flex.strain ? stiffModes(K, size) : K, cell * size * size);
  }
  return res;
}

function faces(flex: FlexNode): Float64Array {
  const { order, cellcount, thickness } = flex.spec;
  const [young, poisson] = material(flex);
  const grid = new FaceGrid(order, cellcount);
  const size = 3 * (order + 1) ** 2;
  const res = new Float64Array(grid.total * size * size);
  for (let id = 0; id < grid.total; id++) {
    const face = grid.face(id);
    const pos = nodePositions(flex, grid.nodes(face));
    const K = faceStiffness(pos, young, poisson, order, thickness, face.normal);
    if (!flex.strain) {
      res.set(K, id * size * size);
      continue;
    }
    const modes = stiffModes(K, size);
    const warp = warpMode(pos, order, face.normal, young, poisson, thickness);
    if (warp.length > 0) modes[0]++;
    res.set([...modes, ...warp], id * size * size);
  }
  return res;
}
