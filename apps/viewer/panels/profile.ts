/** What a frame costs: the engine, by stage, the solver's convergence, and the drawing. */
import type { StageTime } from '../../../src/index.ts';
import type { Context, Panel } from '../context.ts';
import { h, shortNumber } from '../ui/dom.ts';
import { section } from '../ui/section.ts';
import { drawConvergence, hardestIsland } from './convergence.ts';

const MOST_STAGES = 10;

export function profilePanel({ sim }: Context, drawMs: () => number): Panel {
  const { d } = sim;
  let measuring = false;
  const lines: [string, () => string][] = [
    ['Engine per frame', () => `${sim.pace.engineMs.toFixed(2)} ms`],
    ['Engine at 60 frames/s', () => `${sim.frameMs.toFixed(2)} ms`],
    ['Engine per step', () => `${(1000 * sim.pace.msPerStep).toFixed(0)} µs`],
    ['Steps per frame', () => sim.pace.stepsPerFrame.toFixed(1)],
    ['Drawing per frame', () => `${drawMs().toFixed(1)} ms`],
    ['Solver iterations', () => String(hardestIsland(d).iterations)],
  ];
  const outputs = lines.map(([name]) => h('td', { class: 'number', data: { name } }));
  const table = h(
    'table',
    { class: 'values', id: 'profile-table' },
    ...lines.map(([name], k) => h('tr', {}, h('th', { scope: 'row' }, name), outputs[k]!)),
  );
  const chart = h('canvas', { class: 'chart', width: 280, height: 70, aria: { label: 'Solver convergence' } });
  const bars = h('div', { class: 'bars' });
  const byStage = h('button', { class: 'plain', on: { click: () => toggleProfile() } }, 'Measure by stage');
  const toggleProfile = () => {
    measuring = !measuring;
    sim.setProfile(measuring);
    bars.replaceChildren();
    byStage.textContent = measuring ? 'Stop measuring' : 'Measure by stage';
  };
  return {
    element: section(
      'Profile',
      'profile',
      false,
      table,
      h('h3', {}, 'Convergence'),
      chart,
      h('p', { class: 'hint' }, 'Improvement (bars) and gradient (line) of each iteration in the last step.'),
      h('h3', {}, 'Time by stage'),
      byStage,
      bars,
    ),
    update: () => {
      lines.forEach(([, text], k) => {
        outputs[k]!.textContent = text();
      });
      drawConvergence(chart, d);
      const { profile } = sim;
      if (measuring && profile && profile.steps > 0) showStages(bars, profile.times, profile.steps);
    },
  };
}

function showStages(host: HTMLElement, stages: readonly StageTime[], steps: number): void {
  const times = stages.slice(0, MOST_STAGES);
  const most = times[0]?.ms ?? 1;
  host.replaceChildren(
    ...times.map(({ stage, ms }) =>
      h(
        'div',
        { class: 'bar' },
        h('span', {}, stage),
        h('i', { style: `width:${((100 * ms) / most).toFixed(1)}%` }),
        h('b', {}, `${shortNumber((1000 * ms) / steps)} µs`),
      ),
    ),
  );
}
