/** <compiler>, <option>, <size>, <statistic>, <visual>, <custom>, <keyframe>. */

import { JointType } from '../../../core/model/enums.ts';
import type { Joint } from '../../spec/elements/body.ts';
import type { SpecTree } from '../../spec/specTree.ts';
import { subtreeBodies } from '../../spec/stateSizes.ts';
import { formatDouble, XmlOutput } from '../../xml/write.ts';
import { childGrammar } from '../childGrammar.ts';
import { compiler, size, statistic } from '../grammar/compiler.ts';
import { custom, keyframe } from '../grammar/custom.ts';
import { option } from '../grammar/option.ts';
import { visual } from '../grammar/visual.ts';
import { DISABLE_FLAGS, ENABLE_FLAGS, keywordOf, OBJECT_TYPE } from '../keywords.ts';
import { formatNumbers, writeAttributes } from './attributes.ts';

/** Directories are part of the written paths. */
const NOT_SAVED = ['meshdir', 'texturedir', 'strippath', 'angle'];

export function writeCompiler(spec: SpecTree, degree: boolean): XmlOutput {
  const output = new XmlOutput('compiler').set('angle', degree ? 'degree' : 'radian');
  writeAttributes(output, spec.compiler, compiler, NOT_SAVED);
  const range = writeAttributes(
    new XmlOutput('lengthrange'),
    spec.compiler.LRopt,
    childGrammar(compiler, 'lengthrange'),
  );
  if (!range.isEmpty) output.add(range);
  return output;
}

export function writeOption(spec: SpecTree): XmlOutput {
  const { option: settings } = spec;
  const output = writeAttributes(new XmlOutput('option'), settings, option);
  const groups: number[] = [];
  for (let i = 0; i < 31; i++) if ((settings.disableactuator >> i) & 1) groups.push(i);
  if (groups.length > 0) output.set('actuatorgroupdisable', groups.join(' '));
  const flag = new XmlOutput('flag');
  for (const [name, bit] of DISABLE_FLAGS) if (settings.disableflags & bit) flag.set(name, 'disable');
  for (const [name, bit] of ENABLE_FLAGS) if (settings.enableflags & bit) flag.set(name, 'enable');
  if (!flag.isEmpty) output.add(flag);
  return output;
}

export function writeSize(spec: SpecTree): XmlOutput {
  const output = writeAttributes(new XmlOutput('size'), spec.size, size, ['nkey']);
  if (spec.size.memory >= 0) output.set('memory', String(spec.size.memory));
  // keyframes that only have a count are written as a count
  if (spec.size.nkey > spec.keys.length) output.set('nkey', String(spec.size.nkey));
  return output;
}

export function writeStatistic(spec: SpecTree): XmlOutput {
  return writeAttributes(new XmlOutput('statistic'), spec.stat, statistic);
}

export function writeVisual(spec: SpecTree): XmlOutput {
  const output = new XmlOutput('visual');
  for (const part of ['global', 'quality', 'headlight', 'map', 'scale', 'rgba'] as const) {
    const child = writeAttributes(new XmlOutput(part), spec.visual[part], childGrammar(visual, part));
    if (!child.isEmpty) output.add(child);
  }
  return output;
}

export function writeCustom(spec: SpecTree): XmlOutput {
  const output = new XmlOutput('custom');
  for (const numeric of spec.numerics) {
    const child = output.add(writeAttributes(new XmlOutput('numeric'), numeric, childGrammar(custom, 'numeric')));
    child.set('size', String(numeric.size)).set('data', formatNumbers(numeric.data));
  }
  for (const text of spec.texts) {
    output.add(writeAttributes(new XmlOutput('text'), text, childGrammar(custom, 'text')));
  }
  for (const tuple of spec.tuples) {
    const child = output.add(writeAttributes(new XmlOutput('tuple'), tuple, childGrammar(custom, 'tuple')));
    tuple.objname.forEach((name, i) => {
      const element = child.add(new XmlOutput('element').set('objtype', keywordOf(OBJECT_TYPE, tuple.objtype[i]!)));
      element.set('objname', name).set('prm', formatDouble(tuple.objprm[i]!));
    });
  }
  return output;
}

/** Keyframes. Missing positions of attached keyframes are those of the initial pose. */
export function writeKeyframes(spec: SpecTree): XmlOutput {
  const output = new XmlOutput('keyframe');
  const open = spec.keys.some((key) => key.qpos.some(Number.isNaN));
  const initial = open ? initialPositions(spec) : [];
  for (const key of spec.keys) {
    const written = { ...key, qpos: key.qpos.map((x, i) => (Number.isNaN(x) ? (initial[i] ?? x) : x)) };
    output.add(writeAttributes(new XmlOutput('key'), written, childGrammar(keyframe, 'key')));
  }
  return output;
}

function initialPositions(spec: SpecTree): number[] {
  const result: number[] = [];
  const push = (joint: Joint, pos: readonly number[], quat: readonly number[]) => {
    if (joint.type === JointType.FREE) result.push(...pos, ...quat);
    else if (joint.type === JointType.BALL) result.push(1, 0, 0, 0);
    else result.push(joint.type === JointType.HINGE && joint.compiler.degree ? (joint.ref / 180) * Math.PI : joint.ref);
  };
  const unknown = [Number.NaN, Number.NaN, Number.NaN];
  for (const body of subtreeBodies(spec.worldbody)) {
    const plain = body.frame === null && body.alt === null;
    for (const joint of body.joints) {
      push(joint, plain ? body.pos : unknown, plain ? body.quat : [Number.NaN, ...unknown]);
    }
  }
  return result;
}
