/** Assets: which elements use which, and the data of meshes, height fields and textures from files, inline numbers or
 *  built-in shapes. */

import { GeomType, ObjType } from '../model/enums.ts';
import type { SpecElement } from '../spec/element.ts';
import {
  AssetError,
  assetContentType,
  builtinMesh,
  builtinTexture,
  decodeHField,
  decodeMesh,
  inlineMesh,
  type MeshBuiltin,
  type MeshData,
  MeshInertia,
  mergeMesh,
  normalizeHField,
  processMesh,
  textureFromFaces,
  textureFromFile,
  textureFromGrid,
} from './asset/index.ts';
import type { GeomNode, HFieldNode, MaterialNode, MeshNode, Scene, TextureNode } from './scene.ts';

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
  for (const tendon of scene.tendons) tendon.matid = discard ? -1 : materialId(scene, tendon.spec, tendon.spec.material);
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
  if (s.builtin !== 0) {
    data = builtinMesh(s.builtin as MeshBuiltin, s.params);
  } else {
    data = inlineMesh({ vert: s.uservert, normal: s.usernormal, texcoord: s.usertexcoord, face: s.userface });
    if (s.file !== '') {
      const type = assetContentType(s.file, s.content_type);
      fromObj = type === 'model/obj';
      data = mergeMesh(decodeMesh(readFile(scene, s.file), type, s.scale), data);
    }
  }
  mesh.data = processMesh(data, {
    name: mesh.name,
    scale: s.scale,
    refpos: s.refpos,
    refquat: s.refquat,
    inertia: data.inertia ?? (s.inertia as MeshInertia),
    smoothnormal: s.smoothnormal,
    maxhullvert: s.maxhullvert,
    needhull: mesh.needhull,
    fromObj,
  });
}

export function compileHFields(scene: Scene): void {
  for (const hfield of scene.hfields) guard(scene, hfield.spec, () => compileHField(scene, hfield));
}

function compileHField(scene: Scene, hfield: HFieldNode): void {
  const s = hfield.spec;
  const { report } = scene;
  for (const x of s.size) {
    if (!(x > 0)) return report.problem(s, 'size', `all four sizes must be positive, found ${s.size.join(' ')}`);
  }
  if (s.file !== '') {
    if (s.nrow !== 0 || s.ncol !== 0 || s.userdata) {
      return report.problem(s, 'file', 'a height field comes either from a file or from nrow, ncol and elevation');
    }
    hfield.data = normalizeHField(decodeHField(readFile(scene, s.file), s.file, s.content_type));
    return;
  }
  if (s.nrow < 1 || s.ncol < 1) return report.problem(s, 'nrow', 'nrow and ncol, or a file, are needed');
  if (s.nrow * s.ncol > MAX_CELLS) {
    return report.problem(s, 'nrow', `at most ${MAX_CELLS} cells, found ${s.nrow} times ${s.ncol}`);
  }
  if (s.userdata && s.userdata.length !== s.nrow * s.ncol) {
    return report.problem(s, 'elevation', `expected nrow ncol = ${s.nrow * s.ncol} numbers, found ${s.userdata.length}`);
  }
  const data = s.userdata ? s.userdata.slice() : new Float32Array(s.nrow * s.ncol);
  hfield.data = normalizeHField({ nrow: s.nrow, ncol: s.ncol, data });
}

const MAX_CELLS = 1 << 27;

export function compileTextures(scene: Scene): void {
  for (const texture of scene.textures) guard(scene, texture.spec, () => compileTexture(scene, texture));
}

const FLAT = 0;
const MAX_TEXELS = 1 << 28;

function compileTexture(scene: Scene, texture: TextureNode): void {
  const s = texture.spec;
  const { report } = scene;
  if (s.builtin !== 0) {
    if (s.width < 1) return report.problem(s, 'width', `a built-in texture needs a positive width, found ${s.width}`);
    if (s.type === FLAT && s.height < 1) {
      return report.problem(s, 'height', `a built-in 2d texture needs a positive height, found ${s.height}`);
    }
    if (s.nchannel * s.width * (s.type === FLAT ? s.height : 6 * s.width) > MAX_TEXELS) {
      return report.problem(s, 'width', `the texture would be larger than ${MAX_TEXELS} bytes`);
    }
    texture.data = builtinTexture(s);
  } else if (s.file !== '') {
    const file = { bytes: readFile(scene, s.file), filename: s.file, contentType: s.content_type };
    texture.data = s.type === FLAT ? textureFromFile(s, file) : textureFromGrid(s, file);
  } else if (s.type === FLAT) {
    report.problem(s, 'file', 'a 2d texture needs a file or a builtin');
  } else if (s.cubefiles.every((file) => file === '')) {
    report.problem(s, 'file', 'a cube texture needs a file, files for its sides, or a builtin');
  } else {
    const files = s.cubefiles.map((filename) =>
      filename === '' ? null : { bytes: readFile(scene, filename), filename, contentType: s.content_type },
    );
    texture.data = textureFromFaces(s, files);
  }
}

function readFile(scene: Scene, path: string): Uint8Array {
  const bytes = scene.spec.source.read(path);
  if (bytes === undefined) throw new AssetError(`cannot read file '${path}'`);
  return bytes;
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

/** Geoms that something reads, though they do not collide, are not visual. */
export function markUsed(geom: GeomNode): void {
  geom.visual = false;
}
