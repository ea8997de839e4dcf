/** A model that cannot be loaded: all errors, and the text with marked lines. */
import { type Diagnostic, formatDiagnostic } from '../../../src/index.ts';
import type { LoadFailure } from '../../../src/view/viewer/source/source.ts';
import { h } from './dom.ts';

/** Lines shown around an error if the text is long. */
const AROUND = 200;

export function errorView(failure: LoadFailure, close: () => void): HTMLElement {
  const { diagnostics, texts } = failure;
  const first = diagnostics[0]!;
  const file = texts.has(first.file) ? first.file : ([...texts.keys()][0] ?? '');
  const text = texts.get(file);
  return h(
    'div',
    { class: 'error-view', role: 'alert' },
    h('h2', {}, headline(diagnostics)),
    h('ul', { class: 'mistakes' }, ...diagnostics.map((d) => h('li', {}, mistake(d)))),
    text === undefined
      ? undefined
      : source(
          text,
          diagnostics.filter((d) => d.file === file || d.file === ''),
        ),
    h('p', { class: 'actions' }, h('button', { class: 'primary', on: { click: close } }, 'Back')),
  );
}

function headline(diagnostics: readonly Diagnostic[]): string {
  const count = diagnostics.length;
  if (diagnostics.every(({ line }) => line === 0)) return 'The model cannot be loaded';
  return count === 1 ? 'The model has an error' : `The model has ${count} errors`;
}

/** An error as one line; files of the server have their names on disk. */
function words(d: Diagnostic): string {
  return formatDiagnostic({ ...d, file: d.file.replace(/^\/model\//, '/') });
}

function mistake(d: Diagnostic): HTMLElement {
  const jump = () => document.querySelector(`.source [data-line="${d.line}"]`)?.scrollIntoView({ block: 'center' });
  return d.line > 0 ? h('button', { class: 'link', on: { click: jump } }, words(d)) : h('span', {}, words(d));
}

function source(text: string, diagnostics: readonly Diagnostic[]): HTMLElement {
  const marks = new Map<number, Diagnostic[]>();
  for (const d of diagnostics) marks.set(d.line, [...(marks.get(d.line) ?? []), d]);
  const marked = [...marks.keys()].filter((line) => line > 0);
  const [from, to] = [Math.min(...marked, 1e9) - AROUND, Math.max(...marked, 0) + AROUND];
  const rows = text.split('\n').flatMap((line, k) => {
    const number = k + 1;
    if (marked.length > 0 && (number < from || number > to)) return [];
    const here = marks.get(number) ?? [];
    const row = h(
      'div',
      { class: here.length > 0 ? 'line marked' : 'line', data: { line: String(number) } },
      h('span', { class: 'number' }, number),
      h('code', {}, line === '' ? ' ' : line),
    );
    return [
      row,
      ...here.map((d) => h('div', { class: 'note', style: `--column:${Math.max(0, d.column - 1)}` }, d.message)),
    ];
  });
  const element = h('div', { class: 'source', tabIndex: 0, aria: { label: 'Text of the model' } }, ...rows);
  requestAnimationFrame(() => element.querySelector('.marked')?.scrollIntoView({ block: 'center' }));
  return element;
}
