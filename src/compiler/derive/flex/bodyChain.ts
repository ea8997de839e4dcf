/** Dofs that move any of the given bodies, increasing. */

import { lastDof } from '../../../core/engine/tree/chain.ts';
import type { Model } from '../../../core/model/model.ts';

export function chainOfBodies(m: Model, bodies: Iterable<number>): number[] {
  const dofs = new Set<number>();
  for (const body of bodies) {
    for (let dof = lastDof(m, body); dof >= 0 && !dofs.has(dof); dof = m.dof_parentid[dof]) dofs.add(dof);
  }
  return [...dofs].sort((a, b) => a - b);
}
