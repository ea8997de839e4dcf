/** Applies edits from user code to the tree of a spec, with the MJCF readers. */

import { expander } from '../../../compiler/expand/index.ts';
import { expectString } from '../../../core/expect.ts';
import { suggestion } from '../../../core/model/names/suggest.ts';
import type { ElementGrammar } from '../../../formats/mjcf/grammar.ts';
import { MjcfReader } from '../../../formats/mjcf/mjcfReader.ts';
import { directoryOf } from '../../../formats/mjcf/paths.ts';
import { validate } from '../../../formats/mjcf/validate.ts';
import type { DefaultClass } from '../../../formats/spec/elements/defaults.ts';
import type { SpecTree as Tree } from '../../../formats/spec/specTree.ts';
import { attributeTexts, CodeElement } from './codeElement.ts';

/** Run a reader on a tree and throw what it reports.
 *  @throws MjcfError */
export function withReader<T>(tree: Tree, action: (r: MjcfReader) => T): T {
  const { source, limits, files } = tree;
  const context = {
    source,
    limits,
    files,
    isInside: () => true,
    readRobot: undefined,
    expander,
    budget: { left: Infinity, limit: Infinity },
  };
  const r = new MjcfReader(context, directoryOf(tree.file), [], tree);
  collectClasses(r.classes, tree.defaults);
  const result = action(r);
  r.throwErrors();
  tree.warnings.push(...r.warnings);
  return result;
}

function collectClasses(classes: Map<string, DefaultClass>, defaults: DefaultClass): void {
  classes.set(defaults.name, defaults);
  for (const child of defaults.children) collectClasses(classes, child);
}

/** Check attributes against their grammar and create an element from them. */
export function checkedElement(r: MjcfReader, path: string, grammar: ElementGrammar, attributes: object): CodeElement {
  const texts = attributeTexts(attributes, grammar);
  const name = texts.find(([key]) => key === 'name' || key === 'class')?.[1];
  const element = new CodeElement(grammar.tag, name ? `${path}[${name}]` : path, texts);
  validate(r, element, grammar);
  r.throwErrors();
  return element;
}

/** The same for changed attributes; required ones are already set. */
export function changedElement(r: MjcfReader, path: string, grammar: ElementGrammar, attributes: object): CodeElement {
  const known = [...grammar.attributes].map(([name, attribute]) => [name, { ...attribute, required: false }] as const);
  return checkedElement(r, path, { ...grammar, attributes: new Map(known), rules: [] }, attributes);
}

/** The grammar of a child by its tag.
 *  @throws TypeError that suggests the nearest one */
export function knownChild(parent: ElementGrammar, tag: string): ElementGrammar {
  const entry = parent.children.get(expectString(`<${parent.tag}> tag`, tag));
  if (entry !== undefined) return entry.grammar;
  throw new TypeError(`<${tag}>: not allowed in <${parent.tag}>${suggestion(tag, parent.children.keys())}`);
}
