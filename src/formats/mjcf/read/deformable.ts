/** <deformable> with <flex> and <skin>, and <flexcomp>. */

import { Elastic2D, FlexcompDof, FlexcompType, FlexEquality } from '../../../core/model/enums/spec.ts';
import { AssetError } from '../../bytes/assetError.ts';
import { Flex, Flexcomp, Skin } from '../../spec/elements/deformable.ts';
import type { XmlElement } from '../../xml/element.ts';
import { getKeyword, getNumbers, readAttributes } from '../attributes.ts';
import { childGrammar } from '../childGrammar.ts';
import { ExpandError } from '../expander.ts';
import { assetPath } from '../files.ts';
import { deformable, flexcomp, skin } from '../grammar/deformable.ts';
import type { ElementGrammar } from '../grammar.ts';
import type { MjcfReader } from '../mjcfReader.ts';
import { stem } from '../paths.ts';
import type { Scope } from './common.ts';
import { start } from './common.ts';
import { readPosed } from './elements.ts';

export function readDeformables(r: MjcfReader, section: XmlElement): void {
  for (const element of section.children) {
    if (element.tag === 'flex') readFlex(r, element);
    else readSkin(r, element);
  }
}

const ORDER: Readonly<Partial<Record<number, number>>> = { [FlexcompDof.TRILINEAR]: 1, [FlexcompDof.QUADRATIC]: 2 };

function readFlex(r: MjcfReader, element: XmlElement): void {
  const grammar = childGrammar(deformable, 'flex');
  const flex = start(r, element, new Flex());
  readAttributes(r, element, flex, grammar);
  readFlexParts(r, element, flex, grammar);
  flex.order = ORDER[getKeyword(r, element, grammar, 'dof') ?? FlexcompDof.FULL] ?? 0;
  flex.vertbody = words(element, 'body');
  flex.nodebody = words(element, 'node');
  r.spec.flexes.push(flex);
}

/** Contact, edge and elasticity elements, which belong to the same flex. */
export function readFlexParts(r: MjcfReader, element: XmlElement, flex: Flex, grammar: ElementGrammar): void {
  for (const part of element.children) {
    if (grammar.children.has(part.tag)) readAttributes(r, part, flex, childGrammar(grammar, part.tag));
  }
}

function words(element: XmlElement, attribute: string): string[] {
  return (element.get(attribute) ?? '').split(/\s+/).filter((word) => word !== '');
}

const MAX_GROUP = 5;

export function readSkin(r: MjcfReader, element: XmlElement): void {
  const target = start(r, element, new Skin());
  readAttributes(r, element, target, skin);
  target.file = assetPath(r, element, 'file', r.spec.compiler.meshdir);
  if (target.name === '' && target.file !== '') target.name = stem(target.file);
  if (target.group < 0 || target.group > MAX_GROUP) {
    r.error(element, 'group', `expected 0 to ${MAX_GROUP}, found ${target.group}`);
  }
  readBones(r, element, target);
  r.spec.skins.push(target);
}

export function readBones(r: MjcfReader, element: XmlElement, target: Skin): void {
  const grammar = childGrammar(skin, 'bone');
  for (const bone of element.children) {
    target.bones.push({
      body: bone.get('body') ?? '',
      bindpos: getNumbers(r, bone, grammar, 'bindpos') ?? [],
      bindquat: getNumbers(r, bone, grammar, 'bindquat') ?? [],
      vertid: getNumbers(r, bone, grammar, 'vertid') ?? [],
      vertweight: getNumbers(r, bone, grammar, 'vertweight') ?? [],
    });
  }
}

const PINS = [
  ['id', 'pinid'],
  ['range', 'pinrange'],
  ['grid', 'pingrid'],
  ['gridrange', 'pingridrange'],
] as const;

export function readFlexcomp(r: MjcfReader, element: XmlElement, scope: Scope): void {
  const comp = start(r, element, new Flexcomp());
  readPosed(r, element, comp, flexcomp);
  readFlexParts(r, element, comp, flexcomp);
  const grammar = childGrammar(flexcomp, 'pin');
  for (const pin of element.children) {
    if (pin.tag !== 'pin') continue;
    for (const [attribute, field] of PINS) {
      for (const value of getNumbers(r, pin, grammar, attribute) ?? []) comp[field].push(value);
    }
  }
  comp.file = assetPath(r, element, 'file', r.spec.compiler.meshdir);
  if (comp.elastic2d !== Elastic2D.BEND && comp.equality !== FlexEquality.NONE && comp.young > 0) {
    r.error(element, undefined, 'edge equality and elasticity (young) cannot be combined');
  }
  if (comp.type === FlexcompType.MESH && comp.dim === 3 && Number.isNaN(comp.origin[0])) {
    r.error(element, 'origin', 'a volume from a mesh needs an interior point');
  }
  r.throwErrors();
  // MuJoCo uses the class of the body, regardless of frames
  const { joint } = r.classes.get(scope.body.classname) ?? r.spec.defaults;
  try {
    r.context.expander.expandFlexcomp(r.builder, scope.body, joint, comp, () => readFlexFile(r, element, comp));
  } catch (error) {
    if (error instanceof ExpandError) r.fail(element, error.attribute, error.message);
    if (error instanceof AssetError) r.fail(element, 'file', error.message);
    throw error;
  }
}

function readFlexFile(r: MjcfReader, element: XmlElement, comp: Flexcomp): Uint8Array {
  if (comp.file === '') return r.fail(element, 'file', 'expected a file');
  const bytes = r.readFile(element, 'file', comp.file);
  if (bytes === undefined) return r.fail(element, 'file', `no file '${comp.file}'`);
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
