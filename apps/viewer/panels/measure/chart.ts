/** Line charts over time, used by all panels. */
import uPlot from 'uplot';

export const MAX_SAMPLES = 1200;
export const CHART_HEIGHT = 130;
const colors = ['#e0662f', '#3b82c4', '#4f9d5d', '#a267c0', '#c2993b', '#cf5577', '#4fa6a6', '#8a8f98'];

/** Options of a chart with a line for each label, in the colors of the page. */
export function chartOptions(labels: readonly string[], width: number): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const axis = {
    stroke: style.getPropertyValue('--text-soft'),
    grid: { stroke: style.getPropertyValue('--line'), width: 1 },
    ticks: { show: false },
    font: '10px system-ui',
  };
  return {
    width: Math.max(200, width),
    height: CHART_HEIGHT,
    scales: { x: { time: false } },
    legend: { show: labels.length > 1, live: false },
    cursor: { y: false, drag: { x: false, y: false } },
    axes: [
      { ...axis, size: 22 },
      { ...axis, size: 46 },
    ],
    series: [
      { label: 't' },
      ...labels.map((label, k) => ({
        label,
        stroke: colors[k % colors.length]!,
        width: 1.25,
        points: { show: false },
      })),
    ],
  };
}

/** A time series with a limited number of samples. */
export class Trace {
  readonly labels: readonly string[];
  readonly #host: HTMLElement;
  readonly #data: number[][];
  #chart: uPlot | undefined;

  constructor(host: HTMLElement, labels: readonly string[]) {
    this.#host = host;
    this.labels = labels;
    this.#data = [[], ...labels.map(() => [])];
  }

  /** Number of samples. */
  get length(): number {
    return this.#data[0]!.length;
  }

  add(time: number, values: readonly number[]): void {
    const times = this.#data[0]!;
    // time was reset
    if (times.length > 0 && time < times[times.length - 1]!) for (const column of this.#data) column.length = 0;
    [time, ...values].forEach((value, k) => {
      this.#data[k]!.push(value);
    });
    if (times.length > MAX_SAMPLES) for (const column of this.#data) column.shift();
  }

  draw(): void {
    const width = this.#host.clientWidth;
    if (width === 0) return;
    this.#chart ??= new uPlot(chartOptions(this.labels, width), this.#data as uPlot.AlignedData, this.#host);
    if (this.#chart.width !== width) this.#chart.setSize({ width, height: CHART_HEIGHT });
    this.#chart.setData(this.#data as uPlot.AlignedData);
  }

  dispose(): void {
    this.#chart?.destroy();
    this.#chart = undefined;
  }
}
