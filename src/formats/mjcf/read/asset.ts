/** Reads `<asset>`. */

import { HField, Texture } from '../../spec/elements/asset.ts';
import { cloneElement } from '../../spec/elements/element.ts';
import type { XmlElement } from '../../xml/element.ts';
import { getNumbers, readAttributes } from '../attributes.ts';
import { childGrammar } from '../childGrammar.ts';
import { assetPath } from '../files.ts';
import { asset } from '../grammar/asset.ts';
import type { ElementGrammar } from '../grammar.ts';
import type { MjcfReader } from '../mjcfReader.ts';
import { stem } from '../paths.ts';
import { start, startFromClass } from './common.ts';
import { readSkin } from './deformable.ts';
import { readMaterial, readMesh } from './elements.ts';
import { type ModelReader, readModel } from './reuse/model.ts';

export function readAssets(r: MjcfReader, section: XmlElement, modelReader: ModelReader): void {
  const { spec } = r;
  for (const element of section.children) {
    const grammar = childGrammar(asset, element.tag);
    switch (element.tag) {
      case 'mesh': {
        const { target } = startFromClass(r, element, (c) => cloneElement(c.mesh));
        readMesh(r, element, target, grammar);
        spec.meshes.push(target);
        break;
      }
      case 'material': {
        const { target } = startFromClass(r, element, (c) => cloneElement(c.material));
        readMaterial(r, element, target, grammar);
        spec.materials.push(target);
        break;
      }
      case 'texture':
        spec.textures.push(readTexture(r, element, start(r, element, new Texture()), grammar));
        break;
      case 'hfield':
        spec.hfields.push(readHField(r, element, start(r, element, new HField()), grammar));
        break;
      case 'skin':
        readSkin(r, element);
        break;
      case 'model':
        readModel(r, element, modelReader);
        break;
    }
  }
}

const CUBE_FILES = ['fileright', 'fileleft', 'fileup', 'filedown', 'filefront', 'fileback'];

export function readTexture(r: MjcfReader, element: XmlElement, texture: Texture, grammar: ElementGrammar): Texture {
  const directory = r.spec.compiler.texturedir;
  readAttributes(r, element, texture, grammar);
  texture.file = assetPath(r, element, 'file', directory) || texture.file;
  texture.cubefiles = texture.cubefiles.map((old, i) => assetPath(r, element, CUBE_FILES[i]!, directory) || old);
  if (texture.name === '' && texture.file !== '') texture.name = stem(texture.file);

  const layout = element.get('gridlayout');
  if (layout !== undefined) {
    const squares = texture.gridsize[0]! * texture.gridsize[1]!;
    if (layout.length > 12 || layout.length !== squares) {
      r.error(element, 'gridlayout', `expected ${squares} letters (at most 12), found ${layout.length}`);
    }
    texture.gridlayout = layout + texture.gridlayout.slice(layout.length);
  }
  return texture;
}

export function readHField(r: MjcfReader, element: XmlElement, hfield: HField, grammar: ElementGrammar): HField {
  readAttributes(r, element, hfield, grammar);
  hfield.file = assetPath(r, element, 'file', r.spec.compiler.meshdir) || hfield.file;
  if (hfield.name === '' && hfield.file !== '') hfield.name = stem(hfield.file);
  const { nrow, ncol } = hfield;
  if (element.has('file') || nrow <= 0 || ncol <= 0) return hfield;
  const elevation = getNumbers(r, element, grammar, 'elevation');
  if (elevation === undefined) return hfield;
  if (elevation.length !== nrow * ncol) {
    r.error(element, 'elevation', `expected ${nrow} x ${ncol} = ${nrow * ncol} numbers, found ${elevation.length}`);
    return hfield;
  }
  // the file has the top row first, the model the bottom row
  const data = new Float32Array(nrow * ncol);
  for (let i = 0; i < nrow; i++) {
    for (let j = 0; j < ncol; j++) data[(nrow - 1 - i) * ncol + j] = elevation[i * ncol + j]!;
  }
  hfield.userdata = data;
  return hfield;
}
