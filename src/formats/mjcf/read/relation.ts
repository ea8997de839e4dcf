/** Reads `<contact>`, `<equality>` and `<tendon>`. */

import { EqType, ObjType, WrapType } from '../../../core/model/enums.ts';
import { cloneElement } from '../../spec/elements/element.ts';
import { type Equality, Exclude, type Tendon, Wrap } from '../../spec/elements/relation.ts';
import type { XmlElement } from '../../xml/element.ts';
import { getInto, getNumber, readAttributes } from '../attributes.ts';
import { childGrammar } from '../childGrammar.ts';
import { contact, equality, tendon } from '../grammar/relation.ts';
import type { ElementGrammar } from '../grammar.ts';
import type { MjcfReader } from '../mjcfReader.ts';
import { start, startFromClass } from './common.ts';
import { readTendon } from './elements.ts';

export function readContact(r: MjcfReader, section: XmlElement): void {
  for (const element of section.children) {
    const grammar = childGrammar(contact, element.tag);
    if (element.tag === 'pair') {
      const { target } = startFromClass(r, element, (c) => cloneElement(c.pair));
      readAttributes(r, element, target, grammar);
      r.spec.pairs.push(target);
    } else {
      const exclude = start(r, element, new Exclude());
      readAttributes(r, element, exclude, grammar);
      r.spec.excludes.push(exclude);
    }
  }
}

export function readEqualities(r: MjcfReader, section: XmlElement): void {
  for (const element of section.children) {
    const grammar = childGrammar(equality, element.tag);
    const { target } = startFromClass(r, element, (c) => cloneElement(c.equality));
    readAttributes(r, element, target, grammar);
    EQUALITIES[element.tag]?.(r, element, target, grammar);
    r.spec.equalities.push(target);
  }
}

type EqualityReader = (r: MjcfReader, element: XmlElement, target: Equality, grammar: ElementGrammar) => void;

const EQUALITIES: Readonly<Record<string, EqualityReader>> = {
  connect(r, element, target, grammar) {
    target.type = EqType.CONNECT;
    const anchored = getInto(r, element, grammar, 'anchor', target.data) > 0;
    nameBodiesOrSites(r, element, target, element.has('body1') && anchored);
  },
  weld(r, element, target, grammar) {
    target.type = EqType.WELD;
    const anchored = getInto(r, element, grammar, 'anchor', target.data) > 0;
    getInto(r, element, grammar, 'relpose', target.data, 3);
    getInto(r, element, grammar, 'torquescale', target.data, 10);
    nameBodiesOrSites(r, element, target, element.has('body1'));
    if (target.objtype === ObjType.BODY && !anchored) target.data.fill(0, 0, 3);
  },
  joint(r, element, target, grammar) {
    target.type = EqType.JOINT;
    nameObjects(element, target, ObjType.JOINT, 'joint1', 'joint2');
    getInto(r, element, grammar, 'polycoef', target.data);
  },
  tendon(r, element, target, grammar) {
    target.type = EqType.TENDON;
    nameObjects(element, target, ObjType.TENDON, 'tendon1', 'tendon2');
    getInto(r, element, grammar, 'polycoef', target.data);
  },
  flex(_r, element, target) {
    nameFlex(element, target, EqType.FLEX);
  },
  flexvert(_r, element, target) {
    nameFlex(element, target, EqType.FLEXVERT);
  },
  flexstrain(r, element, target, grammar) {
    nameFlex(element, target, EqType.FLEXSTRAIN);
    getInto(r, element, grammar, 'cell', target.data);
  },
  distance(r, element, target, grammar) {
    target.type = EqType.DISTANCE;
    nameObjects(element, target, ObjType.GEOM, 'geom1', 'geom2');
    target.data.fill(0);
    target.data[0] = getNumber(r, element, grammar, 'distance') ?? Number.NaN;
  },
};

function nameFlex(element: XmlElement, target: Equality, type: EqType): void {
  target.type = type;
  nameObjects(element, target, ObjType.FLEX, 'flex', '');
}

function nameBodiesOrSites(r: MjcfReader, element: XmlElement, target: Equality, bodies: boolean): void {
  if (bodies) {
    nameObjects(element, target, ObjType.BODY, 'body1', 'body2');
  } else {
    nameObjects(element, target, ObjType.SITE, 'site1', 'site2');
    if (target.name2 === '') r.error(element, 'site2', 'cannot be empty');
  }
}

function nameObjects(element: XmlElement, target: Equality, objtype: ObjType, first: string, second: string): void {
  target.objtype = objtype;
  target.name1 = element.get(first) ?? '';
  target.name2 = (second !== '' && element.get(second)) || '';
}

export function readTendons(r: MjcfReader, section: XmlElement): void {
  for (const element of section.children) {
    const grammar = childGrammar(tendon, element.tag);
    const { target } = startFromClass(r, element, (c) => cloneElement(c.tendon));
    target.spatial = element.tag === 'spatial';
    readTendon(r, element, target, grammar);
    readPath(r, element, target, grammar);
    r.spec.tendons.push(target);
  }
}

export function readPath(r: MjcfReader, element: XmlElement, target: Tendon, grammar: ElementGrammar): void {
  for (const child of element.children) {
    const wrap = start(r, child, new Wrap());
    const inner = childGrammar(grammar, child.tag);
    switch (child.tag) {
      case 'site':
        wrap.type = WrapType.SITE;
        wrap.objname = child.get('site') ?? '';
        break;
      case 'geom':
        wrap.type = WrapType.SPHERE;
        wrap.objname = child.get('geom') ?? '';
        wrap.sidesite = child.get('sidesite') ?? '';
        break;
      case 'pulley':
        wrap.type = WrapType.PULLEY;
        wrap.prm = getNumber(r, child, inner, 'divisor') ?? 0;
        break;
      default:
        wrap.type = WrapType.JOINT;
        wrap.objname = child.get('joint') ?? '';
        wrap.prm = getNumber(r, child, inner, 'coef') ?? 0;
    }
    target.path.push(wrap);
  }
}
