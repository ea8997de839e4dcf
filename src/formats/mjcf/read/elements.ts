/** Single elements that can occur both in the model and in a default class. */

import { type MeshBuiltin, OrientationType } from '../../../core/model/enums/spec.ts';
import { LightType, TextureRole } from '../../../core/model/enums.ts';
import type { Material, Mesh } from '../../spec/elements/asset.ts';
import type { Body, Frame, Geom, Light } from '../../spec/elements/body.ts';
import type { Orientation } from '../../spec/elements/element.ts';
import type { Tendon } from '../../spec/elements/relation.ts';
import type { XmlElement } from '../../xml/element.ts';
import { getInto, getKeyword, getNumber, getNumbers, parseKeyword, readAttributes } from '../attributes.ts';
import { assetPath } from '../files.ts';
import type { ElementGrammar } from '../grammar.ts';
import { TEXTURE_ROLE } from '../keywords.ts';
import type { MjcfReader } from '../mjcfReader.ts';
import { stem } from '../paths.ts';
import { readPluginInside } from './plugin.ts';

const ALTERNATIVES: readonly (readonly [string, OrientationType])[] = [
  ['axisangle', OrientationType.AXISANGLE],
  ['xyaxes', OrientationType.XYAXES],
  ['zaxis', OrientationType.ZAXIS],
  ['euler', OrientationType.EULER],
];

interface Oriented {
  quat: number[];
  alt: Orientation | null;
}

/** Orientation in any of its five forms; at most one is allowed. */
function readOrientation(r: MjcfReader, element: XmlElement, target: Oriented, grammar: ElementGrammar): void {
  let count = 0;
  for (const name of element.attributeNames) {
    if (name === 'quat') {
      count++;
      const quat = getNumbers(r, element, grammar, 'quat');
      if (quat === undefined) continue;
      if (quat.every((x) => x === 0)) r.error(element, 'quat', 'a zero quaternion is not allowed');
      target.quat = quat;
    } else {
      const alternative = ALTERNATIVES.find(([key]) => key === name);
      if (alternative === undefined) continue;
      const value = getNumbers(r, element, grammar, name);
      if (value === undefined) continue;
      count++;
      target.alt = { type: alternative[1], value };
    }
  }
  if (count > 1) r.error(element, undefined, 'more than one orientation is given');
}

/** <inertial> becomes part of its body. */
export function readInertial(r: MjcfReader, element: XmlElement, body: Body, grammar: ElementGrammar): void {
  body.explicitinertial = true;
  body.inertialLocation = element;
  readAttributes(r, element, body, grammar);
  const oriented: Oriented = { quat: body.iquat, alt: body.ialt };
  readOrientation(r, element, oriented, grammar);
  body.iquat = oriented.quat;
  body.ialt = oriented.alt;
}

/** Elements with a pose: geom, site, camera, body, frame. */
export function readPosed(
  r: MjcfReader,
  element: XmlElement,
  target: Oriented & (Body | Frame | object),
  grammar: ElementGrammar,
): void {
  readAttributes(r, element, target, grammar);
  readOrientation(r, element, target, grammar);
}

export function readGeom(r: MjcfReader, element: XmlElement, geom: Geom, grammar: ElementGrammar): void {
  readPosed(r, element, geom, grammar);
  readPluginInside(r, element, geom);
}

export function readLight(r: MjcfReader, element: XmlElement, light: Light, grammar: ElementGrammar): void {
  readAttributes(r, element, light, grammar);
  const directional = getKeyword(r, element, grammar, 'directional');
  if (directional !== undefined) light.type = directional ? LightType.DIRECTIONAL : LightType.SPOT;
  const type = getKeyword(r, element, grammar, 'type');
  if (type !== undefined) light.type = type as LightType;
}

export function readTendon(r: MjcfReader, element: XmlElement, tendon: Tendon, grammar: ElementGrammar): void {
  readAttributes(r, element, tendon, grammar);
  if (getInto(r, element, grammar, 'springlength', tendon.springlength) === 1) {
    tendon.springlength[1] = tendon.springlength[0]!;
  }
}

export function readMaterial(r: MjcfReader, element: XmlElement, material: Material, grammar: ElementGrammar): void {
  readAttributes(r, element, material, grammar);
  const texture = element.get('texture');
  if (texture !== undefined) material.textures[TextureRole.RGB] = texture;
  for (const layer of element.children) {
    if (texture !== undefined) r.error(layer, undefined, 'a material has either a texture or layers, not both');
    const role = parseKeyword(r, layer, 'role', layer.get('role') ?? '', TEXTURE_ROLE);
    if (role !== undefined) material.textures[role] = layer.get('texture') ?? '';
  }
}

export function readMesh(r: MjcfReader, element: XmlElement, mesh: Mesh, grammar: ElementGrammar): void {
  readAttributes(r, element, mesh, grammar);
  readPluginInside(r, element, mesh);
  mesh.file = assetPath(r, element, 'file', r.spec.compiler.meshdir) || mesh.file;
  if (mesh.name === '' && mesh.file !== '') mesh.name = stem(mesh.file);

  const maxhullvert = getNumber(r, element, grammar, 'maxhullvert');
  if (maxhullvert !== undefined) {
    if (maxhullvert !== -1 && maxhullvert < 4) {
      r.error(element, 'maxhullvert', `expected -1, or more than 3, found ${maxhullvert}`);
    }
    mesh.maxhullvert = maxhullvert;
  }
  const floats = (name: string) => {
    const values = getNumbers(r, element, grammar, name);
    return values && Float32Array.from(values);
  };
  mesh.uservert = floats('vertex') ?? mesh.uservert;
  mesh.usernormal = floats('normal') ?? mesh.usernormal;
  mesh.usertexcoord = floats('texcoord') ?? mesh.usertexcoord;
  const face = getNumbers(r, element, grammar, 'face');
  if (face) mesh.userface = Int32Array.from(face);

  const builtin = getKeyword(r, element, grammar, 'builtin');
  if (builtin !== undefined) {
    mesh.builtin = builtin as MeshBuiltin;
    mesh.params = getNumbers(r, element, grammar, 'params') ?? [];
    if (mesh.params.length === 0) r.error(element, 'params', 'a built-in mesh needs parameters');
  }
}
