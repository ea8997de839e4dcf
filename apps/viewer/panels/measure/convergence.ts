/** Solver convergence in the last step: cost improvement and gradient norm by iteration. */
import type { Data } from '../../../../src/index.ts';

/** Capacity of the statistics, in iterations per island. */
const ITERATIONS = 200;
/** Powers of ten at the bottom and the top. */
const [LOW, HIGH] = [-12, 3];
const MARGIN = 34;

/** The island with the most iterations, and their number. */
export function hardestIsland(d: Data): { island: number; iterations: number } {
  let island = 0;
  const count = Math.min(Math.max(1, d.nisland), d.solver_niter.length);
  for (let i = 1; i < count; i++) if (d.solver_niter[i]! > d.solver_niter[island]!) island = i;
  return { island, iterations: d.nefc > 0 ? (d.solver_niter[island] ?? 0) : 0 };
}

/** Improvement as bars, gradient as a line, on a logarithmic scale. */
export function drawConvergence(canvas: HTMLCanvasElement, d: Data): void {
  const g = canvas.getContext('2d');
  if (!g) return;
  const { width, height } = canvas;
  const style = getComputedStyle(canvas);
  const color = (name: string) => style.getPropertyValue(name);
  const { island, iterations } = hardestIsland(d);
  const n = Math.min(iterations, ITERATIONS);
  const y = (power: number) => height * (1 - Math.max(0, Math.min(1, (power - LOW) / (HIGH - LOW))));
  g.clearRect(0, 0, width, height);
  g.font = '10px system-ui';
  g.fillStyle = color('--text-soft');
  g.strokeStyle = color('--line');
  for (const power of [0, -4, -8]) {
    g.fillText(`1e${power}`, 0, y(power) + 3);
    g.beginPath();
    g.moveTo(MARGIN, y(power));
    g.lineTo(width, y(power));
    g.stroke();
  }
  const columns = Math.max(n, 8);
  const x = (k: number) => MARGIN + ((width - MARGIN) * (k + 0.5)) / columns;
  const bar = (0.7 * (width - MARGIN)) / columns;
  const value = (array: Float64Array, k: number) => Math.log10(array[ITERATIONS * island + k]! + 1e-15);
  g.fillStyle = color('--text-soft');
  g.globalAlpha = 0.45;
  for (let k = 0; k < n; k++) {
    const top = Math.min(y(value(d.solver_improvement, k)), height - 1);
    g.fillRect(x(k) - bar / 2, top, bar, height - top);
  }
  g.globalAlpha = 1;
  g.strokeStyle = color('--accent');
  g.fillStyle = color('--accent');
  g.lineWidth = 1.5;
  g.beginPath();
  for (let k = 0; k < n; k++) g.lineTo(x(k), y(value(d.solver_gradient, k)));
  g.stroke();
  // a point for each, so that a single iteration is visible
  for (let k = 0; k < n; k++) g.fillRect(x(k) - 2, y(value(d.solver_gradient, k)) - 2, 4, 4);
}
