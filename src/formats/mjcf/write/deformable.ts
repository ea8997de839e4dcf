/** <deformable>: flexes and skins. Flexcomps are written as the flexes and bodies they expand to. */

import type { Bone, Flex, Skin } from '../../spec/elements/deformable.ts';
import type { SpecTree } from '../../spec/specTree.ts';
import { XmlOutput } from '../../xml/write.ts';
import { childGrammar } from '../childGrammar.ts';
import { deformable, skin } from '../grammar/deformable.ts';
import { pathFrom } from '../paths.ts';
import { formatNumbers, writeAttributes } from './attributes.ts';

export function writeDeformables(spec: SpecTree, folder: string): XmlOutput {
  const output = new XmlOutput('deformable');
  for (const flex of spec.flexes) output.add(writeFlex(flex));
  for (const element of spec.skins) output.add(writeSkin(element, folder));
  return output;
}

const DOF = ['full', 'trilinear', 'quadratic'];

function writeFlex(flex: Flex): XmlOutput {
  const grammar = childGrammar(deformable, 'flex');
  const output = writeAttributes(new XmlOutput('flex'), flex, grammar);
  if (flex.order !== 0) output.set('dof', DOF[flex.order] ?? '');
  output.set('body', flex.vertbody.join(' '));
  if (flex.nodebody.length > 0) output.set('node', flex.nodebody.join(' '));
  for (const tag of ['contact', 'elasticity', 'edge']) {
    const part = writeAttributes(new XmlOutput(tag), flex, childGrammar(grammar, tag));
    if (!part.isEmpty) output.add(part);
  }
  return output;
}

function writeSkin(element: Skin, folder: string): XmlOutput {
  const output = writeAttributes(new XmlOutput('skin'), element, skin);
  if (element.file !== '') output.set('file', pathFrom(folder, element.file));
  for (const bone of element.bones) output.add(writeBone(bone));
  return output;
}

function writeBone(bone: Bone): XmlOutput {
  return new XmlOutput('bone')
    .set('body', bone.body)
    .set('bindpos', formatNumbers(bone.bindpos, true))
    .set('bindquat', formatNumbers(bone.bindquat, true))
    .set('vertid', formatNumbers(bone.vertid))
    .set('vertweight', formatNumbers(bone.vertweight, true));
}
