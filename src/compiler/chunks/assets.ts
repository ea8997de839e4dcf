/** Meshes, height fields and textures from files, inline numbers, built-in shapes or plugins. */

import { MeshBuiltin, type MeshInertia } from '../../core/model/enums/spec.ts';
import { TextureType } from '../../core/model/enums.ts';
import { pluginAt } from '../../core/plugin/registry.ts';
import { AssetError, type Claim } from '../../formats/bytes/assetError.ts';
import type { HField, Texture } from '../../formats/spec/elements/asset.ts';
import { assetContentType } from '../asset/contentType.ts';
import { decodeHField, normalizeHField } from '../asset/hfield.ts';
import { builtinMesh } from '../asset/mesh/builtin.ts';
import { decodeMesh, inlineMesh, mergeMesh } from '../asset/mesh/formats/decode.ts';
import { processMesh } from '../asset/mesh/process.ts';
import { surfaceNet } from '../asset/mesh/surfaceNet.ts';
import type { MeshData } from '../asset/mesh/types.ts';
import { claimFor, guard, type Problem, readFile } from '../assets.ts';
import type { CompileState, HFieldNode, MeshNode, PluginNode } from '../compileState.ts';
import { textureFromFaces, textureFromFile, textureFromGrid } from '../texture/fromFiles.ts';
import type { TexturePlan } from '../texture/texture.ts';

export function compileMeshes(state: CompileState): void {
  for (const mesh of state.meshes) guard(state, mesh.spec, () => compileMesh(state, mesh));
}

function compileMesh(state: CompileState, mesh: MeshNode): void {
  const s = mesh.spec;
  let data: MeshData & { inertia?: MeshInertia };
  let fromObj = false;
  if (mesh.plugin) {
    data = shapeSurface(state, mesh.plugin);
  } else if (s.builtin !== MeshBuiltin.NONE) {
    data = builtinMesh(s.builtin, s.params, claimFor(state));
  } else {
    data = inlineMesh({
      vert: s.uservert,
      normal: s.usernormal,
      texcoord: s.usertexcoord,
      face: s.userface,
      // MuJoCo uses them only together with a file
      facenormal: s.file === '' ? undefined : s.userfacenormal,
      facetexcoord: s.userfacetexcoord,
    });
    if (s.file !== '') {
      const type = assetContentType(s.file, s.content_type);
      fromObj = type === 'model/obj';
      const { polygonCorners } = state.spec.limits;
      data = mergeMesh(decodeMesh(readFile(state, s.file), type, s.scale, polygonCorners), data);
    }
  }
  mesh.data = processMesh(data, {
    name: mesh.name,
    scale: s.scale,
    refpos: s.refpos,
    refquat: s.refquat,
    inertia: data.inertia ?? s.inertia,
    smoothnormal: s.smoothnormal,
    maxhullvert: s.maxhullvert,
    needhull: mesh.needhull,
    fromObj,
    needsdf: (mesh.needsdf || s.needsdf) && mesh.plugin === null,
    octreeDepth: s.octree_maxdepth,
    inPlace: mesh.plugin !== null,
  });
  const parts = [...Object.values(mesh.data), ...Object.values(mesh.data.field ?? {})];
  for (const part of parts) if (ArrayBuffer.isView(part)) state.assetBytes += part.byteLength;
}

/** The surface of the shape that a plugin defines. */
function shapeSurface(state: CompileState, { slot, config }: PluginNode): MeshData {
  const plugin = pluginAt(slot);
  if (plugin.kind !== 'sdf') throw new AssetError(`plugin '${plugin.name}' does not define a shape`);
  const parameters = plugin.parameters(config);
  const distance = (x: number, y: number, z: number) => plugin.distance(x, y, z, parameters);
  return surfaceNet(distance, plugin.box(parameters), claimFor(state));
}

export function compileHFields(state: CompileState): void {
  for (const hfield of state.hfields) guard(state, hfield.spec, () => compileHField(state, hfield));
}

function compileHField(state: CompileState, hfield: HFieldNode): void {
  const s = hfield.spec;
  const problem = hfieldProblem(s);
  if (problem) {
    state.report.elementError(s, ...problem);
  } else if (s.file !== '') {
    hfield.data = normalizeHField(decodeHField(readFile(state, s.file), s.file, s.content_type, claimFor(state)));
  } else {
    claimFor(state)(4 * s.nrow * s.ncol);
    const data = s.userdata ? s.userdata.slice() : new Float32Array(s.nrow * s.ncol);
    hfield.data = normalizeHField({ nrow: s.nrow, ncol: s.ncol, data });
  }
  state.assetBytes += hfield.data?.data.byteLength ?? 0;
}

function hfieldProblem(s: HField): Problem | undefined {
  const cells = s.nrow * s.ncol;
  if (!s.size.every((x) => x > 0)) return ['size', `all four sizes must be positive, found ${s.size.join(' ')}`];
  if (s.file !== '') {
    if (s.nrow === 0 && s.ncol === 0 && !s.userdata) return undefined;
    return ['file', 'a height field needs either a file, or nrow, ncol and elevation, not both'];
  }
  if (s.nrow < 1 || s.ncol < 1) return ['nrow', 'expected nrow and ncol, or a file'];
  if (s.userdata && s.userdata.length !== cells) {
    return ['elevation', `expected nrow ncol = ${cells} numbers, found ${s.userdata.length}`];
  }
  return undefined;
}

/** A texture from a file, or from one file for each side of a cube. */
export function readTexture(state: CompileState, s: Texture, claim: Claim): TexturePlan {
  if (s.file !== '') {
    const file = { bytes: readFile(state, s.file), filename: s.file, contentType: s.content_type };
    return s.type === TextureType['2D'] ? textureFromFile(s, file, claim) : textureFromGrid(s, file, claim);
  }
  const files = s.cubefiles.map((filename) =>
    filename === '' ? null : { bytes: readFile(state, filename), filename, contentType: s.content_type },
  );
  return textureFromFaces(s, files, claim);
}
