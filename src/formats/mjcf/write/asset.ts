/** <asset>. File names are relative to the folder of the output; directories by kind are not written. */

import { MeshBuiltin } from '../../../core/model/enums/spec.ts';
import { TextureRole } from '../../../core/model/enums.ts';
import type { HField, Material, Mesh, Texture } from '../../spec/elements/asset.ts';
import type { SpecTree } from '../../spec/specTree.ts';
import { XmlOutput } from '../../xml/write.ts';
import { childGrammar } from '../childGrammar.ts';
import { asset } from '../grammar/asset.ts';
import { COLORSPACE, keywordOf, MESH_BUILTIN, TEXTURE_ROLE } from '../keywords.ts';
import { pathFrom } from '../paths.ts';
import { formatNumbers, writeAttributes } from './attributes.ts';
import { writePluginInside } from './plugin.ts';

export function writeAssets(spec: SpecTree, folder: string): XmlOutput {
  const output = new XmlOutput('asset');
  const relative = (path: string) => pathFrom(folder, path);
  for (const texture of spec.textures) output.add(writeTexture(texture, relative));
  for (const material of spec.materials) output.add(writeMaterial(material));
  for (const mesh of spec.meshes) output.add(writeMesh(mesh, relative));
  for (const hfield of spec.hfields) output.add(writeHField(hfield, relative));
  return output;
}

type Relative = (path: string) => string;

function writeMesh(mesh: Mesh, relative: Relative): XmlOutput {
  const output = writeAttributes(new XmlOutput('mesh'), mesh, childGrammar(asset, 'mesh'));
  if (mesh.file !== '') output.set('file', relative(mesh.file));
  if (mesh.maxhullvert !== -1) output.set('maxhullvert', String(mesh.maxhullvert));
  if (mesh.builtin !== MeshBuiltin.NONE) {
    output.set('builtin', keywordOf(MESH_BUILTIN, mesh.builtin)).set('params', formatNumbers(mesh.params));
  }
  if (mesh.uservert) output.set('vertex', formatNumbers(mesh.uservert, true));
  if (mesh.usernormal) output.set('normal', formatNumbers(mesh.usernormal, true));
  if (mesh.usertexcoord) output.set('texcoord', formatNumbers(mesh.usertexcoord, true));
  if (mesh.userface) output.set('face', formatNumbers(mesh.userface));
  writePluginInside(output, mesh);
  return output;
}

/** The model has the bottom row first, the file the top row. */
function writeHField(hfield: HField, relative: Relative): XmlOutput {
  const output = writeAttributes(new XmlOutput('hfield'), hfield, childGrammar(asset, 'hfield'));
  if (hfield.file !== '') output.set('file', relative(hfield.file));
  const { userdata, nrow, ncol } = hfield;
  if (userdata?.some((height) => height !== 0)) {
    const rows: string[] = [];
    for (let i = nrow - 1; i >= 0; i--) rows.push(formatNumbers(userdata.subarray(i * ncol, (i + 1) * ncol), true));
    output.set('elevation', rows.join(' '));
  }
  return output;
}

const CUBE_FILES = ['fileright', 'fileleft', 'fileup', 'filedown', 'filefront', 'fileback'];

function writeTexture(texture: Texture, relative: Relative): XmlOutput {
  if (texture.data)
    throw new Error(`texture '${texture.name}' has its pixels from an array, which MJCF cannot represent`);
  const output = writeAttributes(new XmlOutput('texture'), texture, childGrammar(asset, 'texture'), ['colorspace']);
  // MuJoCo always writes it
  output.set('colorspace', keywordOf(COLORSPACE, texture.colorspace));
  if (texture.file !== '') output.set('file', relative(texture.file));
  texture.cubefiles.forEach((path, i) => {
    if (path !== '') output.set(CUBE_FILES[i] ?? '', relative(path));
  });
  const squares = texture.gridsize[0]! * texture.gridsize[1]!;
  const layout = texture.gridlayout.slice(0, squares);
  if (/[^.]/.test(layout)) output.set('gridlayout', layout);
  return output;
}

function writeMaterial(material: Material): XmlOutput {
  const output = writeAttributes(new XmlOutput('material'), material, childGrammar(asset, 'material'));
  const { textures } = material;
  if (textures.every((name, role) => name === '' || role === TextureRole.RGB)) {
    const name = textures[TextureRole.RGB];
    return name ? output.set('texture', name) : output;
  }
  textures.forEach((name, role) => {
    const keyword = keywordOf(TEXTURE_ROLE, role);
    if (name !== '' && keyword !== '') output.add(new XmlOutput('layer').set('texture', name).set('role', keyword));
  });
  return output;
}
