/** `discardvisual`: materials, textures, geoms that neither collide nor are referred to, and meshes nobody needs then. */

import { ObjType } from '../../core/model/enums.ts';
import type { Scene } from '../scene.ts';

/** Before anything is compiled: materials and textures. */
export function discardMaterials(scene: Scene): void {
  scene.materials = [];
  scene.textures = [];
  scene.names.add(ObjType.MATERIAL, [], scene.report);
  scene.names.add(ObjType.TEXTURE, [], scene.report);
}

/** After all references are known: geoms that are only seen, and meshes that only such geoms use. */
export function discardVisual(scene: Scene): void {
  for (const { mesh, visual } of scene.geoms) if (mesh && !visual) mesh.visual = false;
  scene.geoms = renumbered(scene.geoms.filter((geom) => !geom.visual));
  scene.meshes = renumbered(scene.meshes.filter((mesh) => !mesh.visual));
  for (const body of scene.bodies) body.geoms = body.geoms.filter((geom) => !geom.visual);
}

function renumbered<N extends { id: number }>(nodes: N[]): N[] {
  nodes.forEach((node, i) => {
    node.id = i;
  });
  return nodes;
}
