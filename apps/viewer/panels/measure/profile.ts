/** Cost of a frame: the engine, by stage and over time, solver convergence, and drawing. */
import type { StageTime } from '../../../../src/index.ts';
import type { Context, Panel } from '../../context.ts';
import { h, shortNumber } from '../../ui/dom.ts';
import { section } from '../../ui/section.ts';
import { Trace } from './chart.ts';
import { drawConvergence, hardestIsland } from './convergence.ts';

const MAX_STAGES = 10;
/** Maximum number of stages with a separate line. */
const MAX_LINES = 6;

export function profilePanel({ sim }: Context, drawMs: () => number): Panel {
  const { d } = sim;
  const lines: [string, () => string][] = [
    ['Engine per frame', () => `${sim.timing.engineMs.toFixed(2)} ms`],
    ['Engine at 60 frames/s', () => `${sim.frameMs.toFixed(2)} ms`],
    ['Engine per step', () => `${(1000 * sim.timing.msPerStep).toFixed(0)} µs`],
    ['Steps per frame', () => sim.timing.stepsPerFrame.toFixed(1)],
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
  const effort = h('figure', { class: 'plot', id: 'profile-effort' });
  const effortTrace = new Trace(effort, ['iterations', 'contacts']);
  const stages = new StageChart(sim);
  return {
    element: section(
      'Profile',
      'profile',
      false,
      table,
      h('h3', {}, 'Convergence'),
      chart,
      h('p', { class: 'hint' }, 'Improvement (bars) and gradient (line) of each iteration in the last step.'),
      h('h3', {}, 'Solver over time'),
      effort,
      h('h3', {}, 'Time by stage'),
      ...stages.elements,
    ),
    update: () => {
      lines.forEach(([, text], k) => {
        outputs[k]!.textContent = text();
      });
      drawConvergence(chart, d);
      if (sim.playing) effortTrace.add(d.time, [hardestIsland(d).iterations, d.ncon]);
      effortTrace.draw();
      stages.update();
    },
    dispose: () => {
      effortTrace.dispose();
      stages.dispose();
    },
  };
}

/** Microseconds per stage of a step: means as bars, and their history as lines. */
class StageChart {
  readonly #sim: Context['sim'];
  readonly #bars = h('div', { class: 'bars' });
  readonly #figure = h('figure', { class: 'plot', id: 'profile-stages', hidden: true });
  readonly #button = h('button', { class: 'plain', id: 'profile-measure', on: { click: () => this.#toggle() } });
  #trace: Trace | undefined;
  #measuring = false;
  #last: { steps: number; times: Map<string, number> } | undefined;

  constructor(sim: Context['sim']) {
    this.#sim = sim;
    this.#name();
  }

  get elements(): HTMLElement[] {
    return [this.#button, this.#bars, this.#figure];
  }

  update(): void {
    const { profile } = this.#sim;
    if (!this.#measuring || !profile || profile.steps === 0) return;
    showStages(this.#bars, profile.times, profile.steps);
    const times = new Map(profile.times.map(({ stage, ms }) => [stage, ms]));
    const last = this.#last;
    this.#last = { steps: profile.steps, times };
    const steps = profile.steps - (last?.steps ?? 0);
    if (!last || steps <= 0) return;
    this.#trace ??= new Trace(
      this.#figure,
      profile.times.slice(0, MAX_LINES).map(({ stage }) => stage),
    );
    const micros = this.#trace.labels.map((stage) => (1000 * (times.get(stage)! - last.times.get(stage)!)) / steps);
    this.#figure.hidden = false;
    this.#trace.add(this.#sim.d.time, micros);
    this.#trace.draw();
  }

  dispose(): void {
    this.#trace?.dispose();
  }

  #toggle(): void {
    this.#measuring = !this.#measuring;
    this.#sim.setProfile(this.#measuring);
    this.#bars.replaceChildren();
    this.#trace?.dispose();
    this.#trace = undefined;
    this.#last = undefined;
    this.#figure.hidden = true;
    this.#name();
  }

  #name(): void {
    this.#button.textContent = this.#measuring ? 'Stop measuring' : 'Measure by stage';
  }
}

function showStages(host: HTMLElement, stages: readonly StageTime[], steps: number): void {
  const times = stages.slice(0, MAX_STAGES);
  const maxMs = times[0]?.ms ?? 1;
  host.replaceChildren(
    ...times.map(({ stage, ms }) =>
      h(
        'div',
        { class: 'bar' },
        h('span', {}, stage),
        h('i', { style: `width:${((100 * ms) / maxMs).toFixed(1)}%` }),
        h('b', {}, `${shortNumber((1000 * ms) / steps)} µs`),
      ),
    ),
  );
}
