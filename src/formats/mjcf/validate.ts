/** Checks the structure of a file against the grammar: allowed, required and mutually exclusive elements and
 * attributes. Values are checked when they are read.
 *
 * MuJoCo does not check the contents of <frame> and <replicate>: unknown attributes there are ignored. To load the
 * same models, they are warnings there, and errors everywhere else. */

import { suggestion } from '../../core/model/names/suggest.ts';
import type { XmlElement } from '../xml/element.ts';
import type { Attribute, ElementGrammar, Rule } from './grammar.ts';
import type { MjcfReader } from './mjcfReader.ts';
import { isOutside, validateOutside } from './validateOutside.ts';

export function validate(r: MjcfReader, element: XmlElement, grammar: ElementGrammar, lenient = false): void {
  checkAttributes(r, element, grammar, lenient);
  const inside = lenient || element.tag === 'frame' || element.tag === 'replicate';
  let counts: Map<string, number> | undefined;
  for (const child of element.children) {
    if (isOutside(element, child)) {
      validateOutside(r, child);
      continue;
    }
    const entry = grammar.children.get(child.tag);
    if (entry === undefined) {
      const message = `not allowed in <${element.tag}>${suggestion(child.tag, grammar.children.keys())}`;
      if (isIgnored(element, inside)) r.warn(child, undefined, `${message}; ignored`);
      else r.error(child, undefined, message);
      continue;
    }
    if (entry.cardinality !== '*') {
      counts ??= new Map();
      const count = (counts.get(child.tag) ?? 0) + 1;
      counts.set(child.tag, count);
      if (count === 2) {
        const message = `only one is allowed in <${element.tag}>, found another`;
        if (inside) r.warn(child, undefined, message);
        else r.error(child, undefined, message);
      }
    }
    validate(r, child, entry.grammar, inside);
  }
}

const CONTAINERS = new Set(['body', 'frame', 'replicate']);

/** Unknown elements that MuJoCo ignores: those inside geoms and similar elements of frames. */
function isIgnored(element: XmlElement, lenient: boolean): boolean {
  return lenient && !CONTAINERS.has(element.tag);
}

function checkAttributes(r: MjcfReader, element: XmlElement, grammar: ElementGrammar, lenient: boolean): void {
  const { attributes } = grammar;
  const loose = lenient || element.tag === 'frame' || element.tag === 'replicate';
  for (const name of element.attributeNames) {
    const attribute = attributes.get(name);
    if (attribute === undefined) {
      const message = `unknown attribute${suggestion(name, attributes.keys())}`;
      if (loose) r.warn(element, name, `${message}; ignored`);
      else r.error(element, name, message);
    } else if (attribute.deprecated) {
      r.warn(element, name, `deprecated; use ${attribute.deprecated}`);
    }
  }
  for (const attribute of requiredAttributes(grammar)) {
    if (element.has(attribute.name) || (attribute.orCharacterData && element.characterData.length > 0)) continue;
    r.error(element, attribute.name, 'required attribute is missing');
  }
  for (const rule of grammar.rules) {
    const message = brokenRule(element, rule);
    if (message === undefined) continue;
    if (loose) r.warn(element, undefined, message);
    else r.error(element, undefined, message);
  }
}

const requiredCache = new WeakMap<ElementGrammar, readonly Attribute[]>();

function requiredAttributes(grammar: ElementGrammar): readonly Attribute[] {
  let result = requiredCache.get(grammar);
  if (result === undefined) {
    result = [...grammar.attributes.values()].filter((a) => a.required);
    requiredCache.set(grammar, result);
  }
  return result;
}

/** The violation of a rule, or undefined. */
function brokenRule(element: XmlElement, rule: Rule): string | undefined {
  const { bundles } = rule;
  switch (rule.kind) {
    case 'exclusive': {
      const present = bundles.filter((bundle) => bundle.some((name) => element.has(name)));
      return present.length > 1 ? `expected at most one of ${listBundles(bundles)}` : undefined;
    }
    case 'oneof': {
      const complete = bundles.some((bundle) => bundle.every((name) => element.has(name)));
      return complete ? undefined : `expected one of ${listBundles(bundles)}`;
    }
    case 'together': {
      const names = bundles.flat();
      const count = names.filter((name) => element.has(name)).length;
      return count === 0 || count === names.length ? undefined : `${names.join(' and ')} must be given together`;
    }
  }
}

function listBundles(bundles: readonly (readonly string[])[]): string {
  return bundles.map((bundle) => (bundle.length === 1 ? bundle[0] : `(${bundle.join(' ')})`)).join(', ');
}
