/** Files that a spec needs when it is compiled. */

import type { Spec } from './spec.ts';

/** Files of meshes, skins, height fields and textures. */
export function assetFiles(spec: Spec): string[] {
  const files = [...spec.meshes, ...spec.skins, ...spec.hfields, ...spec.textures].map((asset) => asset.file);
  return [...files, ...spec.textures.flatMap((texture) => texture.cubefiles)].filter((file) => file !== '');
}
