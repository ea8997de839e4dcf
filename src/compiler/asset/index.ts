/** Assets: bytes and numbers in, arrays ready for the Model out. Every function is pure and throws AssetError.
 *
 *  mesh      decodeMesh | inlineMesh | builtinMesh -> (mergeMesh) -> processMesh
 *  hfield    decodeHField -> normalizeHField
 *  texture   builtinTexture | textureFromFile | textureFromGrid | textureFromFaces
 *  geom      geomVolume geomInertia geomRBound geomAabb fitGeom fluidCoefs
 *  bvh       buildBvh (the body hierarchy; meshes carry theirs) */

export { builtinSize, builtinTexture, drawBuiltin, type GradientPainter } from '../texture/builtinTexture.ts';
export {
  type ImageFile,
  type TextureData,
  type TextureOptions,
  type TexturePlan,
  textureBytes,
  textureFromFaces,
  textureFromFile,
  textureFromGrid,
} from '../texture/texture.ts';
export { type Bvh, type BvhLeaf, buildBvh } from './bvh.ts';
export { assetContentType } from './contentType.ts';
export { AssetError, type Claim } from './error.ts';
export { decodeHField, type HFieldData, normalizeHField } from './hfield.ts';
export { decodePng, type PngImage } from './image/png.ts';
export { builtinMesh } from './mesh/builtin.ts';
export { decodeMesh, inlineMesh, mergeMesh } from './mesh/formats/decode.ts';
export { decodeGmsh } from './mesh/formats/gmsh.ts';
export { processMesh } from './mesh/process.ts';
export { surfaceNet } from './mesh/surfaceNet.ts';
export type { CompiledMesh, MeshData, MeshOptions } from './mesh/types.ts';
export type { SampledField } from './octree/samples.ts';
export {
  fitGeom,
  fluidCoefs,
  type GeomShape,
  geomAabb,
  geomInertia,
  geomRBound,
  geomVolume,
  meshHalfSizes,
} from './primitive.ts';
