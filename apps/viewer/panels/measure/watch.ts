/** Any field as numbers: `qpos`, `xpos[3:6]`, `energy`. */
import { fieldNames, parseField, type Reading } from '../../../shared/fields.ts';
import type { Context, Panel } from '../../context.ts';
import { h, shortNumber } from '../../ui/dom.ts';
import { section } from '../../ui/section.ts';

const MAX_VALUES = 60;

/** @param requestField requests a field in addition to the default ones */
export function watchPanel({ sim }: Context, requestField: (field: string) => void): Panel {
  const names = h('datalist', { id: 'watch-fields' }, ...fieldNames(sim.d).map((name) => h('option', { value: name })));
  const values = h('table', { class: 'values', id: 'watch-values' });
  const note = h('p', { class: 'warning', hidden: true, role: 'status' });
  let shown: { reading: Reading; cell: HTMLElement }[] = [];
  const input = h('input', {
    type: 'text',
    id: 'watch-field',
    placeholder: 'qpos, xpos[3:6], energy ...',
    spellcheck: false,
    on: { change: () => choose(input.value) },
  });
  input.setAttribute('list', 'watch-fields');
  input.setAttribute('aria-label', 'Field to watch');
  const choose = (text: string) => {
    const found = text.trim() === '' ? [] : parseField(sim.d, text, MAX_VALUES);
    note.hidden = typeof found !== 'string';
    note.textContent = typeof found === 'string' ? found : '';
    shown = typeof found === 'string' ? [] : found.map((reading) => ({ reading, cell: h('td', { class: 'number' }) }));
    values.replaceChildren(
      ...shown.map(({ reading, cell }) => h('tr', {}, h('th', { scope: 'row' }, reading.label), cell)),
    );
    requestField(/\w+/.exec(text)?.[0] ?? '');
  };
  return {
    element: section('Watch', 'watch', false, input, names, note, values),
    update: () => {
      for (const { reading, cell } of shown) cell.textContent = shortNumber(reading.read(), 5);
    },
  };
}
