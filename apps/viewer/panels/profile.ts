/** What a frame costs: the engine, by stage, the solver's convergence, and the drawing. */
import type { StageTime } from '../../../src/index.ts';
import type { Context, Panel } from '../context.ts';
import { h, shortNumber } from '../ui/dom.ts';
import { section } from '../ui/section.ts';

const MOST_STAGES = 10;
const ITERATIONS = 200;

export function profilePanel({ sim }: Context, drawMs: () => number): Panel {
  const { d } = sim;
  let measuring = false;
  const lines: [string, () => string][] = [
    ['Engine per frame', () => `${sim.pace.engineMs.toFixed(2)} ms`],
    ['Engine at 60 frames/s', () => `${sim.frameMs.toFixed(2)} ms`],
    ['Engine per step', () => `${(1000 * sim.pace.msPerStep).toFixed(0)} µs`],
    ['Steps per frame', () => sim.pace.stepsPerFrame.toFixed(1)],
    ['Drawing per frame', () => `${drawMs().toFixed(1)} ms`],
    ['Solver iterations', () => String(d.solver_niter[0] ?? 0)],
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
      h('h3', {}, 'Time by stage'),
      byStage,
      bars,
    ),
    update: () => {
      lines.forEach(([, text], k) => {
        outputs[k]!.textContent = text();
      });
      drawConvergence(chart, d.solver_improvement, d.solver_gradient, Math.min(d.solver_niter[0] ?? 0, ITERATIONS));
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

/** Improvement (filled) and gradient (line) of each iteration, on a logarithmic scale from 1e-12 to 1e3. */
function drawConvergence(
  canvas: HTMLCanvasElement,
  improvement: Float64Array,
  gradient: Float64Array,
  n: number,
): void {
  const g = canvas.getContext('2d');
  if (!g) return;
  const { width, height } = canvas;
  const style = getComputedStyle(canvas);
  g.clearRect(0, 0, width, height);
  if (n === 0) return;
  const y = (value: number) => height * (1 - Math.max(0, Math.min(1, (Math.log10(value + 1e-15) + 12) / 15)));
  const x = (k: number) => (width * (k + 0.5)) / Math.max(n, 8);
  g.strokeStyle = style.getPropertyValue('--accent');
  g.fillStyle = style.getPropertyValue('--line');
  const bar = (0.7 * width) / Math.max(n, 8);
  for (let k = 0; k < n; k++) g.fillRect(x(k) - bar / 2, y(improvement[k]!), bar, height);
  g.lineWidth = 1.5;
  g.beginPath();
  for (let k = 0; k < n; k++) g.lineTo(x(k), y(gradient[k]!));
  g.stroke();
}
