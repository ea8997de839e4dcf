/** Explicit contact pairs and excluded pairs of bodies, sorted by the signature of their bodies. */

import { ObjType } from '../../core/model/enums.ts';
import type { BodyNode, CompileState, GeomNode } from '../compileState.ts';

const CONDIMS: readonly number[] = [1, 3, 4, 6];

export function compilePairs(state: CompileState): void {
  const { names, report } = state;
  for (const pair of state.pairs) {
    const { spec } = pair;
    if (!CONDIMS.includes(spec.condim))
      report.elementError(spec, 'condim', `expected 1, 3, 4 or 6, found ${spec.condim}`);
    let geom1 = names.resolve<GeomNode>(report, spec, 'geom1', ObjType.GEOM, spec.geomname1);
    let geom2 = names.resolve<GeomNode>(report, spec, 'geom2', ObjType.GEOM, spec.geomname2);
    if (!geom1 || !geom2) continue;
    geom1.visual = false;
    geom2.visual = false;
    if (geom1.body.id > geom2.body.id) [geom1, geom2] = [geom2, geom1];
    pair.geom1 = geom1;
    pair.geom2 = geom2;
    pair.signature = signature(geom1.body.id, geom2.body.id);
  }
  sortBySignature(state.pairs);
}

export function compileExcludes(state: CompileState): void {
  const { names, report } = state;
  for (const exclude of state.excludes) {
    const { spec } = exclude;
    const body1 = names.resolve<BodyNode>(report, spec, 'body1', ObjType.BODY, spec.bodyname1);
    const body2 = names.resolve<BodyNode>(report, spec, 'body2', ObjType.BODY, spec.bodyname2);
    if (!body1 || !body2) continue;
    exclude.signature = signature(Math.min(body1.id, body2.id), Math.max(body1.id, body2.id));
  }
  sortBySignature(state.excludes);
}

function signature(body1: number, body2: number): number {
  return (body1 << 16) + body2;
}

function sortBySignature(nodes: { signature: number; id: number }[]): void {
  nodes.sort((a, b) => a.signature - b.signature);
  nodes.forEach((node, i) => {
    node.id = i;
  });
}
