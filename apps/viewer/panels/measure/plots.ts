/** Fields over time, sampled every frame; going back in time truncates them. */
import uPlot from 'uplot';
import { fieldNames, parseField, type Reading } from '../../../shared/fields.ts';
import type { Context, Panel } from '../../context.ts';
import { h } from '../../ui/dom.ts';
import { icon } from '../../ui/icons.ts';
import { section } from '../../ui/section.ts';
import { CHART_HEIGHT, chartOptions, MAX_SAMPLES } from './chart.ts';

const MAX_LINES = 12;

interface Plot {
  field: string;
  lines: Reading[];
  data: number[][];
  chart: uPlot;
  element: HTMLElement;
}

export class PlotsPanel implements Panel {
  readonly element: HTMLDetailsElement;
  readonly #context: Context;
  readonly #list = h('div', { class: 'plots' });
  readonly #plots: Plot[] = [];
  readonly #note = h('p', { class: 'warning', hidden: true, role: 'status' });
  #lastSampleTime = Number.NaN;
  #watchedField = '';

  constructor(context: Context) {
    this.#context = context;
    const { d } = context.sim;
    const input = h('input', { type: 'text', placeholder: 'qpos, xpos[3:6], energy ...', spellcheck: false });
    input.setAttribute('list', 'plot-fields');
    input.setAttribute('aria-label', 'Field to plot');
    const names = h('datalist', { id: 'plot-fields' }, ...fieldNames(d).map((name) => h('option', { value: name })));
    const form = h(
      'form',
      {
        class: 'inline',
        on: {
          submit: (event: SubmitEvent) => {
            event.preventDefault();
            if (this.add(input.value)) input.value = '';
          },
        },
      },
      input,
      names,
      h('button', {}, 'Plot'),
    );
    this.element = section('Plots', 'plots', false, form, this.#note, this.#list);
  }

  get fields(): string[] {
    return this.#plots.map(({ field }) => field);
  }

  /** Add a plot; returns false if the field does not exist. */
  add(field: string): boolean {
    const lines = parseField(this.#context.sim.d, field, MAX_LINES);
    this.#note.hidden = typeof lines !== 'string';
    if (typeof lines === 'string') {
      this.#note.textContent = lines;
      return false;
    }
    this.element.open = true;
    if (this.fields.includes(field)) return true;
    const element = h('figure', { class: 'plot' });
    const close = h(
      'button',
      { class: 'icon-button', title: `Remove ${field}`, on: { click: () => this.#remove(field) } },
      icon('close'),
    );
    element.append(h('figcaption', {}, field, close));
    this.#list.append(element);
    const data: number[][] = [[], ...lines.map(() => [])];
    const chart = new uPlot(
      chartOptions(
        lines.map(({ label }) => label),
        this.#list.clientWidth,
      ),
      data as uPlot.AlignedData,
      element,
    );
    this.#plots.push({ field, lines, data, chart, element });
    this.#listChanged();
    return true;
  }

  /** Take a sample if time has advanced. */
  sample(): void {
    const { time } = this.#context.sim.d;
    if (time === this.#lastSampleTime) return;
    this.#lastSampleTime = time;
    for (const { lines, data } of this.#plots) {
      const times = data[0]!;
      // discard samples after the time that the user went back to
      while (times.length > 0 && times[times.length - 1]! >= time) for (const column of data) column.pop();
      times.push(time);
      lines.forEach((line, k) => {
        data[k + 1]!.push(line.read());
      });
      if (times.length > MAX_SAMPLES) for (const column of data) column.shift();
    }
  }

  update(): void {
    for (const { chart, data, element } of this.#plots) {
      const width = element.clientWidth;
      if (width > 0 && chart.width !== width) chart.setSize({ width, height: CHART_HEIGHT });
      chart.setData(data as uPlot.AlignedData);
    }
  }

  dispose(): void {
    for (const { chart } of this.#plots) chart.destroy();
  }

  #remove(field: string): void {
    const k = this.#plots.findIndex((plot) => plot.field === field);
    const [plot] = this.#plots.splice(k, 1);
    plot?.chart.destroy();
    plot?.element.remove();
    this.#listChanged();
  }

  /** Request a field that is watched but not plotted; `''` for none. */
  watch(field: string): void {
    this.#watchedField = field;
    this.#ask();
  }

  #listChanged(): void {
    this.#ask();
    this.#context.changed();
  }

  #ask(): void {
    const plotted = this.fields.map((field) => /\w+/.exec(field)![0]);
    this.#context.sim.requestFields(this.#watchedField === '' ? plotted : [...plotted, this.#watchedField], 'panels');
  }
}
