/** Bounding volume hierarchies of the colliding geoms, in the inertial frames of their bodies. */

import { buildBvh } from '../asset/bvh.ts';
import type { BodyNode, CompileState, GeomNode } from '../compileState.ts';

/** Build all hierarchies; ids of geoms must be final. */
export function makeBvhs(state: CompileState): void {
  for (const node of state.bodies) {
    makeBvh(node);
    node.bvh?.nodeid.forEach((k, i, nodeid) => {
      if (k >= 0) nodeid[i] = node.leaves[k].id;
    });
  }
}

/** Build the hierarchy of one body, with indices of `node.leaves` as ids. */
export function makeBvh(node: BodyNode): void {
  const geoms = node.geoms.filter(collides);
  if (geoms.length === 0) return;
  node.leaves = geoms;
  node.bvh = buildBvh(
    {
      id: geoms.map((_, k) => k),
      pos: geoms.flatMap((g) => g.pos),
      quat: geoms.flatMap((g) => g.quat),
      aabb: geoms.flatMap((g) => Array.from(g.aabb)),
    },
    node.ipos,
    node.iquat,
  );
}

function collides({ spec }: GeomNode): boolean {
  return spec.contype !== 0 || spec.conaffinity !== 0;
}
