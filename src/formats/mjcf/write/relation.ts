/** Writes `<contact>`, `<equality>` and `<tendon>`. */

import { EqType, ObjType, WrapType } from '../../../core/model/enums.ts';
import type { Equality, Tendon } from '../../spec/elements/relation.ts';
import type { SpecTree } from '../../spec/specTree.ts';
import { formatDouble, XmlOutput } from '../../xml/write.ts';
import { childGrammar } from '../childGrammar.ts';
import { contact, equality, tendon } from '../grammar/relation.ts';
import { formatNumbers, writeAttributes } from './attributes.ts';
import type { Unifier } from './unify.ts';

export function writeContact(spec: SpecTree): XmlOutput {
  const output = new XmlOutput('contact');
  for (const pair of spec.pairs) {
    output.add(writeAttributes(new XmlOutput('pair'), pair, childGrammar(contact, 'pair')));
  }
  for (const exclude of spec.excludes) {
    output.add(writeAttributes(new XmlOutput('exclude'), exclude, childGrammar(contact, 'exclude')));
  }
  return output;
}

const EQUALITY_TAGS: Readonly<Record<number, string>> = {
  [EqType.CONNECT]: 'connect',
  [EqType.WELD]: 'weld',
  [EqType.JOINT]: 'joint',
  [EqType.TENDON]: 'tendon',
  [EqType.FLEX]: 'flex',
  [EqType.FLEXVERT]: 'flexvert',
  [EqType.FLEXSTRAIN]: 'flexstrain',
  [EqType.DISTANCE]: 'distance',
};

export function writeEqualities(spec: SpecTree): XmlOutput {
  const output = new XmlOutput('equality');
  for (const element of spec.equalities) output.add(writeEquality(element));
  return output;
}

export function equalityTag({ type }: Equality): string {
  return EQUALITY_TAGS[type] ?? '';
}

export function writeEquality(element: Equality): XmlOutput {
  const tag = equalityTag(element);
  const output = writeAttributes(new XmlOutput(tag), element, childGrammar(equality, tag));
  writeEqualityData(output, element);
  return output;
}

function writeEqualityData(output: XmlOutput, element: Equality): void {
  const { type, data, objtype } = element;
  if (objtype === ObjType.FLEX) {
    output.set('flex', element.name1);
    if (type === EqType.FLEXSTRAIN) output.set('cell', formatNumbers(data.slice(0, 3)));
    return;
  }
  const words: Readonly<Record<number, string>> = {
    [EqType.JOINT]: 'joint',
    [EqType.TENDON]: 'tendon',
    [EqType.DISTANCE]: 'geom',
  };
  const word = words[type] ?? (objtype === ObjType.SITE ? 'site' : 'body');
  output.set(`${word}1`, element.name1);
  if (element.name2 !== '' || type === EqType.DISTANCE) output.set(`${word}2`, element.name2);
  switch (type) {
    case EqType.CONNECT:
      if (objtype !== ObjType.SITE) output.set('anchor', formatNumbers(data.slice(0, 3)));
      break;
    case EqType.WELD:
      if (objtype !== ObjType.SITE) {
        output.set('anchor', formatNumbers(data.slice(0, 3))).set('relpose', formatNumbers(data.slice(3, 10)));
      }
      output.set('torquescale', formatDouble(data[10]!));
      break;
    case EqType.DISTANCE:
      if (!Number.isNaN(data[0])) output.set('distance', formatDouble(data[0]!));
      break;
    default:
      output.set('polycoef', formatNumbers(data.slice(0, 5)));
  }
}

export function writeTendons(spec: SpecTree, unifier: Unifier): XmlOutput {
  const output = new XmlOutput('tendon');
  for (const element of spec.tendons) {
    const tag = element.spatial ? 'spatial' : 'fixed';
    const written = unifier.tendon(element);
    writePath(output.add(writeAttributes(new XmlOutput(tag), written, childGrammar(tendon, tag))), element);
  }
  return output;
}

function writePath(output: XmlOutput, element: Tendon): void {
  if (element.springlength.some((x) => x !== -1)) output.set('springlength', formatNumbers(element.springlength));
  for (const wrap of element.path) {
    switch (wrap.type) {
      case WrapType.JOINT:
        output.add(new XmlOutput('joint').set('joint', wrap.objname).set('coef', formatDouble(wrap.prm)));
        break;
      case WrapType.PULLEY:
        output.add(new XmlOutput('pulley').set('divisor', formatDouble(wrap.prm)));
        break;
      case WrapType.SITE:
        output.add(new XmlOutput('site').set('site', wrap.objname));
        break;
      default: {
        const geom = output.add(new XmlOutput('geom').set('geom', wrap.objname));
        if (wrap.sidesite !== '') geom.set('sidesite', wrap.sidesite);
      }
    }
  }
}
