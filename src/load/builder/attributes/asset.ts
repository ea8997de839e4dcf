/** Attributes in `asset`. Made from the grammar by scripts/specTypes.mjs. */

import type { Ref, Vector } from '../types.ts';

/** A triangle mesh, from a file, from inline data or built in. */
export interface AssetMeshAttributes {
  /** name; that of the file when left out */
  name?: string;
  /** default class to start from */
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
  /** subtracted from vertices; 3 numbers */
  refpos?: Vector;
  /** inverse rotation of vertices; 4 numbers */
  refquat?: Vector;
  /** factor per axis; negative mirrors; 3 numbers */
  scale?: Vector;
  /** smooth also across sharp edges */
  smoothnormal?: boolean;
  /** most vertices of the convex hull; -1: no bound */
  maxhullvert?: number;
  /** how mass properties are computed */
  inertia?: 'convex' | 'exact' | 'legacy' | 'shell';
  /** shape to be built */
  builtin?: 'none' | 'sphere' | 'hemisphere' | 'cone' | 'supersphere' | 'supertorus' | 'wedge' | 'plate';
  /** parameters of the built-in shape; any count of numbers */
  params?: Vector;
  /** material of geoms that have none */
  material?: Ref;
}

/** A height field. */
export interface AssetHfieldAttributes {
  /** name; that of the file when left out */
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

/** A mesh that follows bodies. */
export interface AssetSkinAttributes {
  /** name */
  name?: string;
  /** SKN file */
  file?: string;
  /** material */
  material?: Ref;
  /** colour; 4 numbers */
  rgba?: Vector;
  /** distance added along normals */
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

/** A texture, from files or built in; kept for viewers. */
export interface AssetTextureAttributes {
  /** name; that of the file when left out */
  name?: string;
  /** kind of texture */
  type?: '2d' | 'cube' | 'skybox';
  /** colour space */
  colorspace?: 'auto' | 'linear' | 'sRGB';
  /** media type of the file */
  content_type?: string;
  /** picture */
  file?: string;
  /** rows and columns of squares in the picture; 2 numbers */
  gridsize?: Vector;
  /** side of the cube (RLUDFB) for each square, . for none */
  gridlayout?: string;
  /** picture of the right side */
  fileright?: string;
  /** picture of the left side */
  fileleft?: string;
  /** picture of the upper side */
  fileup?: string;
  /** picture of the lower side */
  filedown?: string;
  /** picture of the front side */
  filefront?: string;
  /** picture of the back side */
  fileback?: string;
  /** pattern to be built */
  builtin?: 'none' | 'gradient' | 'checker' | 'flat';
  /** first colour; 3 numbers */
  rgb1?: Vector;
  /** second colour; 3 numbers */
  rgb2?: Vector;
  /** marks on top */
  mark?: 'none' | 'edge' | 'cross' | 'random';
  /** colour of marks; 3 numbers */
  markrgb?: Vector;
  /** probability of random marks */
  random?: number;
  /** width in pixels */
  width?: number;
  /** height in pixels */
  height?: number;
  /** mirror left and right */
  hflip?: boolean;
  /** mirror up and down */
  vflip?: boolean;
  /** channels per pixel */
  nchannel?: number;
}

/** Looks, kept for viewers. */
export interface AssetMaterialAttributes {
  /** name */
  name?: string;
  /** default class to start from */
  class?: Ref;
  /** colour texture */
  texture?: Ref;
  /** repetitions of the texture; 2 numbers */
  texrepeat?: Vector;
  /** repeat per length instead of per object */
  texuniform?: boolean;
  /** light given off */
  emission?: number;
  /** strength of highlights */
  specular?: number;
  /** sharpness of highlights */
  shininess?: number;
  /** mirror effect of planes and boxes */
  reflectance?: number;
  /** metallic look; -1: not given */
  metallic?: number;
  /** rough look; -1: not given */
  roughness?: number;
  /** colour; 4 numbers */
  rgba?: Vector;
}

/** One texture of a material, with its role. */
export interface AssetMaterialLayerAttributes {
  /** the texture */
  texture: Ref;
  /** what it stands for */
  role: 'rgb' | 'occlusion' | 'roughness' | 'metallic' | 'normal' | 'opacity' | 'emissive' | 'rgba' | 'orm';
}

export interface AssetSkinElements {
  /** A body that moves vertices of a skin. */
  bone: [AssetSkinBoneAttributes, never];
}

export interface AssetMaterialElements {
  /** One texture of a material, with its role. */
  layer: [AssetMaterialLayerAttributes, 'texture' | 'role'];
}

export interface AssetElements {
  /** A triangle mesh, from a file, from inline data or built in. */
  mesh: [
    AssetMeshAttributes,
    'file' | 'vertex' | 'normal' | 'texcoord' | 'face' | 'maxhullvert' | 'builtin' | 'params',
  ];
  /** A height field. */
  hfield: [AssetHfieldAttributes, 'file' | 'elevation'];
  /** A mesh that follows bodies. */
  skin: [AssetSkinAttributes, 'file'];
  /** A texture, from files or built in; kept for viewers. */
  texture: [
    AssetTextureAttributes,
    'file' | 'gridlayout' | 'fileright' | 'fileleft' | 'fileup' | 'filedown' | 'filefront' | 'fileback',
  ];
  /** Looks, kept for viewers. */
  material: [AssetMaterialAttributes, 'texture'];
}
