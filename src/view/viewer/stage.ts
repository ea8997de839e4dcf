/** One picture of one run: the loop that lets time pass and draws, the pointer, the size. Component and application are
 *  both made of it. */
import type { Data, Model } from '../../index.ts';
import { ViewSettings } from '../scene/settings.ts';
import { type Hit, View } from '../scene/view.ts';
import { Events } from './events.ts';
import { Pointer } from './pointer.ts';
import type { Run } from './run/run.ts';

/** Elements that a stage draws into. */
export interface StageParts {
  canvas: HTMLCanvasElement;
  labels: HTMLElement;
  /** The picture is as large as this. */
  place: HTMLElement;
}

/** What a stage tells. */
export interface StageEvents {
  /** A picture has been drawn. */
  frame: { model: Model; data: Data; time: number };
  /** Simulated time has gone on since the last picture. */
  step: { model: Model; data: Data; time: number };
  /** The user has chosen a body, or none. */
  select: { body: number; geom: number; point: readonly number[] } | undefined;
}

export class Stage extends Events<StageEvents> {
  readonly view: View<HTMLCanvasElement>;
  settings = new ViewSettings();
  /** While true nothing moves and nothing is drawn. */
  suspended = false;
  /** Dragging a body pulls it even without Ctrl, for fingers. */
  pulling = false;
  /** Milliseconds that a picture takes, smoothed. */
  drawMs = 0;
  #run: Run | undefined;
  readonly #size: ResizeObserver;
  readonly #theme = matchMedia('(prefers-color-scheme: dark)');
  #request = 0;
  #last = performance.now();
  #lastTime = 0;
  #pixelRatio: number | undefined;

  constructor({ canvas, labels, place }: StageParts, pixelRatio?: number) {
    super();
    this.#pixelRatio = pixelRatio;
    this.view = new View(canvas, labels);
    new Pointer({
      view: this.view,
      sim: () => this.#run,
      pulling: () => this.pulling,
      selected: (hit) => this.emit('select', hit && selection(hit)),
    });
    this.#size = new ResizeObserver(() => this.#fit(place));
    this.#size.observe(place);
    this.#fit(place);
    this.#theme.addEventListener('change', this.#followTheme);
    this.#followTheme();
    this.#request = requestAnimationFrame(this.#frame);
  }

  get run(): Run | undefined {
    return this.#run;
  }

  /** Show a run, or nothing. The one before stays with those who made it. */
  show(run: Run | undefined): void {
    this.#run = run;
    this.#lastTime = run?.d.time ?? 0;
    this.view.setModel(run?.m);
  }

  /** Draw now, as when a picture is wanted between two frames. */
  draw(): void {
    const run = this.#run;
    if (!run) return;
    const from = performance.now();
    this.view.draw(run.d, this.settings, run.hand);
    this.drawMs += 0.1 * (performance.now() - from - this.drawMs);
  }

  dispose(): void {
    cancelAnimationFrame(this.#request);
    this.#size.disconnect();
    this.#theme.removeEventListener('change', this.#followTheme);
    this.view.dispose();
  }

  readonly #followTheme = () => {
    this.view.dark = this.#theme.matches;
  };

  readonly #frame = (now: number) => {
    this.#request = requestAnimationFrame(this.#frame);
    const seconds = Math.max(0, now - this.#last) / 1000;
    this.#last = now;
    const run = this.#run;
    if (!run || this.suspended || document.hidden) return;
    run.want(this.settings.flags.meshBoxes && run.m.nflex > 0 ? ['bvh_aabb_dyn'] : [], 'picture');
    run.advance(seconds);
    this.draw();
    const { m: model, d: data } = run;
    const event = { model, data, time: data.time };
    if (data.time !== this.#lastTime) this.emit('step', event);
    this.#lastTime = data.time;
    this.emit('frame', event);
  };

  #fit(place: HTMLElement): void {
    const ratio = this.#pixelRatio ?? Math.min(2, devicePixelRatio);
    this.view.resize(Math.max(1, place.clientWidth), Math.max(1, place.clientHeight), ratio);
    this.draw();
  }
}

function selection({ body, geom, point }: Hit) {
  return { body, geom, point: point.toArray() };
}
