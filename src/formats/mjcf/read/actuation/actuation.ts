/** Reads `<actuator>` and `<sensor>`. */

import { ContactReduction, ObjType, SensorType } from '../../../../core/model/enums.ts';
import { SENSORS, type SensorNameOf, type SensorRow } from '../../../../core/model/sensors.ts';
import { Sensor } from '../../../spec/elements/actuation.ts';
import { cloneElement } from '../../../spec/elements/element.ts';
import type { XmlElement } from '../../../xml/element.ts';
import { getKeyword, getNumber, parseKeywords, readAttributes } from '../../attributes.ts';
import { childGrammar } from '../../childGrammar.ts';
import { actuator } from '../../grammar/actuator.ts';
import { SENSOR_TAGS, sensor } from '../../grammar/sensor.ts';
import type { ElementGrammar } from '../../grammar.ts';
import { CONTACT_DATA, type Keywords, OBJECT_TYPE, RAY_DATA } from '../../keywords.ts';
import type { MjcfReader } from '../../mjcfReader.ts';
import { start, startFromClass } from '../common.ts';
import { readPluginUse } from '../plugin.ts';
import { readActuator } from './actuator.ts';

export function readActuators(r: MjcfReader, section: XmlElement): void {
  for (const element of section.children) {
    const { target } = startFromClass(r, element, (c) => cloneElement(c.actuator));
    readActuator(r, element, target, childGrammar(actuator, element.tag));
    if (element.tag === 'plugin') target.plugin = readPluginUse(r, element);
    r.spec.actuators.push(target);
  }
}

export function readSensors(r: MjcfReader, section: XmlElement): void {
  for (const element of section.children) {
    const target = start(r, element, new Sensor());
    const grammar = childGrammar(sensor, element.tag);
    readAttributes(r, element, target, grammar);
    setKind(r, element, target, grammar);
    r.spec.sensors.push(target);
  }
}

function setKind(r: MjcfReader, element: XmlElement, target: Sensor, grammar: ElementGrammar): void {
  const name = SENSOR_TAGS.get(element.tag);
  if (name === undefined) return;
  const { form, objects }: SensorRow = SENSORS[name];
  target.type = SensorType[name];
  if (form === 'object') target.objtype = objects[0]!;
  if (form === 'pair') setPair(element, target);
  if (form === 'own') OWN[name as SensorNameOf<{ form: 'own' }>](r, element, target, grammar);
}

function setPair(element: XmlElement, target: Sensor): void {
  setObject(element, target, [
    ['geom1', ObjType.GEOM],
    ['body1', ObjType.BODY],
  ]);
  setReference(element, target, [
    ['geom2', ObjType.GEOM],
    ['body2', ObjType.BODY],
  ]);
}

type SensorReader = (r: MjcfReader, element: XmlElement, target: Sensor, grammar: ElementGrammar) => void;

const OWN: Readonly<Record<SensorNameOf<{ form: 'own' }>, SensorReader>> = {
  CAMPROJECTION(_r, _element, target) {
    target.objtype = ObjType.SITE;
    target.reftype = ObjType.CAMERA;
  },
  RANGEFINDER(r, element, target) {
    setObject(element, target, [
      ['site', ObjType.SITE],
      ['camera', ObjType.CAMERA],
    ]);
    target.intprm[0] = dataBits(r, element, RAY_DATA);
  },
  INSIDESITE(_r, _element, target) {
    target.reftype = ObjType.SITE;
  },
  CONTACT(r, element, target, grammar) {
    setObject(element, target, [
      ['site', ObjType.SITE],
      ['body1', ObjType.BODY],
      ['subtree1', ObjType.XBODY],
      ['geom1', ObjType.GEOM],
    ]);
    setReference(element, target, [
      ['body2', ObjType.BODY],
      ['subtree2', ObjType.XBODY],
      ['geom2', ObjType.GEOM],
    ]);
    const num = getNumber(r, element, grammar, 'num') ?? 1;
    if (num <= 0) r.error(element, 'num', `expected a positive number, found ${num}`);
    const reduce = getKeyword(r, element, grammar, 'reduce') ?? ContactReduction.NONE;
    target.intprm = [dataBits(r, element, CONTACT_DATA), reduce, num];
  },
  TACTILE(_r, element, target) {
    target.objtype = ObjType.MESH;
    target.objname = element.get('mesh') ?? '';
    target.reftype = ObjType.GEOM;
    target.refname = element.get('geom') ?? '';
  },
  USER(_r, element, target) {
    target.objtype = OBJECT_TYPE.get(element.get('objtype') ?? '') ?? ObjType.UNKNOWN;
  },
  PLUGIN(r, element, target) {
    target.objtype = OBJECT_TYPE.get(element.get('objtype') ?? '') ?? ObjType.UNKNOWN;
    target.reftype = OBJECT_TYPE.get(element.get('reftype') ?? '') ?? ObjType.UNKNOWN;
    target.plugin = readPluginUse(r, element);
  },
};

type Choice = readonly (readonly [string, ObjType])[];

function setObject(element: XmlElement, target: Sensor, choices: Choice): void {
  for (const [attribute, type] of choices) {
    const name = element.get(attribute);
    if (name === undefined) continue;
    target.objtype = type;
    target.objname = name;
    return;
  }
}

function setReference(element: XmlElement, target: Sensor, choices: Choice): void {
  for (const [attribute, type] of choices) {
    const name = element.get(attribute);
    if (name === undefined) continue;
    target.reftype = type;
    target.refname = name;
    return;
  }
}

/** One bit per keyword of `data`, which must be in the order of the set (default: the first one). */
function dataBits(r: MjcfReader, element: XmlElement, keywords: Keywords): number {
  const text = element.get('data');
  const values = text === undefined ? undefined : parseKeywords(r, element, 'data', text, keywords);
  if (values === undefined || values.length === 0) return 1;
  if (values.some((value, i) => i > 0 && value <= values[i - 1]!)) {
    r.error(element, 'data', `expected the order ${[...keywords.keys()].join(' ')}`);
  }
  return values.reduce((bits, value) => bits | (1 << value), 0);
}
