/** Reads `<custom>` and `<keyframe>`. */

import { ObjType } from '../../../core/model/enums.ts';
import { Key, Numeric, Text, Tuple } from '../../spec/elements/custom.ts';
import type { XmlElement } from '../../xml/element.ts';
import { getNumber, getNumbers, parseKeyword, readAttributes } from '../attributes.ts';
import { childGrammar } from '../childGrammar.ts';
import { custom, keyframe } from '../grammar/custom.ts';
import type { ElementGrammar } from '../grammar.ts';
import { OBJECT_TYPE } from '../keywords.ts';
import type { MjcfReader } from '../mjcfReader.ts';
import { start } from './common.ts';

/** Maximum length of a numeric. */
const MAX_NUMERIC = 500;

export function readCustom(r: MjcfReader, section: XmlElement): void {
  for (const element of section.children) {
    const grammar = childGrammar(custom, element.tag);
    switch (element.tag) {
      case 'numeric':
        r.spec.numerics.push(readNumeric(r, element, start(r, element, new Numeric()), grammar));
        break;
      case 'text':
        r.spec.texts.push(readText(r, element, start(r, element, new Text()), grammar));
        break;
      case 'tuple':
        r.spec.tuples.push(readTuple(r, element, start(r, element, new Tuple()), grammar));
        break;
    }
  }
}

export function readNumeric(r: MjcfReader, element: XmlElement, numeric: Numeric, grammar: ElementGrammar): Numeric {
  readAttributes(r, element, numeric, grammar);
  const data = getNumbers(r, element, grammar, 'data') ?? [];
  const size = getNumber(r, element, grammar, 'size') ?? data.length;
  if (size < 1 || size > MAX_NUMERIC) {
    r.error(element, element.has('size') ? 'size' : 'data', `expected 1 to ${MAX_NUMERIC} numbers, found ${size}`);
    return numeric;
  }
  if (data.length > size) r.error(element, 'data', `expected at most ${size} numbers, found ${data.length}`);
  numeric.size = size;
  numeric.data = data;
  while (numeric.data.length < size) numeric.data.push(0);
  return numeric;
}

/** The text is an attribute, or one section of character data. */
function readText(r: MjcfReader, element: XmlElement, text: Text, grammar: ElementGrammar): Text {
  readAttributes(r, element, text, grammar);
  const sections = element.characterData;
  if (sections.length > 0) {
    const where = element.has('data') ? 'an attribute and a CDATA section' : `${sections.length} CDATA sections`;
    if (element.has('data') || sections.length > 1) r.error(element, 'data', `expected one string, found ${where}`);
    text.data = sections[0]!;
  }
  if (text.data === '') r.error(element, 'data', 'cannot be empty');
  return text;
}

export function readTuple(r: MjcfReader, element: XmlElement, tuple: Tuple, grammar: ElementGrammar): Tuple {
  readAttributes(r, element, tuple, grammar);
  const inner = childGrammar(grammar, 'element');
  for (const child of element.children) {
    tuple.objtype.push(parseKeyword(r, child, 'objtype', child.get('objtype') ?? '', OBJECT_TYPE) ?? ObjType.UNKNOWN);
    tuple.objname.push(child.get('objname') ?? '');
    tuple.objprm.push(getNumber(r, child, inner, 'prm') ?? 0);
  }
  return tuple;
}

export function readKeyframes(r: MjcfReader, section: XmlElement): void {
  const grammar = childGrammar(keyframe, 'key');
  for (const element of section.children) {
    const key = start(r, element, new Key());
    readAttributes(r, element, key, grammar);
    r.spec.keys.push(key);
  }
}
