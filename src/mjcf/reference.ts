/** The reference of MJCF as a Markdown page, made from the grammar: elements, attributes, types, defaults. */

import { formatDouble } from '../xml/write.ts';
import { mujoco } from './grammar/mujoco.ts';
import type { Attribute, ElementGrammar } from './grammar.ts';
import { keywordOf } from './keywords.ts';

/** Text of the page. */
export function mjcfReference(): string {
  const lines = ['# MJCF reference', '', 'Made from the grammar in `src/mjcf/grammar`.', ''];
  describe(lines, mujoco, mujoco.tag, new Set());
  return `${lines.join('\n').trimEnd()}\n`;
}

function describe(lines: string[], element: ElementGrammar, path: string, seen: Set<ElementGrammar>): void {
  seen.add(element);
  lines.push(`## ${path}`, '', element.unsupported ? `${element.doc} *Not supported yet.*` : element.doc, '');
  if (element.attributes.size > 0) {
    lines.push('| attribute | type | default | meaning |', '|---|---|---|---|');
    const defaults = (element.defaults?.() ?? {}) as Record<string, unknown>;
    for (const a of element.attributes.values()) {
      const value = a.required ? 'required' : formatDefault(a, defaults[a.field]);
      lines.push(`| ${a.name} | ${formatType(a)} | ${value} | ${a.doc.replaceAll('|', '\\|')} |`);
    }
    lines.push('');
  }
  for (const [tag, { grammar }] of element.children) {
    if (!seen.has(grammar)) describe(lines, grammar, `${path}/${tag}`, seen);
  }
}

function formatType(a: Attribute): string {
  if (a.keywords) return [...a.keywords.keys()].map((word) => `\`${word}\``).join(' ');
  if (a.type === 'ref') return `name of a ${a.refersTo}`;
  if (a.type !== 'double' && a.type !== 'float' && a.type !== 'int') return a.type;
  if (a.max === 1) return a.type;
  if (a.max === Number.POSITIVE_INFINITY) return `${a.type}s`;
  return a.min === a.max ? `${a.max} ${a.type}s` : `${a.min} to ${a.max} ${a.type}s`;
}

function formatDefault(a: Attribute, value: unknown): string {
  if (a.keywords && (typeof value === 'number' || typeof value === 'boolean'))
    return keywordOf(a.keywords, Number(value));
  const numbers = Array.isArray(value) ? value : typeof value === 'number' ? [value] : [];
  return numbers.length > 0 && !Number.isNaN(numbers[0]) ? numbers.map(formatDouble).join(' ') : '';
}
