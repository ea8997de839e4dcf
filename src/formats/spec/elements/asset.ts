/** Assets. `file` fields are final paths for FileSource.read: directories, strippath and so on are applied. */

import { MeshBuiltin, MeshInertia, TextureBuiltin, TextureMark } from '../../../core/model/enums/spec.ts';
import { ColorSpace, TextureRole, TextureType } from '../../../core/model/enums.ts';
import { SpecElement } from './element.ts';
import type { PluginUse } from './plugin.ts';

export class Mesh extends SpecElement {
  content_type = '';
  file = '';
  refpos = [0, 0, 0];
  refquat = [1, 0, 0, 0];
  scale = [1, 1, 1];
  inertia: MeshInertia = MeshInertia.LEGACY;
  smoothnormal = false;
  /** -1: no limit */
  maxhullvert = -1;
  /** inline data, 3 floats per vertex and per normal, 2 per texcoord, 3 ints per face; undefined: missing */
  uservert: Float32Array | undefined;
  usernormal: Float32Array | undefined;
  usertexcoord: Float32Array | undefined;
  userface: Int32Array | undefined;
  /** normals and texture coordinates of the corners of faces; undefined: those of the vertices */
  userfacenormal: Int32Array | undefined;
  userfacetexcoord: Int32Array | undefined;
  /** distances are sampled even if no geom needs them, in an octree of this depth */
  needsdf = false;
  octree_maxdepth = 6;
  builtin: MeshBuiltin = MeshBuiltin.NONE;
  params: number[] = [];
  material = '';
  plugin: PluginUse | undefined;
}

export class HField extends SpecElement {
  content_type = '';
  file = '';
  size = [0, 0, 0, 0];
  nrow = 0;
  ncol = 0;
  /** inline elevation, nrow x ncol, already flipped so that row 0 has the smallest y; undefined: missing */
  userdata: Float32Array | undefined;
}

export class Texture extends SpecElement {
  type: TextureType = TextureType.CUBE;
  colorspace: ColorSpace = ColorSpace.AUTO;
  builtin: TextureBuiltin = TextureBuiltin.NONE;
  mark: TextureMark = TextureMark.NONE;
  rgb1 = [0.8, 0.8, 0.8];
  rgb2 = [0.5, 0.5, 0.5];
  markrgb = [0, 0, 0];
  random = 0.01;
  height = 0;
  width = 0;
  nchannel = 3;
  content_type = '';
  file = '';
  gridsize = [1, 1];
  gridlayout = '............';
  /** right left up down front back; '' when not given */
  cubefiles = ['', '', '', '', '', ''];
  hflip = false;
  vflip = false;
  /** pixels, height x width x nchannel bytes; undefined: missing */
  data: Uint8Array | undefined;
}

export class Material extends SpecElement {
  /** texture name per TextureRole; '' when none */
  textures: string[] = Object.values(TextureRole).map(() => '');
  texuniform = false;
  texrepeat = [1, 1];
  emission = 0;
  specular = 0.5;
  shininess = 0.5;
  reflectance = 0;
  metallic = -1;
  roughness = -1;
  rgba = [1, 1, 1, 1];
}
