/** Assets: references between elements, and generated or inline textures; `chunks/assets.ts` handles files, meshes and
 * height fields. */

import { MeshInertia, TextureBuiltin } from '../core/model/enums/spec.ts';
import { GeomType, ObjType, TextureType } from '../core/model/enums.ts';
import { beyondLimit } from '../core/model/limits.ts';
import { AssetError, type Claim } from '../formats/bytes/assetError.ts';
import type { Texture } from '../formats/spec/elements/asset.ts';
import type { SpecElement } from '../formats/spec/elements/element.ts';
import { FileProblem } from '../formats/xml/fileSource.ts';
import { requireChunk } from './chunks/lazyChunks.ts';
import type { CompileState, HFieldNode, MaterialNode, MeshNode, TextureNode } from './compileState.ts';
import { builtinSize, builtinTexture } from './texture/builtinTexture.ts';
import { textureBytes } from './texture/texture.ts';

/** Resolve meshes, height fields, materials and textures named by elements. */
export function referAssets(state: CompileState): void {
  const { names, report, spec } = state;
  for (const geom of state.geoms) {
    const s = geom.spec;
    if (s.meshname !== '') {
      geom.mesh = names.resolve<MeshNode>(report, s, 'mesh', ObjType.MESH, s.meshname) ?? null;
    }
    geom.matid = materialId(state, s, s.material !== '' ? s.material : (geom.mesh?.spec.material ?? ''));
    if (s.hfieldname !== '') {
      geom.hfield = names.resolve<HFieldNode>(report, s, 'hfield', ObjType.HFIELD, s.hfieldname) ?? null;
    }
  }
  const discard = spec.compiler.discardvisual;
  for (const site of state.sites) site.matid = discard ? -1 : materialId(state, site.spec, site.spec.material);
  for (const tendon of state.tendons)
    tendon.matid = discard ? -1 : materialId(state, tendon.spec, tendon.spec.material);
  for (const material of state.materials) {
    material.spec.textures.forEach((name, role) => {
      if (name === '') return;
      const texture = names.resolve<TextureNode>(report, material.spec, 'texture', ObjType.TEXTURE, name);
      if (texture) material.texid[role] = texture.id;
    });
  }
}

function materialId(state: CompileState, element: SpecElement, name: string): number {
  if (name === '' || state.spec.compiler.discardvisual) return -1;
  return state.names.resolve<MaterialNode>(state.report, element, 'material', ObjType.MATERIAL, name)?.id ?? -1;
}

/** Mark meshes whose hull is needed: those that can collide, alone or in an explicit pair, and those with convex
 * inertia. */
export function markHulls(state: CompileState): void {
  const inPair = new Set<string>();
  for (const { geomname1, geomname2 } of state.spec.pairs) {
    inPair.add(geomname1);
    inPair.add(geomname2);
  }
  for (const { spec, mesh, name } of state.geoms) {
    if (!mesh || (spec.type !== GeomType.MESH && spec.type !== GeomType.SDF)) continue;
    if (spec.type === GeomType.SDF) mesh.needsdf = true;
    if (spec.contype !== 0 || spec.conaffinity !== 0 || (name !== '' && inPair.has(name))) mesh.needhull = true;
  }
  for (const mesh of state.meshes) if (mesh.spec.inertia === MeshInertia.CONVEX) mesh.needhull = true;
}

/** The invalid attribute, and the reason. */
export type Problem = readonly [attribute: string, message: string];

export function compileTextures(state: CompileState): void {
  for (const texture of state.textures) guard(state, texture.spec, () => compileTexture(state, texture));
}

function compileTexture(state: CompileState, texture: TextureNode): void {
  const s = texture.spec;
  const claim = claimFor(state);
  const problem = textureProblem(s);
  if (problem) {
    state.report.elementError(s, ...problem);
  } else if (s.data !== undefined) {
    const { width, height, nchannel, colorspace, data } = s;
    texture.data = { width, height, nchannel, colorspace, data };
  } else if (s.builtin !== TextureBuiltin.NONE) {
    const { width, height } = builtinSize(s);
    claim(Math.max(3, s.nchannel) * width * height);
    // drawn directly into the Model once it exists; a texture with fewer channels than drawn, in a temporary array
    texture.data =
      s.nchannel < 3 ? builtinTexture(s) : { width, height, nchannel: s.nchannel, colorspace: s.colorspace };
  } else texture.data = requireChunk('assets').readTexture(state, s, claim);
  if (texture.data) state.assetBytes += textureBytes(texture.data);
}

function textureProblem(s: Texture): Problem | undefined {
  const flat = s.type === TextureType['2D'];
  if (s.data !== undefined) {
    const count = s.width * s.height * s.nchannel;
    if (count === s.data.length) return undefined;
    return ['data', `expected width x height x nchannel = ${count} bytes, found ${s.data.length}`];
  }
  if (s.builtin !== TextureBuiltin.NONE) {
    if (s.width < 1) return ['width', `a built-in texture needs a positive width, found ${s.width}`];
    if (flat && s.height < 1) return ['height', `a built-in 2d texture needs a positive height, found ${s.height}`];
    return undefined;
  }
  if (s.file !== '') return undefined;
  if (flat) return ['file', 'a 2d texture needs a file or a builtin'];
  if (s.cubefiles.some((file) => file !== '')) return undefined;
  return ['file', 'a cube texture needs a file, files for its sides, or a builtin'];
}

/** Checks that an asset of that many bytes is within the limits, by itself and together with the earlier ones. */
export function claimFor(state: CompileState): Claim {
  const { assetBytes, modelBytes } = state.spec.limits;
  return (bytes) => {
    if (bytes > assetBytes) {
      throw new AssetError(beyondLimit('bytes when unpacked', bytes, 'assetBytes', assetBytes));
    }
    const all = state.assetBytes + bytes;
    if (all > modelBytes) throw new AssetError(beyondLimit('bytes of all assets', all, 'modelBytes', modelBytes));
  };
}

export function readFile(state: CompileState, path: string): Uint8Array {
  const bytes = readSource(state, path);
  if (bytes === undefined) throw new AssetError(`cannot read file '${path}'`);
  // a plain byte array: slices of Node's Buffer views do not copy
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function readSource(state: CompileState, path: string): Uint8Array | undefined {
  try {
    return state.spec.source.read(path);
  } catch (error) {
    throw error instanceof FileProblem ? new AssetError(error.message) : error;
  }
}

/** Asset functions throw errors without a location; this adds it. */
export function guard(state: CompileState, element: SpecElement & { file: string }, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof AssetError)) throw error;
    state.report.elementError(element, element.file !== '' ? 'file' : undefined, error.message);
  }
}
