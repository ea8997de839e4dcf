/** Assets. `file` fields hold paths that are ready for FileSource.read: directories, strippath and so on are applied. */

import { SpecElement } from './element.ts';

export class Mesh extends SpecElement {
  content_type = '';
  file = '';
  refpos = [0, 0, 0];
  refquat = [1, 0, 0, 0];
  scale = [1, 1, 1];
  /** mjtMeshInertia: 0 convex, 1 exact, 2 legacy, 3 shell */
  inertia = 2;
  smoothnormal = false;
  /** -1: no limit */
  maxhullvert = -1;
  /** inline data, 3 floats per vertex and per normal, 2 per texcoord, 3 ints per face; undefined: not given */
  uservert: Float32Array | undefined;
  usernormal: Float32Array | undefined;
  usertexcoord: Float32Array | undefined;
  userface: Int32Array | undefined;
  /** mjtMeshBuiltin: 0 none, 1 sphere, 2 hemisphere, 3 cone, 4 supersphere, 5 supertorus, 6 wedge, 7 plate */
  builtin = 0;
  params: number[] = [];
  material = '';
}

export class HField extends SpecElement {
  content_type = '';
  file = '';
  size = [0, 0, 0, 0];
  nrow = 0;
  ncol = 0;
  /** inline elevation, nrow x ncol, already flipped so that row 0 has the smallest y; undefined: not given */
  userdata: Float32Array | undefined;
}

export class Texture extends SpecElement {
  /** mjtTexture: 0 2d, 1 cube, 2 skybox */
  type = 1;
  /** mjtColorSpace */
  colorspace = 0;
  /** mjtBuiltin: 0 none, 1 gradient, 2 checker, 3 flat */
  builtin = 0;
  /** mjtMark: 0 none, 1 edge, 2 cross, 3 random */
  mark = 0;
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
}

export class Material extends SpecElement {
  /** texture name per mjtTextureRole (0 user, 1 rgb, ... 9 orm); '' when none */
  textures: string[] = new Array<string>(10).fill('');
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
