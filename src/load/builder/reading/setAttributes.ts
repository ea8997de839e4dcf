/** Changes attributes of an existing element with the reader that created it. */

import { readAttributes } from '../../../formats/mjcf/attributes.ts';
import type { ElementGrammar } from '../../../formats/mjcf/grammar.ts';
import type { MjcfReader } from '../../../formats/mjcf/mjcfReader.ts';
import { readSensors } from '../../../formats/mjcf/read/actuation/actuation.ts';
import { readActuator } from '../../../formats/mjcf/read/actuation/actuator.ts';
import { readHField, readTexture } from '../../../formats/mjcf/read/asset.ts';
import { readNumeric } from '../../../formats/mjcf/read/custom.ts';
import {
  readInertial,
  readLight,
  readMaterial,
  readMesh,
  readPosed,
  readTendon,
} from '../../../formats/mjcf/read/elements.ts';
import { readEqualities } from '../../../formats/mjcf/read/relation.ts';
import { writeSensor } from '../../../formats/mjcf/write/actuation.ts';
import { writeEquality } from '../../../formats/mjcf/write/relation.ts';
import { Actuator, Sensor } from '../../../formats/spec/elements/actuation.ts';
import { HField, Material, Mesh, Texture } from '../../../formats/spec/elements/asset.ts';
import { Body, Camera, Frame, Geom, Light, Site } from '../../../formats/spec/elements/body.ts';
import { Numeric } from '../../../formats/spec/elements/custom.ts';
import { cloneElement, type SpecElement } from '../../../formats/spec/elements/element.ts';
import { Equality, Tendon } from '../../../formats/spec/elements/relation.ts';
import type { XmlOutput } from '../../../formats/xml/write.ts';
import { CodeElement } from './codeElement.ts';

/** Change a copy first, so that an error leaves the element unchanged. */
export function setAttributes(r: MjcfReader, element: CodeElement, raw: SpecElement, grammar: ElementGrammar): void {
  if (element.has('class'))
    r.error(element, 'class', 'class: a default class can be given only when an element is created');
  if (raw instanceof Sensor) rewrite(r, element, raw, writeSensor(raw), r.spec.sensors, readSensors);
  else if (raw instanceof Equality) rewrite(r, element, raw, writeEquality(raw), r.spec.equalities, readEqualities);
  else {
    const copy = cloneElement(raw);
    const change = grammar.tag === 'inertial' ? readInertial : CHANGES.get(raw.constructor);
    (change ?? readAttributes)(r, element, copy as never, grammar);
    r.throwErrors();
    Object.assign(raw, copy);
  }
}

type Change = (r: MjcfReader, given: CodeElement, target: never, grammar: ElementGrammar) => void;

/** Elements that need more than plain attributes. */
const CHANGES: ReadonlyMap<unknown, Change> = new Map<unknown, Change>([
  [Body, changePosed],
  [Frame, changePosed],
  [Geom, changePosed],
  [Site, changePosed],
  [Camera, changePosed],
  [Light, readLight],
  [Mesh, readMesh],
  [Material, readMaterial],
  [Texture, readTexture],
  [HField, readHField],
  [Tendon, readTendon],
  [Actuator, readActuator],
  [Numeric, changeNumeric],
]);

type Posed = Body | Frame | Geom | Site | Camera;

function changePosed(r: MjcfReader, element: CodeElement, target: Posed, grammar: ElementGrammar): void {
  readPosed(r, element, target, grammar);
  // other orientation attributes override a quaternion, so a new quaternion removes them
  if (element.has('quat')) target.alt = null;
  const childclass = element.get('childclass');
  if (childclass === undefined || !('childclass' in target)) return;
  if (!r.classes.has(childclass)) r.error(element, 'childclass', `unknown default class '${childclass}'`);
  target.childclass = childclass;
  target.classname = childclass;
}

function changeNumeric(r: MjcfReader, element: CodeElement, target: Numeric, grammar: ElementGrammar): void {
  if (element.has('data') || element.has('size')) readNumeric(r, element, target, grammar);
  else readAttributes(r, element, target, grammar);
}

/** The fields of sensors and equalities depend on which attributes they have, so the saved form is read again with the
 * changes. */
function rewrite<T extends SpecElement>(
  r: MjcfReader,
  given: CodeElement,
  raw: T,
  written: XmlOutput,
  list: T[],
  read: (r: MjcfReader, section: CodeElement) => void,
): void {
  const old = written.attributes.filter(([name]) => !given.has(name));
  const changes = given.attributeNames.map((name, i) => [name, given.attributeValues[i]!] as const);
  const whole = new CodeElement(written.tag, given.file, [...old, ...changes]);
  read(r, new CodeElement('section', '').wrap(whole));
  const fresh = list.pop()!;
  r.throwErrors();
  const { location, compiler, classname } = raw;
  Object.assign(raw, fresh, { location, compiler, classname });
}
