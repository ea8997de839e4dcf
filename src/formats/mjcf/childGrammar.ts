/** Grammar of a child, for readers that know what they are looking at. */

import type { ElementGrammar } from './grammar.ts';

export function childGrammar(parent: ElementGrammar, tag: string): ElementGrammar {
  const entry = parent.children.get(tag);
  if (entry === undefined) throw new Error(`no <${tag}> in <${parent.tag}>`);
  return entry.grammar;
}
