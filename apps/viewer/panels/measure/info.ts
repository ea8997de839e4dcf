/** The simulation in numbers, and the selected body. */
import { describeWarnings, Enable, id2name, ObjType } from '../../../../src/index.ts';
import type { Context, Panel } from '../../context.ts';
import { h, shortNumber } from '../../ui/dom.ts';
import { section } from '../../ui/section.ts';

export function infoPanel({ sim, changed }: Context): Panel {
  const { m, d } = sim;
  const lines: [string, () => string][] = [
    ['Time', () => `${d.time.toFixed(3)} s`],
    ['Speed', () => (sim.playing ? `${(100 * sim.timing.realTime).toFixed(0)}% of real time` : 'paused')],
    ['Degrees of freedom', () => String(m.nv)],
    ['Contacts', () => String(d.ncon)],
    ['Constraint rows', () => String(d.nefc)],
    ['Islands', () => String(d.nisland)],
  ];
  if (m.opt.enableflags & Enable.SLEEP) lines.push(['Awake trees', () => `${d.ntree_awake} of ${m.ntree}`]);
  const outputs = lines.map(() => h('td', { class: 'number' }));
  const rows = lines.map(([name], k) => h('tr', {}, h('th', { scope: 'row' }, name), outputs[k]!));
  const energy = energySwitch(sim, changed);
  const warnings = h('p', { class: 'warning', hidden: true });
  const selected = h('div', { class: 'selected' });
  return {
    element: section('Info', 'info', true, h('table', { class: 'values' }, ...rows, energy.row), warnings, selected),
    update: () => {
      lines.forEach(([, text], k) => {
        outputs[k]!.textContent = text();
      });
      energy.refresh();
      const texts = describeWarnings(m, d);
      warnings.hidden = texts.length === 0;
      warnings.textContent = texts.join('\n');
      showSelected(selected, sim);
    },
  };
}

/** The energy, and a switch for the flag that computes it. */
function energySwitch(sim: Context['sim'], changed: () => void): { row: HTMLElement; refresh(): void } {
  const { m, d } = sim;
  const isOn = () => (m.opt.enableflags & Enable.ENERGY) !== 0;
  const box = h('input', {
    type: 'checkbox',
    id: 'energy-switch',
    role: 'switch',
    title: 'Compute the energy in each step',
    aria: { label: 'Compute the energy' },
    on: {
      change: () => {
        const { enableflags } = m.opt;
        const value = box.checked ? enableflags | Enable.ENERGY : enableflags & ~Enable.ENERGY;
        sim.setOption({ name: 'enableflags', value });
        changed();
      },
    },
  });
  const output = h('output', { id: 'energy' });
  const row = h('tr', {}, h('th', { scope: 'row' }, 'Energy'), h('td', { class: 'number' }, output, ' ', box));
  const refresh = () => {
    box.checked = isOn();
    output.textContent = isOn() ? `${shortNumber(d.energy[0]! + d.energy[1]!)} J` : 'not computed';
  };
  return { row, refresh };
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
