/** The simulation in numbers, and the selected body. */
import { describeWarnings, Enable, id2name, ObjType } from '../../../../src/index.ts';
import type { Context, Panel } from '../../context.ts';
import { h, shortNumber } from '../../ui/dom.ts';
import { section } from '../../ui/section.ts';

export function infoPanel({ sim }: Context): Panel {
  const { m, d } = sim;
  const lines: [string, () => string][] = [
    ['Time', () => `${d.time.toFixed(3)} s`],
    ['Speed', () => (sim.playing ? `${(100 * sim.timing.realTime).toFixed(0)}% of real time` : 'paused')],
    ['Degrees of freedom', () => String(m.nv)],
    ['Contacts', () => String(d.ncon)],
    ['Constraint rows', () => String(d.nefc)],
    ['Islands', () => String(d.nisland)],
    ['Energy', () => energyText()],
  ];
  if (m.opt.enableflags & Enable.SLEEP) lines.push(['Awake trees', () => `${d.ntree_awake} of ${m.ntree}`]);
  const energyText = () =>
    m.opt.enableflags & Enable.ENERGY ? `${shortNumber(d.energy[0]! + d.energy[1]!)} J` : 'flag is off';
  const outputs = lines.map(() => h('td', { class: 'number' }));
  const rows = lines.map(([name], k) => h('tr', {}, h('th', { scope: 'row' }, name), outputs[k]!));
  const warnings = h('p', { class: 'warning', hidden: true });
  const selected = h('div', { class: 'selected' });
  return {
    element: section('Info', 'info', true, h('table', { class: 'values' }, ...rows), warnings, selected),
    update: () => {
      lines.forEach(([, text], k) => {
        outputs[k]!.textContent = text();
      });
      const texts = describeWarnings(m, d);
      warnings.hidden = texts.length === 0;
      warnings.textContent = texts.join('\n');
      showSelected(selected, sim);
    },
  };
}

function showSelected(host: HTMLElement, { m, d, perturbation }: Context['sim']): void {
  const b = perturbation.body;
  if (b < 0) {
    if (host.dataset['body'] !== 'none') {
      host.dataset['body'] = 'none';
      host.replaceChildren(h('p', { class: 'hint' }, 'Double-click a body to select it, then pull it with Ctrl-drag.'));
    }
    return;
  }
  const triple = (values: Float64Array, at: number) =>
    Array.from(values.subarray(at, at + 3), (x) => shortNumber(x)).join('  ');
  const facts: [string, string][] = [
    ['Mass', `${shortNumber(m.body_mass[b]!)} kg`],
    ['Position', triple(d.xpos, 3 * b)],
    ['Linear velocity', triple(d.cvel, 6 * b + 3)],
    ['Angular velocity', triple(d.cvel, 6 * b)],
    ['Parent', id2name(m, ObjType.BODY, m.body_parentid[b]!) ?? String(m.body_parentid[b]!)],
  ];
  if (host.dataset['body'] !== String(b)) {
    host.dataset['body'] = String(b);
    const name = id2name(m, ObjType.BODY, b) ?? `body ${b}`;
    host.replaceChildren(
      h('h3', {}, name),
      h(
        'table',
        { class: 'values' },
        ...facts.map(([key]) => h('tr', {}, h('th', { scope: 'row' }, key), h('td', { class: 'number' }))),
      ),
    );
  }
  host.querySelectorAll('td').forEach((cell, k) => {
    cell.textContent = facts[k]![1];
  });
}
