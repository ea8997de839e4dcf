/** <actuator> and <sensor>. Actuators are written in their general form, except those that inherit a range. */

import { DynType, GainType, ObjType, TrnType } from '../../../core/model/enums.ts';
import { type SensorNameOf, sensorName, sensorRow } from '../../../core/model/sensors.ts';
import type { Actuator, Sensor } from '../../spec/elements/actuation.ts';
import type { SpecTree } from '../../spec/specTree.ts';
import { formatDouble, XmlOutput } from '../../xml/write.ts';
import { childGrammar } from '../childGrammar.ts';
import { actuator } from '../grammar/actuator.ts';
import { sensor } from '../grammar/sensor.ts';
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
import { writePluginUse } from './plugin.ts';
import type { Unifier } from './unify.ts';

/** Attribute of the target of a transmission. */
const TARGETS: Readonly<Record<TrnType, string | undefined>> = {
  [TrnType.JOINT]: 'joint',
  [TrnType.JOINTINPARENT]: 'jointinparent',
  [TrnType.SLIDERCRANK]: 'cranksite',
  [TrnType.TENDON]: 'tendon',
  [TrnType.SITE]: 'site',
  [TrnType.BODY]: 'body',
  [TrnType.SO3]: 'joint',
  [TrnType.UNDEFINED]: undefined,
};

export function writeActuators(spec: SpecTree, unifier: Unifier): XmlOutput {
  const output = new XmlOutput('actuator');
  for (const element of spec.actuators) output.add(writeActuator(unifier.actuator(element)));
  return output;
}

function writeActuator(element: Actuator): XmlOutput {
  const tag = tagOf(element);
  const output = writeAttributes(new XmlOutput(tag), element, childGrammar(actuator, tag));
  const target = TARGETS[element.trntype];
  if (target) output.set(target, element.target);
  if (element.refsite !== '') output.set('refsite', element.refsite);
  if (element.slidersite !== '') output.set('slidersite', element.slidersite);
  if (element.cranklength !== 0) output.set('cranklength', formatDouble(element.cranklength));
  if (element.ctrlspec !== 0 && tag !== 'plugin' && tag !== 'position' && tag !== 'intvelocity')
    output.set('input', formatInput(element));
  if (element.plugin) writePluginUse(output, element.plugin);
  else if (tag !== 'general') writeServo(output, element, tag);
  return output;
}

function tagOf(element: Actuator): string {
  if (element.plugin) return 'plugin';
  return element.inheritrange > 0 ? inheritingTag(element) : 'general';
}

function formatInput(element: Actuator): string {
  const { ctrlspec } = element;
  if (element.gaintype === GainType.SO3) return keywordOf(INPUT_CHART, ctrlspec);
  return keywordOf(INPUT_NONE, ctrlspec) || formatBits(INPUT_BIT, ctrlspec);
}

function inheritingTag(element: Actuator): string {
  if (element.gaintype === GainType.PID) return 'pid';
  return element.dyntype === DynType.INTEGRATOR ? 'intvelocity' : 'position';
}

function writeServo(output: XmlOutput, element: Actuator, tag: string): void {
  const { gainprm, biasprm, dynprm } = element;
  output.set('inheritrange', formatDouble(element.inheritrange));
  output.set('kp', formatDouble(0 - biasprm[1]!));
  const damping = biasprm[2]!;
  if (damping < 0) output.set('kv', formatDouble(-damping));
  if (damping > 0) output.set('dampratio', formatDouble(damping));
  if (tag === 'position' && element.dyntype === DynType.FILTEREXACT) output.set('timeconst', formatDouble(dynprm[0]!));
  if (tag === 'pid') {
    output.set('ki', formatDouble(gainprm[0]!)).set('imax', formatDouble(dynprm[0]!));
    output.set('slewmax', formatDouble(dynprm[1]!));
  }
}

export function writeSensors(spec: SpecTree): XmlOutput {
  const output = new XmlOutput('sensor');
  for (const element of spec.sensors) output.add(writeSensor(element));
  return output;
}

export function writeSensor(element: Sensor): XmlOutput {
  const { tag, form } = sensorRow(element.type);
  // the reference frame is only written if there is one
  const skip = element.reftype === ObjType.UNKNOWN ? ['reftype'] : [];
  const output = writeAttributes(new XmlOutput(tag), element, childGrammar(sensor, tag), skip);
  const name = sensorName(element.type);
  if (form === 'pair') writePair(output, element);
  if (form === 'own') OWN[name as SensorNameOf<{ form: 'own' }>](output, element);
  return output;
}

/** Keyword of an object type in attributes; a subtree is an xbody. */
function objectKeyword(type: ObjType): string {
  return type === ObjType.XBODY ? 'subtree' : keywordOf(OBJECT_TYPE, type);
}

function writePair(output: XmlOutput, { objtype, objname, reftype, refname }: Sensor): void {
  output.set(`${objectKeyword(objtype)}1`, objname).set(`${objectKeyword(reftype)}2`, refname);
}

const OWN: Readonly<Record<SensorNameOf<{ form: 'own' }>, (output: XmlOutput, element: Sensor) => void>> = {
  RANGEFINDER(output, { objtype, objname, intprm }) {
    output.set(objectKeyword(objtype), objname).set('data', dataWords(RAY_DATA, intprm[0]!));
  },
  CONTACT(output, { objtype, objname, reftype, refname, intprm }) {
    const word = objectKeyword(objtype);
    const refword = objectKeyword(reftype);
    if (word) output.set(objtype === ObjType.SITE ? word : `${word}1`, objname);
    if (refword) output.set(`${refword}2`, refname);
    output.set('data', dataWords(CONTACT_DATA, intprm[0]!)).set('reduce', keywordOf(REDUCE, intprm[1]!));
    output.set('num', formatNumbers([intprm[2]!]));
  },
  TACTILE(output, { objname, refname }) {
    output.set('geom', refname).set('mesh', objname);
  },
  USER(output, { objtype, objname }) {
    if (objname !== '') output.set('objtype', keywordOf(OBJECT_TYPE, objtype));
  },
  PLUGIN(output, { objtype, objname, reftype, refname, plugin }) {
    if (objname !== '') output.set('objtype', keywordOf(OBJECT_TYPE, objtype));
    if (refname !== '') output.set('reftype', keywordOf(OBJECT_TYPE, reftype));
    if (plugin) writePluginUse(output, plugin);
  },
  // these have only plain attributes
  CAMPROJECTION() {},
  INSIDESITE() {},
};

function dataWords(table: Keywords, bits: number): string {
  return [...table]
    .filter(([, bit]) => (bits >> bit) & 1)
    .map(([word]) => word)
    .join(' ');
}
