/** Finds elements by type and name, and suggests similar names if there is none. */

import { ObjType } from '../core/model/enums.ts';
import { suggestion } from '../core/model/names/suggest.ts';
import type { SpecElement } from '../formats/spec/elements/element.ts';
import type { Node } from './compileState.ts';
import type { Report } from './report.ts';

type AnyNode = Node<SpecElement>;

/** Display names of element types. */
export const TYPE_WORDS: Readonly<Record<number, string>> = {
  [ObjType.BODY]: 'body',
  [ObjType.XBODY]: 'body',
  [ObjType.JOINT]: 'joint',
  [ObjType.GEOM]: 'geom',
  [ObjType.SITE]: 'site',
  [ObjType.CAMERA]: 'camera',
  [ObjType.LIGHT]: 'light',
  [ObjType.FLEX]: 'flex',
  [ObjType.MESH]: 'mesh',
  [ObjType.SKIN]: 'skin',
  [ObjType.HFIELD]: 'hfield',
  [ObjType.TEXTURE]: 'texture',
  [ObjType.MATERIAL]: 'material',
  [ObjType.PAIR]: 'pair',
  [ObjType.EXCLUDE]: 'exclude',
  [ObjType.EQUALITY]: 'equality',
  [ObjType.TENDON]: 'tendon',
  [ObjType.ACTUATOR]: 'actuator',
  [ObjType.SENSOR]: 'sensor',
  [ObjType.NUMERIC]: 'numeric',
  [ObjType.TEXT]: 'text',
  [ObjType.TUPLE]: 'tuple',
  [ObjType.KEY]: 'key',
  [ObjType.PLUGIN]: 'plugin instance',
  [ObjType.FRAME]: 'frame',
};

export class NameIndex {
  readonly #byType = new Map<number, Map<string, AnyNode>>();

  /** Add all elements of a type; duplicate names are reported at the second element. */
  add(type: ObjType, nodes: readonly AnyNode[], report: Report): void {
    const names = new Map<string, AnyNode>();
    for (const node of nodes) {
      if (node.name === '') continue;
      const first = names.get(node.name);
      if (first === undefined) names.set(node.name, node);
      else report.elementError(node.spec, 'name', repeated(TYPE_WORDS[type], node.name, first.spec));
    }
    this.#byType.set(type, names);
  }

  /** The element of this type and name; undefined and an error if there is none. */
  find<N extends AnyNode>(type: ObjType, name: string): N | undefined {
    const real = type === ObjType.XBODY ? ObjType.BODY : type;
    return this.#byType.get(real)?.get(name) as N | undefined;
  }

  /** The element that `element` names in `attribute`; reports an error if there is none. */
  resolve<N extends AnyNode>(
    report: Report,
    element: SpecElement,
    attribute: string,
    type: ObjType,
    name: string,
  ): N | undefined {
    const found = this.find<N>(type, name);
    if (found === undefined) report.elementError(element, attribute, this.missing(type, name));
    return found;
  }

  /** The message for a name that does not exist. */
  missing(type: ObjType, name: string): string {
    const real = type === ObjType.XBODY ? ObjType.BODY : type;
    const word = TYPE_WORDS[real] ?? 'element';
    const names = this.#byType.get(real);
    return `there is no ${word} '${name}'${names ? suggestion(name, names.keys()) : ''}`;
  }

  forget(type: ObjType, name: string): void {
    this.#byType.get(type)?.delete(name);
  }
}

export function repeated(word: string, name: string, first: SpecElement): string {
  const where = first.location.line > 0 ? `, first used in line ${first.location.line}` : '';
  return `duplicate ${word} name '${name}'${where}`;
}
