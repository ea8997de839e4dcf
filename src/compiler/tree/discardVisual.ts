/**
 * `discardvisual`: removes materials, textures, geoms that neither collide nor are referenced, and meshes that become
 * unused.
 */

import { ObjType } from '../../core/model/enums.ts';
import type { CompileState } from '../compileState.ts';

/** Before anything is compiled: materials and textures. */
export function discardMaterials(state: CompileState): void {
  state.materials = [];
  state.textures = [];
  state.names.add(ObjType.MATERIAL, [], state.report);
  state.names.add(ObjType.TEXTURE, [], state.report);
}

/** After all references are resolved: visual geoms, and meshes used only by them. */
export function discardVisual(state: CompileState): void {
  for (const { mesh, visual } of state.geoms) if (mesh && !visual) mesh.visual = false;
  state.geoms = renumbered(state.geoms.filter((geom) => !geom.visual));
  state.meshes = renumbered(state.meshes.filter((mesh) => !mesh.visual));
  for (const body of state.bodies) body.geoms = body.geoms.filter((geom) => !geom.visual);
}

function renumbered<N extends { id: number }>(nodes: N[]): N[] {
  nodes.forEach((node, i) => {
    node.id = i;
  });
  return nodes;
}
