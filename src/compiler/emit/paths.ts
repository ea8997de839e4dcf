/** Paths of asset files, as in the attributes of the model. */

import type { Model } from '../../core/model/model.ts';
import type { HField, Mesh, Texture } from '../../formats/spec/elements/asset.ts';
import type { Skin } from '../../formats/spec/elements/deformable.ts';
import type { SourceLocation } from '../../formats/xml/sourceLocation.ts';
import type { CompileState } from '../compileState.ts';
import { put } from './names.ts';

type FileAsset = HField | Mesh | Skin | Texture;

export function writePaths(state: CompileState, m: Model): void {
  let at = 0;
  const lists = [
    [state.hfields, m.hfield_pathadr],
    [state.meshes, m.mesh_pathadr],
    [state.skins, m.skin_pathadr],
    [state.textures, m.tex_pathadr],
  ] as const;
  for (const [list, addresses] of lists) {
    list.forEach((node: { spec: FileAsset }, i: number) => {
      const path = filePath(node.spec);
      addresses[i] = path === '' ? -1 : at;
      if (path !== '') at = put(m.paths, at, path);
    });
  }
}

/** The `file` attribute (`filename` in URDF) as written, or without its folder if `strippath` is set. */
export function filePath(spec: FileAsset): string {
  if (spec.file === '') return '';
  const location = spec.location as SourceLocation & { get?(attribute: string): string | undefined };
  const path = location.get?.('file') ?? location.get?.('filename') ?? spec.file;
  return spec.compiler.strippath ? path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) : path;
}
