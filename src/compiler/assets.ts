/** Assets: which elements use which, and the data of meshes, height fields and textures from files, inline numbers or
 *  built-in shapes. */

import { MeshBuiltin, MeshInertia, TextureBuiltin } from '../model/enums/spec.ts';
import { GeomType, ObjType, TextureType } from '../model/enums.ts';
import { pluginAt } from '../plugin/registry.ts';
import type { HField, Texture } from '../spec/elements/asset.ts';
import type { SpecElement } from '../spec/elements/element.ts';
import { FileProblem } from '../xml/fileSource.ts';
import { beyondLimit } from '../xml/limits.ts';
import {
  AssetError,
  assetContentType,
  builtinMesh,
  builtinSize,
  builtinTexture,
  type Claim,
  decodeHField,
  decodeMesh,
  inlineMesh,
  type MeshData,
  mergeMesh,
  normalizeHField,
  processMesh,
  surfaceNet,
  textureBytes,
  textureFromFaces,
  textureFromFile,
  textureFromGrid,
} from './asset/index.ts';
import type { HFieldNode, MaterialNode, MeshNode, PluginNode, Scene, TextureNode } from './scene.ts';

/** Meshes, height fields, materials and textures that elements name. */
export function referAssets(scene: Scene): void {
  const { names, report, spec } = scene;
  for (const geom of scene.geoms) {
    const s = geom.spec;
    if (s.meshname !== '') {
      geom.mesh = names.resolve<MeshNode>(report, s, 'mesh', ObjType.MESH, s.meshname) ?? null;
    }
    geom.matid = materialId(scene, s, s.material !== '' ? s.material : (geom.mesh?.spec.material ?? ''));
    if (s.hfieldname !== '') {
      geom.hfield = names.resolve<HFieldNode>(report, s, 'hfield', ObjType.HFIELD, s.hfieldname) ?? null;
    }
  }
  const discard = spec.compiler.discardvisual;
  for (const site of scene.sites) site.matid = discard ? -1 : materialId(scene, site.spec, site.spec.material);
  for (const tendon of scene.tendons)
    tendon.matid = discard ? -1 : materialId(scene, tendon.spec, tendon.spec.material);
  for (const material of scene.materials) {
    material.spec.textures.forEach((name, role) => {
      if (name === '') return;
      const texture = names.resolve<TextureNode>(report, material.spec, 'texture', ObjType.TEXTURE, name);
      if (texture) material.texid[role] = texture.id;
    });
  }
}

function materialId(scene: Scene, element: SpecElement, name: string): number {
  if (name === '' || scene.spec.compiler.discardvisual) return -1;
  return scene.names.resolve<MaterialNode>(scene.report, element, 'material', ObjType.MATERIAL, name)?.id ?? -1;
}

/** Meshes whose hull will be needed: those that can collide, alone or in an explicit pair, and those whose inertia is
 *  that of the hull. */
export function markHulls(scene: Scene): void {
  const inPair = new Set<string>();
  for (const { geomname1, geomname2 } of scene.spec.pairs) {
    inPair.add(geomname1);
    inPair.add(geomname2);
  }
  for (const { spec, mesh, name } of scene.geoms) {
    if (!mesh || (spec.type !== GeomType.MESH && spec.type !== GeomType.SDF)) continue;
    if (spec.type === GeomType.SDF) mesh.needsdf = true;
    if (spec.contype !== 0 || spec.conaffinity !== 0 || (name !== '' && inPair.has(name))) mesh.needhull = true;
  }
  for (const mesh of scene.meshes) if (mesh.spec.inertia === MeshInertia.CONVEX) mesh.needhull = true;
}

export function compileMeshes(scene: Scene): void {
  for (const mesh of scene.meshes) guard(scene, mesh.spec, () => compileMesh(scene, mesh));
}

function compileMesh(scene: Scene, mesh: MeshNode): void {
  const s = mesh.spec;
  let data: MeshData & { inertia?: MeshInertia };
  let fromObj = false;
  if (mesh.plugin) {
    data = shapeSurface(scene, mesh.plugin);
  } else if (s.builtin !== MeshBuiltin.NONE) {
    data = builtinMesh(s.builtin, s.params, claimFor(scene));
  } else {
    data = inlineMesh({
      vert: s.uservert,
      normal: s.usernormal,
      texcoord: s.usertexcoord,
      face: s.userface,
      // MuJoCo looks at them only beside a file
      facenormal: s.file === '' ? undefined : s.userfacenormal,
      facetexcoord: s.userfacetexcoord,
    });
    if (s.file !== '') {
      const type = assetContentType(s.file, s.content_type);
      fromObj = type === 'model/obj';
      const { polygonCorners } = scene.spec.limits;
      data = mergeMesh(decodeMesh(readFile(scene, s.file), type, s.scale, polygonCorners), data);
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
  for (const part of parts) if (ArrayBuffer.isView(part)) scene.assetBytes += part.byteLength;
}

/** The surface of the shape that a plugin describes. */
function shapeSurface(scene: Scene, { slot, config }: PluginNode): MeshData {
  const plugin = pluginAt(slot);
  if (plugin.kind !== 'sdf') throw new AssetError(`plugin '${plugin.name}' has no shape`);
  const parameters = plugin.parameters(config);
  const distance = (x: number, y: number, z: number) => plugin.distance(x, y, z, parameters);
  return surfaceNet(distance, plugin.box(parameters), claimFor(scene));
}

export function compileHFields(scene: Scene): void {
  for (const hfield of scene.hfields) guard(scene, hfield.spec, () => compileHField(scene, hfield));
}

/** The attribute that is wrong, and why. */
type Problem = readonly [attribute: string, message: string];

function compileHField(scene: Scene, hfield: HFieldNode): void {
  const s = hfield.spec;
  const problem = hfieldProblem(s);
  if (problem) {
    scene.report.problem(s, ...problem);
  } else if (s.file !== '') {
    hfield.data = normalizeHField(decodeHField(readFile(scene, s.file), s.file, s.content_type, claimFor(scene)));
  } else {
    claimFor(scene)(4 * s.nrow * s.ncol);
    const data = s.userdata ? s.userdata.slice() : new Float32Array(s.nrow * s.ncol);
    hfield.data = normalizeHField({ nrow: s.nrow, ncol: s.ncol, data });
  }
  scene.assetBytes += hfield.data?.data.byteLength ?? 0;
}

function hfieldProblem(s: HField): Problem | undefined {
  const cells = s.nrow * s.ncol;
  if (!s.size.every((x) => x > 0)) return ['size', `all four sizes must be positive, found ${s.size.join(' ')}`];
  if (s.file !== '') {
    if (s.nrow === 0 && s.ncol === 0 && !s.userdata) return undefined;
    return ['file', 'a height field comes either from a file or from nrow, ncol and elevation'];
  }
  if (s.nrow < 1 || s.ncol < 1) return ['nrow', 'nrow and ncol, or a file, are needed'];
  if (s.userdata && s.userdata.length !== cells) {
    return ['elevation', `expected nrow ncol = ${cells} numbers, found ${s.userdata.length}`];
  }
  return undefined;
}

export function compileTextures(scene: Scene): void {
  for (const texture of scene.textures) guard(scene, texture.spec, () => compileTexture(scene, texture));
}

function compileTexture(scene: Scene, texture: TextureNode): void {
  const s = texture.spec;
  const claim = claimFor(scene);
  const problem = textureProblem(s);
  if (problem) {
    scene.report.problem(s, ...problem);
  } else if (s.data !== undefined) {
    const { width, height, nchannel, colorspace, data } = s;
    texture.data = { width, height, nchannel, colorspace, data };
  } else if (s.builtin !== TextureBuiltin.NONE) {
    const { width, height } = builtinSize(s);
    claim(Math.max(3, s.nchannel) * width * height);
    // drawn where it is to lie, once the Model is there; one with fewer channels than it is drawn with, aside
    texture.data =
      s.nchannel < 3 ? builtinTexture(s) : { width, height, nchannel: s.nchannel, colorspace: s.colorspace };
  } else if (s.file !== '') {
    const file = { bytes: readFile(scene, s.file), filename: s.file, contentType: s.content_type };
    const flat = s.type === TextureType['2D'];
    texture.data = flat ? textureFromFile(s, file, claim) : textureFromGrid(s, file, claim);
  } else {
    const files = s.cubefiles.map((filename) =>
      filename === '' ? null : { bytes: readFile(scene, filename), filename, contentType: s.content_type },
    );
    texture.data = textureFromFaces(s, files, claim);
  }
  if (texture.data) scene.assetBytes += textureBytes(texture.data);
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

/** Whether an asset of that many bytes is within the limits, for itself and together with those before it. */
function claimFor(scene: Scene): Claim {
  const { assetBytes, modelBytes } = scene.spec.limits;
  return (bytes) => {
    if (bytes > assetBytes) {
      throw new AssetError(beyondLimit('bytes when unpacked', bytes, 'assetBytes', assetBytes));
    }
    const all = scene.assetBytes + bytes;
    if (all > modelBytes) throw new AssetError(beyondLimit('bytes of all assets', all, 'modelBytes', modelBytes));
  };
}

export function readFile(scene: Scene, path: string): Uint8Array {
  const bytes = readSource(scene, path);
  if (bytes === undefined) throw new AssetError(`cannot read file '${path}'`);
  // a plain array of bytes: views that Node hands out slice without copying
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function readSource(scene: Scene, path: string): Uint8Array | undefined {
  try {
    return scene.spec.source.read(path);
  } catch (error) {
    throw error instanceof FileProblem ? new AssetError(error.message) : error;
  }
}

/** Asset functions throw without a place; here is the place. */
function guard(scene: Scene, element: SpecElement & { file: string }, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof AssetError)) throw error;
    scene.report.problem(element, element.file !== '' ? 'file' : undefined, error.message);
  }
}
