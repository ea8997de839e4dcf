/** Files that a spec needs for compilation. */

import type { SpecTree } from './specTree.ts';

/** Files of meshes, skins, height fields and textures. */
export function assetFiles(spec: SpecTree): string[] {
  const files = [...spec.meshes, ...spec.skins, ...spec.hfields, ...spec.textures].map((asset) => asset.file);
  return [...files, ...spec.textures.flatMap((texture) => texture.cubefiles)].filter((file) => file !== '');
}
