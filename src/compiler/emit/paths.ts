/** Paths of asset files, as they stand in the model's attributes. */

import type { Model } from '../../model/model.ts';
import type { HField, Mesh, Texture } from '../../spec/elements/asset.ts';
import type { Place } from '../../xml/place.ts';
import type { Scene } from '../scene.ts';
import { put } from './names.ts';

export function writePaths(scene: Scene, m: Model): void {
  let at = 0;
  const lists = [
    [scene.hfields, m.hfield_pathadr],
    [scene.meshes, m.mesh_pathadr],
    [scene.textures, m.tex_pathadr],
  ] as const;
  for (const [list, addresses] of lists) {
    list.forEach((node: { spec: HField | Mesh | Texture }, i: number) => {
      const path = filePath(node.spec);
      addresses[i] = path === '' ? -1 : at;
      if (path !== '') at = put(m.paths, at, path);
    });
  }
}

/** The `file` attribute (in URDF `filename`) as it was written, or without its folder when `strippath` says so. */
export function filePath(spec: HField | Mesh | Texture): string {
  if (spec.file === '') return '';
  const place = spec.place as Place & { get?(attribute: string): string | undefined };
  const path = place.get?.('file') ?? place.get?.('filename') ?? spec.file;
  return spec.compiler.strippath ? path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) : path;
}
