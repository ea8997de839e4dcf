/** The program that controls an example, shown next to its picture. */
import type { Panel } from '../../context.ts';
import { h } from '../../ui/dom.ts';
import { section } from '../../ui/section.ts';

/** Keywords, numbers, strings and comments, each with its color. */
const TOKEN =
  /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|('(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\b(\d[\d.e-]*)\b|\b(import|export|type|from|function|const|let|return|if|else|for|while|of|in|new|interface|async|await)\b/g;
const kinds = ['remark', 'text', 'number', 'word'] as const;

/** @param address URL of the TypeScript source */
export function programPanel(address: string): Panel {
  const code = h('code', {}, 'loading …');
  const link = h('a', { href: address, target: '_blank' }, address.replace(/^.*\//, ''));
  void fetch(address)
    .then((response) => response.text())
    .then((text) => code.replaceChildren(...highlight(text)));
  return {
    element: section(
      'Program',
      'program',
      true,
      h('p', { class: 'hint' }, link),
      h('pre', { class: 'program', tabIndex: 0 }, code),
    ),
  };
}

function highlight(text: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let last = 0;
  for (const found of text.matchAll(TOKEN)) {
    const kind = kinds.find((_, k) => found[k + 1] !== undefined)!;
    parts.push(text.slice(last, found.index), h('span', { class: kind }, found[0]));
    last = found.index + found[0].length;
  }
  return [...parts, text.slice(last)];
}
