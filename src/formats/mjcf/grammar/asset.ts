/** <asset>: meshes, height fields, textures, materials, models. */

import { HField, Material, Mesh, Texture } from '../../spec/elements/asset.ts';
import {
  bool,
  chars,
  defaultClass,
  element,
  exclusive,
  file,
  float,
  floats,
  id,
  int,
  ints,
  keyword,
  real,
  reals,
  ref,
  text,
} from '../grammar.ts';
import {
  COLORSPACE,
  MESH_BUILTIN,
  MESH_INERTIA,
  TEXTURE_BUILTIN,
  TEXTURE_MARK,
  TEXTURE_ROLE,
  TEXTURE_TYPE,
} from '../keywords.ts';
import { skin } from './deformable.ts';
import { plugin } from './extension.ts';

export const mesh = element(
  'mesh',
  'A triangle mesh: from a file, inline or built in.',
  () => [
    id('name (default: that of the file)'),
    defaultClass(),
    text('content_type', 'media type of the file', { nodefault: true }),
    file('file', 'STL, OBJ or MSH file', { nodefault: true }),
    floats('vertex', 'any', 'inline vertices, 3 numbers each', { custom: true, nodefault: true }),
    floats('normal', 'any', 'inline normals, 3 numbers each', { custom: true, nodefault: true }),
    floats('texcoord', 'any', 'inline texture coordinates, 2 numbers each', { custom: true, nodefault: true }),
    ints('face', 'any', 'inline triangles, 3 vertices each', { custom: true, nodefault: true }),
    reals('refpos', 3, 'offset subtracted from vertices', { nodefault: true }),
    reals('refquat', 4, 'inverse rotation of vertices', { nodefault: true }),
    reals('scale', 3, 'scale per axis; negative values mirror'),
    bool('smoothnormal', 'smooth normals across sharp edges', { nodefault: true }),
    int('maxhullvert', 'maximum number of vertices of the convex hull; -1: no limit', { custom: true, nonempty: true }),
    keyword('inertia', MESH_INERTIA, 'method of computing mass properties'),
    keyword('builtin', MESH_BUILTIN, 'built-in shape', { custom: true, nodefault: true }),
    reals('params', 'any', 'parameters of the built-in shape', { custom: true, nodefault: true }),
    ref('material', 'material', 'material of geoms without one', { nodefault: true }),
  ],
  {
    rules: () => [exclusive('builtin', 'file'), exclusive('builtin', 'vertex')],
    children: [plugin],
    defaults: () => new Mesh(),
  },
);

const hfield = element(
  'hfield',
  'A height field.',
  () => [
    id('name (default: that of the file)'),
    text('content_type', 'media type of the file'),
    file('file', 'PNG or binary file of heights'),
    int('nrow', 'number of rows'),
    int('ncol', 'number of columns'),
    reals('size', 4, 'half width, half depth, height, thickness of the base', { required: true }),
    reals('elevation', 'any', 'inline heights, top row first', { custom: true }),
  ],
  { defaults: () => new HField() },
);

const texture = element(
  'texture',
  'A texture, from files or built in; for rendering.',
  () => [
    id('name (default: that of the file)'),
    keyword('type', TEXTURE_TYPE, 'kind of texture'),
    keyword('colorspace', COLORSPACE, 'color space'),
    text('content_type', 'media type of the file'),
    file('file', 'picture'),
    ints('gridsize', 2, 'rows and columns of squares in the picture'),
    chars('gridlayout', [0, 12], 'side of the cube (RLUDFB) for each square, . for none', { custom: true }),
    file('fileright', 'image of the right side'),
    file('fileleft', 'image of the left side'),
    file('fileup', 'image of the top side'),
    file('filedown', 'image of the bottom side'),
    file('filefront', 'image of the front side'),
    file('fileback', 'image of the back side'),
    keyword('builtin', TEXTURE_BUILTIN, 'built-in pattern'),
    reals('rgb1', 3, 'first color'),
    reals('rgb2', 3, 'second color'),
    keyword('mark', TEXTURE_MARK, 'marks drawn on top'),
    reals('markrgb', 3, 'color of marks'),
    real('random', 'probability of random marks'),
    int('width', 'width in pixels'),
    int('height', 'flip horizontally'),
    bool('hflip', 'flip vertically'),
    bool('vflip', 'mirror up and down'),
    int('nchannel', 'channels per pixel'),
  ],
  { defaults: () => new Texture() },
);

const layer = element('layer', 'A texture layer of a material, with its role.', () => [
  ref('texture', 'texture', 'the texture', { custom: true, required: true }),
  keyword('role', TEXTURE_ROLE, 'role of the texture', { custom: true, required: true }),
]);

export const material = element(
  'material',
  'Surface appearance, for rendering.',
  () => [
    id('name'),
    defaultClass(),
    ref('texture', 'texture', 'color texture', { custom: true }),
    floats('texrepeat', 2, 'repetitions of the texture'),
    bool('texuniform', 'repeat per unit length instead of per object'),
    float('emission', 'emission'),
    float('specular', 'strength of highlights'),
    float('shininess', 'sharpness of highlights'),
    float('reflectance', 'reflectance of planes and boxes'),
    float('metallic', 'metalness; -1: not given'),
    float('roughness', 'roughness; -1: not given'),
    floats('rgba', 4, 'color'),
  ],
  { children: [layer], defaults: () => new Material() },
);

const model = element('model', 'Another model, for attaching its parts.', () => [
  id('name (default: that in the file)', { custom: true }),
  file('file', 'MJCF file', { required: true }),
  text('content_type', 'media type of the file', { custom: true }),
]);

export const asset = element('asset', 'Assets that other elements refer to.', () => [], {
  children: [mesh, hfield, skin, texture, material, model],
});
