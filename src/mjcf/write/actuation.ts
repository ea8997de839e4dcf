/** <actuator> and <sensor>. Actuators are written in their general form, except those that inherit a range. */

import type { Actuator, Sensor } from '../../spec/elements/actuation.ts';
import type { Spec } from '../../spec/spec.ts';
import { formatDouble, XmlOutput } from '../../xml/write.ts';
import { actuator } from '../grammar/actuator.ts';
import { DISTANCE_SENSORS, FRAME_SENSORS, SIMPLE_SENSORS, sensor } from '../grammar/sensor.ts';
import { childGrammar } from '../grammarOf.ts';
import {
  CONTACT_DATA,
  INPUT_BIT,
  INPUT_CHART,
  INPUT_NONE,
  type Keywords,
  keywordOf,
  OBJECT_TYPE,
  RAY_DATA,
  REDUCE,
} from '../keywords.ts';
import { formatBits, formatNumbers, writeAttributes } from './attributes.ts';
import type { Unifier } from './unify.ts';

/** attribute of the target, by mjtTrn */
const TARGETS = ['joint', 'jointinparent', 'cranksite', 'tendon', 'site', 'body', 'joint'];
const Dyn = { INTEGRATOR: 1, FILTEREXACT: 3 } as const;
const Gain = { SO3: 4, PID: 5 } as const;

export function writeActuators(spec: Spec, unifier: Unifier): XmlOutput {
  const output = new XmlOutput('actuator');
  for (const element of spec.actuators) output.add(writeActuator(unifier.actuator(element)));
  return output;
}

function writeActuator(element: Actuator): XmlOutput {
  const tag = element.inheritrange > 0 ? inheritingTag(element) : 'general';
  const output = writeAttributes(new XmlOutput(tag), element, childGrammar(actuator, tag));
  const target = TARGETS[element.trntype];
  if (target) output.set(target, element.target);
  if (element.refsite !== '') output.set('refsite', element.refsite);
  if (element.slidersite !== '') output.set('slidersite', element.slidersite);
  if (element.cranklength !== 0) output.set('cranklength', formatDouble(element.cranklength));
  if (element.ctrlspec !== 0 && tag !== 'position' && tag !== 'intvelocity') output.set('input', inputOf(element));
  if (tag !== 'general') writeServo(output, element, tag);
  return output;
}

function inputOf(element: Actuator): string {
  const { ctrlspec } = element;
  if (element.gaintype === Gain.SO3) return keywordOf(INPUT_CHART, ctrlspec);
  return keywordOf(INPUT_NONE, ctrlspec) || formatBits(INPUT_BIT, ctrlspec);
}

function inheritingTag(element: Actuator): string {
  if (element.gaintype === Gain.PID) return 'pid';
  return element.dyntype === Dyn.INTEGRATOR ? 'intvelocity' : 'position';
}

function writeServo(output: XmlOutput, element: Actuator, tag: string): void {
  const { gainprm, biasprm, dynprm } = element;
  output.set('inheritrange', formatDouble(element.inheritrange));
  output.set('kp', formatDouble(0 - biasprm[1]!));
  const damping = biasprm[2]!;
  if (damping < 0) output.set('kv', formatDouble(-damping));
  if (damping > 0) output.set('dampratio', formatDouble(damping));
  if (tag === 'position' && element.dyntype === Dyn.FILTEREXACT) output.set('timeconst', formatDouble(dynprm[0]!));
  if (tag === 'pid') {
    output.set('ki', formatDouble(gainprm[0]!)).set('imax', formatDouble(dynprm[0]!));
    output.set('slewmax', formatDouble(dynprm[1]!));
  }
}

export function writeSensors(spec: Spec): XmlOutput {
  const output = new XmlOutput('sensor');
  for (const element of spec.sensors) output.add(writeSensor(element));
  return output;
}

/** mjtSensor of the sensors with attributes of their own */
const SPECIAL: Readonly<Record<number, string>> = {
  7: 'rangefinder',
  8: 'camprojection',
  38: 'insidesite',
  42: 'contact',
  46: 'tactile',
  48: 'user',
};

const TAGS = new Map<number, string>([
  ...[...SIMPLE_SENSORS].map(([tag, { type }]): [number, string] => [type, tag]),
  ...[...FRAME_SENSORS].map(([tag, type]): [number, string] => [type, tag]),
  ...[...DISTANCE_SENSORS].map(([tag, type]): [number, string] => [type, tag]),
  ...Object.entries(SPECIAL).map(([type, tag]): [number, string] => [Number(type), tag]),
]);

function writeSensor(element: Sensor): XmlOutput {
  const tag = TAGS.get(element.type) ?? '';
  // a frame of reference is only written when there is one
  const skip = element.reftype === 0 ? ['reftype'] : [];
  const output = writeAttributes(new XmlOutput(tag), element, childGrammar(sensor, tag), skip);
  writeObjects(output, element, tag);
  return output;
}

/** attributes of objects, by mjtObj */
const OBJECT_WORD: Readonly<Record<number, string>> = { 1: 'body', 2: 'subtree', 5: 'geom', 6: 'site', 7: 'camera' };

function writeObjects(output: XmlOutput, element: Sensor, tag: string): void {
  const { objtype, objname, reftype, refname, intprm } = element;
  const word = OBJECT_WORD[objtype];
  const refword = OBJECT_WORD[reftype];
  if (DISTANCE_SENSORS.has(tag)) {
    output.set(`${word}1`, objname).set(`${refword}2`, refname);
  } else if (tag === 'rangefinder') {
    output.set(word ?? '', objname).set('data', dataWords(RAY_DATA, intprm[0]!));
  } else if (tag === 'contact') {
    if (word) output.set(word === 'site' ? 'site' : `${word}1`, objname);
    if (refword) output.set(`${refword}2`, refname);
    output.set('data', dataWords(CONTACT_DATA, intprm[0]!)).set('reduce', keywordOf(REDUCE, intprm[1]!));
    output.set('num', formatNumbers([intprm[2]!]));
  } else if (tag === 'tactile') {
    output.set('geom', refname).set('mesh', objname);
  } else if (tag === 'user' && objname !== '') {
    output.set('objtype', keywordOf(OBJECT_TYPE, objtype));
  }
}

function dataWords(table: Keywords, bits: number): string {
  return [...table]
    .filter(([, bit]) => (bits >> bit) & 1)
    .map(([word]) => word)
    .join(' ');
}
