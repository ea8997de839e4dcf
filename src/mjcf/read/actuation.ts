/** <actuator> and <sensor> sections. */

import { Sensor } from '../../spec/elements/actuation.ts';
import { cloneElement } from '../../spec/elements/element.ts';
import type { XmlElement } from '../../xml/element.ts';
import { getKeyword, getNumber, parseKeywords, readAttributes } from '../attributes.ts';
import { actuator } from '../grammar/actuator.ts';
import { DISTANCE_SENSORS, FRAME_SENSORS, SIMPLE_SENSORS, sensor } from '../grammar/sensor.ts';
import type { ElementGrammar } from '../grammar.ts';
import { childGrammar } from '../grammarOf.ts';
import { CONTACT_DATA, type Keywords, OBJECT_TYPE, RAY_DATA } from '../keywords.ts';
import type { Reading } from '../reading.ts';
import { readActuator } from './actuator.ts';
import { start, startFromClass } from './common.ts';

/** mjtObj */
const Obj = { BODY: 1, XBODY: 2, GEOM: 5, SITE: 6, CAMERA: 7, MESH: 10 } as const;
/** mjtSensor of the sensors with a reader of their own */
const RANGEFINDER = 7;
const CAMPROJECTION = 8;
const INSIDESITE = 38;
const CONTACT = 42;
const TACTILE = 46;
const USER = 48;

export function readActuators(r: Reading, section: XmlElement): void {
  for (const element of section.children) {
    const { target } = startFromClass(r, element, (c) => cloneElement(c.actuator));
    readActuator(r, element, target, childGrammar(actuator, element.tag));
    r.spec.actuators.push(target);
  }
}

export function readSensors(r: Reading, section: XmlElement): void {
  for (const element of section.children) {
    const target = start(r, element, new Sensor());
    const grammar = childGrammar(sensor, element.tag);
    readAttributes(r, element, target, grammar);
    setKind(r, element, target, grammar);
    r.spec.sensors.push(target);
  }
}

function setKind(r: Reading, element: XmlElement, target: Sensor, grammar: ElementGrammar): void {
  const { tag } = element;
  const simple = SIMPLE_SENSORS.get(tag);
  const frame = FRAME_SENSORS.get(tag);
  const distance = DISTANCE_SENSORS.get(tag);
  if (simple !== undefined) {
    target.type = simple.type;
    target.objtype = simple.objtype;
  } else if (frame !== undefined) {
    target.type = frame;
  } else if (distance !== undefined) {
    target.type = distance;
    setObject(element, target, [
      ['geom1', Obj.GEOM],
      ['body1', Obj.BODY],
    ]);
    setReference(element, target, [
      ['geom2', Obj.GEOM],
      ['body2', Obj.BODY],
    ]);
  } else {
    OTHER_SENSORS[tag]?.(r, element, target, grammar);
  }
}

type SensorReader = (r: Reading, element: XmlElement, target: Sensor, grammar: ElementGrammar) => void;

const OTHER_SENSORS: Readonly<Record<string, SensorReader>> = {
  camprojection(_r, _element, target) {
    target.type = CAMPROJECTION;
    target.objtype = Obj.SITE;
    target.reftype = Obj.CAMERA;
  },
  rangefinder(r, element, target) {
    target.type = RANGEFINDER;
    setObject(element, target, [
      ['site', Obj.SITE],
      ['camera', Obj.CAMERA],
    ]);
    target.intprm[0] = dataBits(r, element, RAY_DATA);
  },
  insidesite(_r, _element, target) {
    target.type = INSIDESITE;
    target.reftype = Obj.SITE;
  },
  contact(r, element, target, grammar) {
    target.type = CONTACT;
    setObject(element, target, [
      ['site', Obj.SITE],
      ['body1', Obj.BODY],
      ['subtree1', Obj.XBODY],
      ['geom1', Obj.GEOM],
    ]);
    setReference(element, target, [
      ['body2', Obj.BODY],
      ['subtree2', Obj.XBODY],
      ['geom2', Obj.GEOM],
    ]);
    const num = getNumber(r, element, grammar, 'num') ?? 1;
    if (num <= 0) r.error(element, 'num', `expected a positive number, found ${num}`);
    target.intprm = [dataBits(r, element, CONTACT_DATA), getKeyword(r, element, grammar, 'reduce') ?? 0, num];
  },
  tactile(_r, element, target) {
    target.type = TACTILE;
    target.objtype = Obj.MESH;
    target.objname = element.get('mesh') ?? '';
    target.reftype = Obj.GEOM;
    target.refname = element.get('geom') ?? '';
  },
  user(_r, element, target) {
    target.type = USER;
    target.objtype = OBJECT_TYPE.get(element.get('objtype') ?? '') ?? 0;
  },
};

type Choice = readonly (readonly [string, number])[];

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

/** One bit per keyword of `data`, which must come in the order of the set; the first one when not given. */
function dataBits(r: Reading, element: XmlElement, keywords: Keywords): number {
  const text = element.get('data');
  const values = text === undefined ? undefined : parseKeywords(r, element, 'data', text, keywords);
  if (values === undefined || values.length === 0) return 1;
  if (values.some((value, i) => i > 0 && value <= values[i - 1]!)) {
    r.error(element, 'data', `expected the order ${[...keywords.keys()].join(' ')}`);
  }
  return values.reduce((bits, value) => bits | (1 << value), 0);
}
