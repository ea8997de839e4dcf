/** The loop of a viewer: advances time, draws, and handles pointer and size. Used by both component and application. */
import type { Data, Model } from '../../index.ts';
import { type Hit, SceneRenderer } from '../scene/sceneRenderer.ts';
import { ViewSettings } from '../scene/settings.ts';
import { Events } from './events.ts';
import { Pointer } from './pointer.ts';
import type { SimulationHandle } from './run/simulationHandle.ts';

/** The elements of a viewer loop. */
export interface LoopElements {
  canvas: HTMLCanvasElement;
  labels: HTMLElement;
  /** Determines the size of the picture. */
  container: HTMLElement;
}

/** Events of the loop. */
export interface LoopEvents {
  /** A frame was drawn. */
  frame: { model: Model; data: Data; time: number };
  /** Simulated time advanced since the last frame. */
  step: { model: Model; data: Data; time: number };
  /** The user selected a body, or none. */
  select: { body: number; geom: number; point: readonly number[] } | undefined;
}

export class ViewerLoop extends Events<LoopEvents> {
  readonly sceneRenderer: SceneRenderer<HTMLCanvasElement>;
  settings = new ViewSettings();
  /** While true, nothing moves and nothing is drawn. */
  suspended = false;
  /** Dragging a body perturbs it even without Ctrl, for touch. */
  dragMode = false;
  /** Smoothed milliseconds per drawn frame. */
  drawMs = 0;
  #simulation: SimulationHandle | undefined;
  readonly #size: ResizeObserver;
  readonly #theme = matchMedia('(prefers-color-scheme: dark)');
  #request = 0;
  #last = performance.now();
  #lastTime = 0;
  #pixelRatio: number | undefined;

  constructor({ canvas, labels, container }: LoopElements, pixelRatio?: number) {
    super();
    this.#pixelRatio = pixelRatio;
    this.sceneRenderer = new SceneRenderer(canvas, labels);
    this.sceneRenderer.fitsNarrow = true;
    new Pointer({
      sceneRenderer: this.sceneRenderer,
      sim: () => this.#simulation,
      dragMode: () => this.dragMode,
      onSelect: (hit) => this.emit('select', hit && selection(hit)),
    });
    this.#size = new ResizeObserver(() => this.#fit(container));
    this.#size.observe(container);
    this.#fit(container);
    this.#theme.addEventListener('change', this.#followTheme);
    this.#followTheme();
    this.#request = requestAnimationFrame(this.#frame);
  }

  get simulation(): SimulationHandle | undefined {
    return this.#simulation;
  }

  /** Show a run, or none. The caller owns the previous one. */
  show(simulation: SimulationHandle | undefined): void {
    this.#simulation = simulation;
    this.#lastTime = simulation?.d.time ?? 0;
    this.sceneRenderer.setModel(simulation?.m);
  }

  /** Draw now, for a picture between two frames. */
  draw(): void {
    const simulation = this.#simulation;
    if (!simulation) return;
    const from = performance.now();
    this.sceneRenderer.draw(simulation.d, this.settings, simulation.perturbation);
    this.drawMs += 0.1 * (performance.now() - from - this.drawMs);
  }

  dispose(): void {
    cancelAnimationFrame(this.#request);
    this.#size.disconnect();
    this.#theme.removeEventListener('change', this.#followTheme);
    this.sceneRenderer.dispose();
  }

  readonly #followTheme = () => {
    this.sceneRenderer.dark = this.#theme.matches;
  };

  readonly #frame = (now: number) => {
    this.#request = requestAnimationFrame(this.#frame);
    const seconds = Math.max(0, now - this.#last) / 1000;
    this.#last = now;
    const simulation = this.#simulation;
    if (!simulation || this.suspended || document.hidden) return;
    simulation.requestFields(
      this.settings.flags.meshBoxes && simulation.m.nflex > 0 ? ['bvh_aabb_dyn'] : [],
      'picture',
    );
    simulation.advance(seconds);
    this.draw();
    const { m: model, d: data } = simulation;
    const event = { model, data, time: data.time };
    if (data.time !== this.#lastTime) this.emit('step', event);
    this.#lastTime = data.time;
    this.emit('frame', event);
  };

  #fit(container: HTMLElement): void {
    const ratio = this.#pixelRatio ?? Math.min(2, devicePixelRatio);
    this.sceneRenderer.resize(Math.max(1, container.clientWidth), Math.max(1, container.clientHeight), ratio);
    this.draw();
  }
}

function selection({ body, geom, point }: Hit) {
  return { body, geom, point: point.toArray() };
}
