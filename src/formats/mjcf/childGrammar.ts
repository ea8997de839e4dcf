/** Grammar of a child, for readers of a known element. */

import type { ElementGrammar } from './grammar.ts';

export function childGrammar(parent: ElementGrammar, tag: string): ElementGrammar {
  const entry = parent.children.get(tag);
  if (entry === undefined) throw new Error(`no <${tag}> in <${parent.tag}>`);
  return entry.grammar;
}
