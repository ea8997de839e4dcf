/** Attributes in `asset`. Generated from the grammar by scripts/specTypes.mjs. */

import type { Ref, Vector } from '../types.ts';

/** A triangle mesh: from a file, inline or built in. */
export interface AssetMeshAttributes {
  /** name (default: that of the file) */
  name?: string;
  /** default class */
  class?: Ref;
  /** media type of the file */
  content_type?: string;
  /** STL, OBJ or MSH file */
  file?: string;
  /** inline vertices, 3 numbers each; any count of numbers */
  vertex?: Vector;
  /** inline normals, 3 numbers each; any count of numbers */
  normal?: Vector;
  /** inline texture coordinates, 2 numbers each; any count of numbers */
  texcoord?: Vector;
  /** inline triangles, 3 vertices each; any count of numbers */
  face?: Vector;
  /** offset subtracted from vertices; 3 numbers */
  refpos?: Vector;
  /** inverse rotation of vertices; 4 numbers */
  refquat?: Vector;
  /** scale per axis; negative values mirror; 3 numbers */
  scale?: Vector;
  /** smooth normals across sharp edges */
  smoothnormal?: boolean;
  /** maximum number of vertices of the convex hull; -1: no limit */
  maxhullvert?: number;
  /** method of computing mass properties */
  inertia?: 'convex' | 'exact' | 'legacy' | 'shell';
  /** built-in shape */
  builtin?: 'none' | 'sphere' | 'hemisphere' | 'cone' | 'supersphere' | 'supertorus' | 'wedge' | 'plate';
  /** parameters of the built-in shape; any count of numbers */
  params?: Vector;
  /** material of geoms without one */
  material?: Ref;
}

/** A height field. */
export interface AssetHfieldAttributes {
  /** name (default: that of the file) */
  name?: string;
  /** media type of the file */
  content_type?: string;
  /** PNG or binary file of heights */
  file?: string;
  /** number of rows */
  nrow?: number;
  /** number of columns */
  ncol?: number;
  /** half width, half depth, height, thickness of the base; 4 numbers */
  size: Vector;
  /** inline heights, top row first; any count of numbers */
  elevation?: Vector;
}

/** A mesh that deforms with bodies. */
export interface AssetSkinAttributes {
  /** name */
  name?: string;
  /** SKN file */
  file?: string;
  /** material */
  material?: Ref;
  /** color; 4 numbers */
  rgba?: Vector;
  /** inflation along normals */
  inflate?: number;
  /** vertices; any count of numbers */
  vertex?: Vector;
  /** texture coordinates; any count of numbers */
  texcoord?: Vector;
  /** triangles; any count of numbers */
  face?: Vector;
  /** group */
  group?: number;
}

/** A body that moves vertices of a skin. */
export interface AssetSkinBoneAttributes {
  /** the body */
  body: Ref;
  /** position of the body when bound; 3 numbers */
  bindpos: Vector;
  /** orientation of the body when bound; 4 numbers */
  bindquat: Vector;
  /** vertices; any count of numbers */
  vertid: Vector;
  /** weights of the vertices; any count of numbers */
  vertweight: Vector;
}

/** A texture, from files or built in; for rendering. */
export interface AssetTextureAttributes {
  /** name (default: that of the file) */
  name?: string;
  /** kind of texture */
  type?: '2d' | 'cube' | 'skybox';
  /** color space */
  colorspace?: 'auto' | 'linear' | 'sRGB';
  /** media type of the file */
  content_type?: string;
  /** picture */
  file?: string;
  /** rows and columns of squares in the picture; 2 numbers */
  gridsize?: Vector;
  /** side of the cube (RLUDFB) for each square, . for none */
  gridlayout?: string;
  /** image of the right side */
  fileright?: string;
  /** image of the left side */
  fileleft?: string;
  /** image of the top side */
  fileup?: string;
  /** image of the bottom side */
  filedown?: string;
  /** image of the front side */
  filefront?: string;
  /** image of the back side */
  fileback?: string;
  /** built-in pattern */
  builtin?: 'none' | 'gradient' | 'checker' | 'flat';
  /** first color; 3 numbers */
  rgb1?: Vector;
  /** second color; 3 numbers */
  rgb2?: Vector;
  /** marks drawn on top */
  mark?: 'none' | 'edge' | 'cross' | 'random';
  /** color of marks; 3 numbers */
  markrgb?: Vector;
  /** probability of random marks */
  random?: number;
  /** width in pixels */
  width?: number;
  /** flip horizontally */
  height?: number;
  /** flip vertically */
  hflip?: boolean;
  /** mirror up and down */
  vflip?: boolean;
  /** channels per pixel */
  nchannel?: number;
}

/** Surface appearance, for rendering. */
export interface AssetMaterialAttributes {
  /** name */
  name?: string;
  /** default class */
  class?: Ref;
  /** color texture */
  texture?: Ref;
  /** repetitions of the texture; 2 numbers */
  texrepeat?: Vector;
  /** repeat per unit length instead of per object */
  texuniform?: boolean;
  /** emission */
  emission?: number;
  /** strength of highlights */
  specular?: number;
  /** sharpness of highlights */
  shininess?: number;
  /** reflectance of planes and boxes */
  reflectance?: number;
  /** metalness; -1: not given */
  metallic?: number;
  /** roughness; -1: not given */
  roughness?: number;
  /** color; 4 numbers */
  rgba?: Vector;
}

/** A texture layer of a material, with its role. */
export interface AssetMaterialLayerAttributes {
  /** the texture */
  texture: Ref;
  /** role of the texture */
  role: 'rgb' | 'occlusion' | 'roughness' | 'metallic' | 'normal' | 'opacity' | 'emissive' | 'rgba' | 'orm';
}

export interface AssetSkinElements {
  /** A body that moves vertices of a skin. */
  bone: [AssetSkinBoneAttributes, never];
}

export interface AssetMaterialElements {
  /** A texture layer of a material, with its role. */
  layer: [AssetMaterialLayerAttributes, 'texture' | 'role'];
}

export interface AssetElements {
  /** A triangle mesh: from a file, inline or built in. */
  mesh: [
    AssetMeshAttributes,
    'file' | 'vertex' | 'normal' | 'texcoord' | 'face' | 'maxhullvert' | 'builtin' | 'params',
  ];
  /** A height field. */
  hfield: [AssetHfieldAttributes, 'file' | 'elevation'];
  /** A mesh that deforms with bodies. */
  skin: [AssetSkinAttributes, 'file'];
  /** A texture, from files or built in; for rendering. */
  texture: [
    AssetTextureAttributes,
    'file' | 'gridlayout' | 'fileright' | 'fileleft' | 'fileup' | 'filedown' | 'filefront' | 'fileback',
  ];
  /** Surface appearance, for rendering. */
  material: [AssetMaterialAttributes, 'texture'];
}
