/** Writes meshes, height fields, textures, materials, and all bounding volume hierarchies. */

import { BLOCK } from '../../core/model/block/block.ts';
import type { Model } from '../../core/model/model.ts';
import { cloneElement } from '../../formats/spec/elements/element.ts';
import type { Bvh } from '../asset/bvh.ts';
import type { SampledField } from '../asset/octree/samples.ts';
import type { CompileState, MeshNode } from '../compileState.ts';
import { drawCubeGradient } from '../kernel/index.ts';
import { drawBuiltin, type GradientPainter } from '../texture/builtinTexture.ts';
import { type TextureOptions, textureBytes } from '../texture/texture.ts';
import { writeFlexes, writeSkins } from './deformables.ts';

/** Offsets of the next mesh in each packed array. */
interface MeshCursor {
  vert: number;
  normal: number;
  texcoord: number;
  face: number;
  graph: number;
  poly: number;
  polyvert: number;
  polymap: number;
  bvh: number;
  oct: number;
}

export function writeAssets(state: CompileState, m: Model): void {
  const at: MeshCursor = {
    vert: 0,
    normal: 0,
    texcoord: 0,
    face: 0,
    graph: 0,
    poly: 0,
    polyvert: 0,
    polymap: 0,
    bvh: 0,
    oct: 0,
  };
  for (const { id, bvh } of state.bodies) {
    m.body_bvhnum[id] = bvh?.nbvh ?? 0;
    m.body_bvhadr[id] = bvh && bvh.nbvh > 0 ? at.bvh : -1;
    if (bvh) at.bvh = writeBvh(m, at.bvh, bvh);
  }
  for (const mesh of state.meshes) writeMesh(m, mesh, at);
  // in MuJoCo they begin before the unused volumes of fused bodies, and their boxes before the array of boxes
  writeFlexes(state, m, m.nbvhstatic);
  writeSkins(state, m);
  writeHFields(state, m);
  writeTextures(state, m);
  writeMaterials(state, m);
}

function writeBvh(m: Model, at: number, bvh: Bvh): number {
  m.bvh_aabb.set(bvh.aabb, 6 * at);
  m.bvh_child.set(bvh.child, 2 * at);
  m.bvh_depth.set(bvh.depth, at);
  m.bvh_nodeid.set(bvh.nodeid, at);
  return at + bvh.nbvh;
}

function writeMesh(m: Model, { id: i, spec, data }: MeshNode, at: MeshCursor): void {
  const mesh = data!;
  const nvert = mesh.vert.length / 3;
  const nface = mesh.face.length / 3;
  m.mesh_vertadr[i] = at.vert;
  m.mesh_vertnum[i] = nvert;
  m.mesh_normaladr[i] = at.normal;
  m.mesh_normalnum[i] = mesh.normal.length / 3;
  m.mesh_texcoordadr[i] = mesh.texcoord.length > 0 ? at.texcoord : -1;
  m.mesh_texcoordnum[i] = mesh.texcoord.length / 2;
  m.mesh_faceadr[i] = at.face;
  m.mesh_facenum[i] = nface;
  m.mesh_graphadr[i] = mesh.graph.length > 0 ? at.graph : -1;
  m.mesh_bvhnum[i] = mesh.bvh.nbvh;
  m.mesh_bvhadr[i] = mesh.bvh.nbvh > 0 ? at.bvh : -1;
  m.mesh_octadr[i] = mesh.field ? at.oct : -1;
  m.mesh_octnum[i] = mesh.field?.depth.length ?? 0;
  m.mesh_polynum[i] = mesh.polynum;
  m.mesh_polyadr[i] = at.poly;
  m.mesh_scale.set(spec.scale, 3 * i);
  m.mesh_pos.set(mesh.pos, 3 * i);
  m.mesh_quat.set(mesh.quat, 4 * i);
  m.mesh_extrema.set(mesh.extrema, 27 * i);
  m.mesh_vert.set(mesh.vert, 3 * at.vert);
  m.mesh_normal.set(mesh.normal, 3 * at.normal);
  m.mesh_face.set(mesh.face, 3 * at.face);
  m.mesh_facenormal.set(mesh.facenormal, 3 * at.face);
  if (mesh.texcoord.length > 0) {
    m.mesh_texcoord.set(mesh.texcoord, 2 * at.texcoord);
    m.mesh_facetexcoord.set(mesh.facetexcoord, 3 * at.face);
  }
  m.mesh_graph.set(mesh.graph, at.graph);
  m.mesh_polynormal.set(mesh.polynormal, 3 * at.poly);
  m.mesh_polyvertnum.set(mesh.polyvertnum, at.poly);
  for (let k = 0; k < mesh.polynum; k++) m.mesh_polyvertadr[at.poly + k] = at.polyvert + mesh.polyvertadr[k];
  m.mesh_polyvert.set(mesh.polyvert, at.polyvert);
  m.mesh_polymapnum.set(mesh.polymapnum, at.vert);
  for (let k = 0; k < mesh.polymapadr.length; k++) m.mesh_polymapadr[at.vert + k] = at.polymap + mesh.polymapadr[k];
  m.mesh_polymap.set(mesh.polymap, at.polymap);
  at.bvh = writeBvh(m, at.bvh, mesh.bvh);
  if (mesh.field) at.oct = writeField(m, at.oct, mesh.field);
  at.vert += nvert;
  at.normal += mesh.normal.length / 3;
  at.texcoord += mesh.texcoord.length / 2;
  at.face += nface;
  at.graph += mesh.graph.length;
  at.poly += mesh.polynum;
  at.polyvert += mesh.polyvert.length;
  at.polymap += mesh.polymap.length;
}

function writeField(m: Model, at: number, { depth, child, aabb, coeff }: SampledField): number {
  m.oct_depth.set(depth, at);
  m.oct_child.set(child, 8 * at);
  m.oct_aabb.set(aabb, 6 * at);
  m.oct_coeff.set(coeff, 8 * at);
  return at + depth.length;
}

function writeHFields(state: CompileState, m: Model): void {
  let at = 0;
  for (const { id: i, spec, data } of state.hfields) {
    m.hfield_size.set(spec.size, 4 * i);
    m.hfield_nrow[i] = data!.nrow;
    m.hfield_ncol[i] = data!.ncol;
    m.hfield_adr[i] = at;
    m.hfield_data.set(data!.data, at);
    at += data!.data.length;
  }
}

function writeTextures(state: CompileState, m: Model): void {
  const toDraw: { at: number; bytes: number; spec: TextureOptions }[] = [];
  let at = 0;
  for (const { id: i, spec, data } of state.textures) {
    const texture = data!;
    m.tex_type[i] = spec.type;
    m.tex_colorspace[i] = texture.colorspace;
    m.tex_height[i] = texture.height;
    m.tex_width[i] = texture.width;
    m.tex_nchannel[i] = texture.nchannel;
    m.tex_adr[i] = at;
    const bytes = textureBytes(texture);
    if (texture.data) m.tex_data.set(texture.data, at);
    else if (texture.draw) texture.draw(m.tex_data.subarray(at, at + bytes));
    else toDraw.push({ at, bytes, spec: cloneElement(spec) });
    at += bytes;
  }
  if (toDraw.length === 0) return;
  m[BLOCK].paint = (model) => {
    const data = model.tex_data;
    for (const { at, bytes, spec } of toDraw) drawBuiltin(data.subarray(at, at + bytes), spec, gradientAt(model, at));
  };
}

/** Uses the compiled kernel if the Model has a compiled engine: most models have one skybox, drawn by cold code. */
function gradientAt(m: Model, at: number): GradientPainter {
  const compiled = m.stages as { drawCubeGradient: typeof drawCubeGradient } | undefined;
  const draw = compiled?.drawCubeGradient ?? drawCubeGradient;
  return (w, a, b) => draw(m, at, w, a[0], a[1], a[2], b[0], b[1], b[2]);
}

function writeMaterials(state: CompileState, m: Model): void {
  for (const { id: i, spec, texid } of state.materials) {
    m.mat_texid.set(texid, 10 * i);
    m.mat_texuniform[i] = Number(spec.texuniform);
    m.mat_texrepeat.set(spec.texrepeat, 2 * i);
    m.mat_emission[i] = spec.emission;
    m.mat_specular[i] = spec.specular;
    m.mat_shininess[i] = spec.shininess;
    m.mat_reflectance[i] = spec.reflectance;
    m.mat_metallic[i] = spec.metallic;
    m.mat_roughness[i] = spec.roughness;
    m.mat_rgba.set(spec.rgba, 4 * i);
  }
}
