/** Counts of nonzeros in the matrices of flexes. */

import type { BodyNode, CompileState, FlexNode } from '../compileState.ts';
import { fillOf } from '../derive/flex/metricPattern.ts';

export interface FlexStructure {
  /** nonzeros of the Jacobians of edges, and of vertices */
  nJfe: number;
  nJfv: number;
  /** rows and nonzeros of the factor of mass and bending stiffness */
  nefm0dof: number;
  nefm0L: number;
}

export function flexStructure(state: CompileState): FlexStructure {
  const s: FlexStructure = { nJfe: 0, nJfv: 0, nefm0dof: 0, nefm0L: 0 };
  for (const flex of state.flexes) {
    if (flex.interpolated || flex.rigid) continue;
    countMetric(flex, s);
    countJacobians(flex, s);
  }
  return s;
}

function countMetric(flex: FlexNode, s: FlexStructure): void {
  if (flex.spec.dim !== 2 || flex.bending.length === 0) return;
  const moves = Array.from({ length: flex.nvert }, (_, v) => flex.vertbodies[v].joints.length > 0);
  const flaps: number[][] = [];
  for (let e = 0; e < flex.flap.length; e += 4) {
    if (flex.flap[e + 3] >= 0) flaps.push(Array.from(flex.flap.subarray(e, e + 4)));
  }
  const { rows, nonzeros } = fillOf(moves, flaps);
  s.nefm0dof += 3 * rows;
  s.nefm0L += 3 * nonzeros;
}

/** Number of dofs above a set of bodies. */
function dofsAbove(bodies: Iterable<BodyNode>): number {
  const seen = new Set<BodyNode>();
  let n = 0;
  for (const start of bodies) {
    for (let body: BodyNode | null = start; body && !seen.has(body); body = body.parent) {
      seen.add(body);
      n += body.dofnum;
    }
  }
  return n;
}

function countJacobians({ edge, nvert, vertbodies }: FlexNode, s: FlexStructure): void {
  const around = Array.from({ length: nvert }, (_, v) => new Set([vertbodies[v]]));
  for (let e = 0; e < edge.length; e += 2) {
    const [a, b] = [edge[e], edge[e + 1]];
    s.nJfe += dofsAbove([vertbodies[a], vertbodies[b]]);
    around[a].add(vertbodies[b]);
    around[b].add(vertbodies[a]);
  }
  for (const bodies of around) s.nJfv += dofsAbove(bodies);
}
