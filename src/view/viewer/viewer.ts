/** A viewer in a page: a running picture, with a bar below it. */
import { expectFinite, expectInteger } from '../../core/expect.ts';
import { allFlags } from '../scene/settings.ts';
import { Bar } from './bar.ts';
import { Events } from './events.ts';
import { type CameraView, type ModelSource, sourceOf, type ViewerEvents, type ViewerOptions } from './options.ts';
import { encodePicture, type Recording, startRecording } from './recorder.ts';
import { aim } from './renderer.ts';
import { LocalSimulation } from './run/localSimulation.ts';
import type { PolicySource } from './run/policy.ts';
import type { SimulationHandle } from './run/simulationHandle.ts';
import { type OpenResult, RemoteSimulation } from './sim/remote/remoteSimulation.ts';
import { styleText } from './style.ts';
import { ViewerLoop } from './viewerLoop.ts';

/** Maximum number of steps of a call: each is a message to the worker. */
const MAX_STEPS = 1e6;

/** A viewer in an element of a page; created by `createViewer`. */
export class Viewer {
  /** Resolves when the initial model is shown; rejects if it cannot be loaded. */
  readonly ready: Promise<void>;
  /** The created element. */
  readonly element: HTMLElement;
  /** @internal */
  readonly loop: ViewerLoop;
  readonly #events = new Events<ViewerEvents>();
  readonly #options: ViewerOptions;
  readonly #message: HTMLElement;
  readonly #bar: Bar | undefined;
  #opening: AbortController | undefined;
  #divergenceText: string | undefined;

  constructor(parent: HTMLElement, options: ViewerOptions) {
    this.#options = options;
    const parts = makeParts(parent);
    this.element = parts.host;
    this.#message = parts.message;
    this.loop = new ViewerLoop(parts, options.pixelRatio);
    for (const name of ['frame', 'step', 'select'] as const)
      this.loop.on(name, (event: unknown) => this.#events.emit(name, event as never));
    this.#setFlags();
    if (options.bar !== false) {
      this.#bar = new Bar(() => this.loop.simulation);
      parts.container.after(this.#bar.element);
    }
    this.loop.on('frame', () => {
      this.#bar?.update();
      this.#watch();
    });
    this.ready = hasModel(options) ? this.load(options) : Promise.resolve();
    // callers that await it get the error; others get the event and the message
    this.ready.catch(() => {});
  }

  /** The current model. */
  get model() {
    return this.loop.simulation?.m;
  }

  /** The state of the last frame. With a worker it is a copy: change it with `set`. */
  get data() {
    return this.loop.simulation?.d;
  }

  get playing(): boolean {
    return this.loop.simulation?.playing ?? false;
  }

  /** Visual settings: flags and groups, which may be changed. */
  get settings() {
    return this.loop.settings;
  }

  /** Add a listener for `load`, `frame`, `step`, `select` or `error`; returns a function that removes it. */
  on<K extends keyof ViewerEvents>(name: K, listener: (event: ViewerEvents[K]) => void): () => void {
    return this.#events.on(name, listener);
  }

  /** Show another model. */
  async load(what: ModelSource): Promise<void> {
    this.#opening?.abort();
    const opening = new AbortController();
    this.#opening = opening;
    this.#showMessage('');
    try {
      const result = await this.#open(what, opening.signal);
      if (opening.signal.aborted) result.simulation.dispose();
      else this.#show(result);
    } catch (error) {
      if (opening.signal.aborted) return;
      this.#fail(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  play(): void {
    this.#requireSimulation('play').play(true);
  }

  pause(): void {
    this.#requireSimulation('pause').play(false);
  }

  /** Pause, and step forward by a number of steps, or backward if negative. */
  async step(count = 1): Promise<void> {
    const simulation = this.#requireSimulation('step');
    expectInteger('viewer.step: count', count, -MAX_STEPS, MAX_STEPS);
    for (let k = 0; k < Math.abs(count); k++) count > 0 ? simulation.stepForward() : simulation.stepBack();
    await simulation.whenIdle();
  }

  /** Reset to the initial state, or to a keyframe. */
  async reset(key?: number): Promise<void> {
    const simulation = this.#requireSimulation('reset');
    simulation.reset(key);
    await simulation.whenIdle();
  }

  /** Pause at a time: in the history if it is recorded, otherwise by running to it. */
  async seek(time: number): Promise<void> {
    const simulation = this.#requireSimulation('seek');
    expectFinite('viewer.seek: time', time);
    simulation.play(false);
    await simulation.whenIdle();
    const { history, m } = simulation;
    const index = Math.round((time - history.from) / m.opt.timestep);
    if (index >= 0 && index < history.length) simulation.scrub(index);
    else {
      if (index < 0) simulation.reset();
      simulation.runTo(time);
    }
    await simulation.whenIdle();
  }

  setSpeed(speed: number): void {
    if (!(speed > 0)) throw new RangeError(`viewer.setSpeed: expected a positive number, found ${speed}`);
    this.#requireSimulation('setSpeed').setSpeed(speed);
  }

  /** Change the state: `viewer.set('ctrl', 0, [1])`. */
  set(field: string, index: number, values: readonly number[]): void {
    this.#requireSimulation('set').set(field, index, values);
  }

  /** Let a policy control the model, after a reset; undefined: none. It runs on the thread of the engine. */
  async setPolicy(policy?: PolicySource): Promise<void> {
    const simulation = this.#requireSimulation('setPolicy');
    await simulation.setPolicy(policy && { ...policy, runtime: new URL(policy.runtime, document.baseURI).href });
    if (policy) simulation.reset();
  }

  /** Set the viewpoint: a camera of the model, or the pose of a free camera. */
  camera(view: string | number | CameraView): void {
    const { m, d } = this.#requireSimulation('camera');
    aim(this.loop.sceneRenderer, m, d, this.settings, view);
  }

  /** Take a screenshot. */
  screenshot(type = 'image/png'): Promise<Blob> {
    this.#requireSimulation('screenshot');
    this.loop.draw();
    return encodePicture(this.loop.sceneRenderer.canvas, type);
  }

  /** Start a video; `stop` of the result returns the file. */
  record(): Recording {
    const recording = startRecording(this.loop.sceneRenderer.canvas);
    if (!recording) throw new Error('viewer.record: this browser cannot record video');
    return recording;
  }

  /** Remove the viewer from the page. */
  dispose(): void {
    this.#opening?.abort();
    this.loop.simulation?.dispose();
    this.loop.dispose();
    this.element.remove();
  }

  async #open(what: ModelSource, signal: AbortSignal): Promise<OpenResult | LocalOpenResult> {
    const source = sourceOf(what);
    if (source) return RemoteSimulation.open(source, { signal, thread: this.#options.worker !== false });
    return { simulation: new LocalSimulation(what.model!, what.data, what.control), title: '', warnings: [] };
  }

  #show({ simulation, title, warnings }: OpenResult | LocalOpenResult): void {
    const { autoplay = true, speed, key, camera } = this.#options;
    this.loop.simulation?.dispose();
    this.#divergenceText = undefined;
    this.loop.show(simulation);
    if (speed !== undefined) simulation.setSpeed(speed);
    if (key !== undefined) simulation.reset(key);
    simulation.play(autoplay);
    if (camera !== undefined) this.camera(camera);
    // the initial view is that of the keyframe
    if (key !== undefined) void simulation.whenIdle().then(() => this.loop.sceneRenderer.rig?.refit());
    this.#events.emit('load', { model: simulation.m, data: simulation.d, title, warnings });
  }

  #requireSimulation(caller: string): SimulationHandle {
    const { simulation } = this.loop;
    if (!simulation) throw new Error(`viewer.${caller}: no model is loaded. Await viewer.ready first`);
    return simulation;
  }

  #setFlags(): void {
    for (const [name, on] of Object.entries(this.#options.show ?? {})) {
      const flag = allFlags.find(({ id }) => id === name);
      if (!flag)
        throw new TypeError(
          `viewer: show: unknown setting '${name}'. Expected one of ${allFlags.map(({ id }) => id).join(', ')}`,
        );
      this.loop.settings.flags[flag.id] = on;
    }
  }

  /** Report a divergence once; the run stops. */
  #watch(): void {
    const text = this.loop.simulation?.divergence?.text;
    if (text === this.#divergenceText) return;
    this.#divergenceText = text;
    if (text !== undefined) this.#fail(new Error(text));
    else this.#showMessage('');
  }

  #fail(error: Error): void {
    this.#showMessage(error.message);
    this.#events.emit('error', error);
  }

  #showMessage(text: string): void {
    this.#message.textContent = text;
    this.#message.hidden = text === '';
  }
}

/** Create a viewer that fills an element of the page, or the element of a selector.
 *
 *  @example const viewer = createViewer('#robot', { src: 'robot.xml', camera: 'side' }); viewer.on('step', ({ time }) =>
 *  console.log(time)); await viewer.ready; viewer.pause(); */
export function createViewer(element: HTMLElement | string, options: ViewerOptions = {}): Viewer {
  const parent = typeof element === 'string' ? document.querySelector(element) : element;
  if (parent instanceof HTMLElement) return new Viewer(parent, options);
  if (typeof element === 'string') throw new Error(`createViewer: the page has no element '${element}'`);
  throw new TypeError(`createViewer: expected an element or a selector, found ${element}`);
}

interface LocalOpenResult {
  simulation: SimulationHandle;
  title: string;
  warnings: OpenResult['warnings'];
}

function hasModel({ src, xml, files, model }: ViewerOptions): boolean {
  return (src ?? xml ?? files ?? model) !== undefined;
}

/** The elements of a viewer, isolated from the style sheets of the page. */
function makeParts(parent: HTMLElement) {
  const host = document.createElement('div');
  host.className = 'tenon-viewer';
  host.style.cssText = 'display: block; position: relative; width: 100%; height: 100%; min-height: 0;';
  const root = host.attachShadow({ mode: 'open' });
  const make = <K extends keyof HTMLElementTagNameMap>(tag: K, name: string) => {
    const element = document.createElement(tag);
    element.className = name;
    return element;
  };
  const style = make('style', '');
  style.textContent = styleText;
  const frame = make('div', 'frame');
  const container = make('div', 'container');
  const canvas = make('canvas', 'canvas');
  canvas.tabIndex = 0;
  canvas.setAttribute('aria-label', 'Simulation');
  const labels = make('div', 'labels');
  const message = make('div', 'message');
  message.setAttribute('role', 'status');
  message.hidden = true;
  container.append(canvas, labels, message);
  frame.append(container);
  root.append(style, frame);
  parent.append(host);
  return { host, container, canvas, labels, message };
}
