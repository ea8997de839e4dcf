/** Bounding volume hierarchies of the colliding geoms, in the inertial frames of their bodies. */

import { buildBvh } from '../asset/bvh.ts';
import type { BodyNode, CompileState, GeomNode } from '../compileState.ts';

/** Build all hierarchies; ids of geoms must be final. */
export function makeBvhs(state: CompileState): void {
  for (const node of state.bodies) {
    makeBvh(node);
    node.bvh?.nodeid.forEach((_, i, nodeid) => {
      nodeid[i] = node.leaves[i]?.id ?? -1;
    });
  }
}

/** Build the hierarchy of one body. A node that was a leaf in an earlier one keeps its geom, as in MuJoCo, where the
 * hierarchy of a body is built again for every body that is fused with it; whether a node is a leaf follows from its
 * children. */
export function makeBvh(node: BodyNode): void {
  const geoms = node.geoms.filter(collides);
  if (geoms.length === 0) return;
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
  node.bvh.nodeid.forEach((k, i) => {
    if (k >= 0) node.leaves[i] = geoms[k];
  });
}

function collides({ spec }: GeomNode): boolean {
  return spec.contype !== 0 || spec.conaffinity !== 0;
}
