/** The object kind of each element, and its MJCF tag. */

import { ObjType } from '../../core/model/enums.ts';
import { sensorRow } from '../../core/model/sensors.ts';
import { childGrammar } from '../../formats/mjcf/childGrammar.ts';
import { actuator } from '../../formats/mjcf/grammar/actuator.ts';
import { asset } from '../../formats/mjcf/grammar/asset.ts';
import { worldbody } from '../../formats/mjcf/grammar/body.ts';
import { custom, keyframe } from '../../formats/mjcf/grammar/custom.ts';
import { deformable } from '../../formats/mjcf/grammar/deformable.ts';
import { contact, equality, tendon } from '../../formats/mjcf/grammar/relation.ts';
import { sensor } from '../../formats/mjcf/grammar/sensor.ts';
import type { ElementGrammar } from '../../formats/mjcf/grammar.ts';
import { equalityTag } from '../../formats/mjcf/write/relation.ts';
import { Actuator, Sensor } from '../../formats/spec/elements/actuation.ts';
import { HField, Material, Mesh, Texture } from '../../formats/spec/elements/asset.ts';
import { Body, Camera, Frame, Geom, Joint, Light, Site } from '../../formats/spec/elements/body.ts';
import { Key, Numeric, Text, Tuple } from '../../formats/spec/elements/custom.ts';
import { Flex, Skin } from '../../formats/spec/elements/deformable.ts';
import type { SpecElement } from '../../formats/spec/elements/element.ts';
import { Equality, Exclude, Pair, Tendon } from '../../formats/spec/elements/relation.ts';

/** Kinds by their names in the API. */
export const KINDS = {
  body: ObjType.BODY,
  frame: ObjType.FRAME,
  joint: ObjType.JOINT,
  geom: ObjType.GEOM,
  site: ObjType.SITE,
  camera: ObjType.CAMERA,
  light: ObjType.LIGHT,
  mesh: ObjType.MESH,
  hfield: ObjType.HFIELD,
  texture: ObjType.TEXTURE,
  material: ObjType.MATERIAL,
  flex: ObjType.FLEX,
  skin: ObjType.SKIN,
  pair: ObjType.PAIR,
  exclude: ObjType.EXCLUDE,
  equality: ObjType.EQUALITY,
  tendon: ObjType.TENDON,
  actuator: ObjType.ACTUATOR,
  sensor: ObjType.SENSOR,
  numeric: ObjType.NUMERIC,
  text: ObjType.TEXT,
  tuple: ObjType.TUPLE,
  key: ObjType.KEY,
} as const;

type Constructor = abstract new () => SpecElement;

/** The grammar of each class of the tree. */
const GRAMMARS: ReadonlyMap<Constructor, (raw: SpecElement) => ElementGrammar> = new Map<
  Constructor,
  (raw: SpecElement) => ElementGrammar
>([
  [Body, () => childGrammar(worldbody, 'body')],
  [Frame, () => childGrammar(worldbody, 'frame')],
  [Joint, () => childGrammar(worldbody, 'joint')],
  [Geom, () => childGrammar(worldbody, 'geom')],
  [Site, () => childGrammar(worldbody, 'site')],
  [Camera, () => childGrammar(worldbody, 'camera')],
  [Light, () => childGrammar(worldbody, 'light')],
  [Mesh, () => childGrammar(asset, 'mesh')],
  [HField, () => childGrammar(asset, 'hfield')],
  [Texture, () => childGrammar(asset, 'texture')],
  [Material, () => childGrammar(asset, 'material')],
  [Flex, () => childGrammar(deformable, 'flex')],
  [Skin, () => childGrammar(deformable, 'skin')],
  [Pair, () => childGrammar(contact, 'pair')],
  [Exclude, () => childGrammar(contact, 'exclude')],
  [Equality, (raw) => childGrammar(equality, equalityTag(raw as Equality))],
  [Tendon, (raw) => childGrammar(tendon, (raw as Tendon).spatial ? 'spatial' : 'fixed')],
  // actuator shortcuts keep their own tag
  [Actuator, ({ location }) => childGrammar(actuator, actuator.children.has(location.tag) ? location.tag : 'general')],
  [Sensor, (raw) => childGrammar(sensor, sensorRow((raw as Sensor).type).tag)],
  [Numeric, () => childGrammar(custom, 'numeric')],
  [Text, () => childGrammar(custom, 'text')],
  [Tuple, () => childGrammar(custom, 'tuple')],
  [Key, () => childGrammar(keyframe, 'key')],
]);

export function grammarFor(raw: SpecElement): ElementGrammar {
  const grammar = GRAMMARS.get(raw.constructor as Constructor)?.(raw);
  if (grammar === undefined) throw new Error(`no grammar for a ${raw.constructor.name}`);
  return grammar;
}
