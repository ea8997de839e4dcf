/** `SpecContext`: the tree of one `MjSpec`, its last error, and the object of each element. */

import { ObjType } from '../../../core/model/enums.ts';
import { Actuator, Sensor } from '../../../formats/spec/elements/actuation.ts';
import { HField, Material, Mesh, Texture } from '../../../formats/spec/elements/asset.ts';
import { Body, Camera, Frame, Geom, Joint, Light, Site } from '../../../formats/spec/elements/body.ts';
import { Key, Numeric, Text, Tuple } from '../../../formats/spec/elements/custom.ts';
import { DefaultClass } from '../../../formats/spec/elements/defaults.ts';
import { Flex, Skin } from '../../../formats/spec/elements/deformable.ts';
import type { SpecElement } from '../../../formats/spec/elements/element.ts';
import { PluginSpec } from '../../../formats/spec/elements/plugin.ts';
import { Equality, Exclude, Pair, Tendon, Wrap } from '../../../formats/spec/elements/relation.ts';
import type { SpecTree as Tree } from '../../../formats/spec/specTree.ts';
import type { SpecClassName } from './fields.ts';

/** Any object with an `MjsElement`. */
export type Raw = SpecElement | DefaultClass | Tree;

/** A spec of the drop-in API. */
export class SpecContext {
  readonly tree: Tree;
  /** text of the last error; '' if there is none */
  error = '';
  /** ids are known once the spec has been compiled */
  compiled = false;
  /** members of `MjSpec` that have no effect */
  readonly unused = { hasImplicitPluginElem: false, nemax: 0 };

  constructor(tree: Tree) {
    this.tree = tree;
  }
}

type Constructor = abstract new () => SpecElement;

/** Object type and drop-in class of each class of the tree. */
const ROWS: readonly (readonly [Constructor, ObjType, SpecClassName])[] = [
  [Body, ObjType.BODY, 'MjsBody'],
  [Frame, ObjType.FRAME, 'MjsFrame'],
  [Joint, ObjType.JOINT, 'MjsJoint'],
  [Geom, ObjType.GEOM, 'MjsGeom'],
  [Site, ObjType.SITE, 'MjsSite'],
  [Camera, ObjType.CAMERA, 'MjsCamera'],
  [Light, ObjType.LIGHT, 'MjsLight'],
  [Mesh, ObjType.MESH, 'MjsMesh'],
  [HField, ObjType.HFIELD, 'MjsHField'],
  [Texture, ObjType.TEXTURE, 'MjsTexture'],
  [Material, ObjType.MATERIAL, 'MjsMaterial'],
  [Flex, ObjType.FLEX, 'MjsFlex'],
  [Skin, ObjType.SKIN, 'MjsSkin'],
  [Pair, ObjType.PAIR, 'MjsPair'],
  [Exclude, ObjType.EXCLUDE, 'MjsExclude'],
  [Equality, ObjType.EQUALITY, 'MjsEquality'],
  [Tendon, ObjType.TENDON, 'MjsTendon'],
  [Wrap, ObjType.UNKNOWN, 'MjsWrap'],
  [Actuator, ObjType.ACTUATOR, 'MjsActuator'],
  [Sensor, ObjType.SENSOR, 'MjsSensor'],
  [Numeric, ObjType.NUMERIC, 'MjsNumeric'],
  [Text, ObjType.TEXT, 'MjsText'],
  [Tuple, ObjType.TUPLE, 'MjsTuple'],
  [Key, ObjType.KEY, 'MjsKey'],
];

const byClass = new Map<unknown, (typeof ROWS)[number]>(ROWS.map((row) => [row[0], row]));

export function kindOfRaw(raw: Raw): ObjType {
  if (raw instanceof DefaultClass) return ObjType.DEFAULT;
  if (raw instanceof PluginSpec) return ObjType.PLUGIN;
  return byClass.get(raw.constructor)?.[1] ?? ObjType.MODEL;
}

export function classNameOf(raw: SpecElement): SpecClassName {
  const row = byClass.get(raw.constructor);
  if (row === undefined) throw new Error(`no members for the class ${raw.constructor.name}`);
  return row[2];
}

/** The class of the tree behind a class of the drop-in API. */
export function treeClassOf(name: SpecClassName): new () => SpecElement {
  const row = ROWS.find(([, , title]) => title === name);
  if (row === undefined) throw new Error(`no tree class for ${name}`);
  return row[0] as new () => SpecElement;
}
