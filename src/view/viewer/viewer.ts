/** A viewer in a page: a picture that runs, with a bar below it. */
import { expectFinite, expectInteger } from '../../core/expect.ts';
import { allFlags } from '../scene/settings.ts';
import { Bar } from './bar.ts';
import { Events } from './events.ts';
import { type CameraView, type ModelSource, sourceOf, type ViewerEvents, type ViewerOptions } from './options.ts';
import { pictureOf, type Recording, startRecording } from './recorder.ts';
import { aim } from './renderer.ts';
import { LocalRun } from './run/local.ts';
import type { PolicySource } from './run/policy.ts';
import type { Run } from './run/run.ts';
import { type Opened, Player } from './sim/remote/player.ts';
import { Stage } from './stage.ts';
import { styleText } from './style.ts';

/** Most steps of one call: each is a message to the thread that computes it. */
const MAX_STEPS = 1e6;

/** A viewer in an element of a page; made by `createViewer`. */
export class Viewer {
  /** When the model that was given at first is shown; rejected if it cannot be. */
  readonly ready: Promise<void>;
  /** The element that was added. */
  readonly element: HTMLElement;
  /** @internal */
  readonly stage: Stage;
  readonly #events = new Events<ViewerEvents>();
  readonly #options: ViewerOptions;
  readonly #message: HTMLElement;
  readonly #bar: Bar | undefined;
  #opening: AbortController | undefined;
  #diverged: string | undefined;

  constructor(parent: HTMLElement, options: ViewerOptions) {
    this.#options = options;
    const parts = makeParts(parent);
    this.element = parts.host;
    this.#message = parts.message;
    this.stage = new Stage(parts, options.pixelRatio);
    for (const name of ['frame', 'step', 'select'] as const)
      this.stage.on(name, (event: unknown) => this.#events.emit(name, event as never));
    this.#setFlags();
    if (options.bar !== false) {
      this.#bar = new Bar(() => this.stage.run);
      parts.place.after(this.#bar.element);
    }
    this.stage.on('frame', () => {
      this.#bar?.update();
      this.#watch();
    });
    this.ready = hasModel(options) ? this.load(options) : Promise.resolve();
    // whoever waits for it hears of a failure; the others have the event and the message
    this.ready.catch(() => {});
  }

  /** The model that is shown. */
  get model() {
    return this.stage.run?.m;
  }

  /** The state as of the last frame. In a thread it is a copy: change it by `set`. */
  get data() {
    return this.stage.run?.d;
  }

  get playing(): boolean {
    return this.stage.run?.playing ?? false;
  }

  /** What is drawn; change its flags and groups as you like. */
  get settings() {
    return this.stage.settings;
  }

  /** Listen to `load`, `frame`, `step`, `select` or `error`; returns how to stop. */
  on<K extends keyof ViewerEvents>(name: K, listener: (event: ViewerEvents[K]) => void): () => void {
    return this.#events.on(name, listener);
  }

  /** Show another model in place of this one. */
  async load(what: ModelSource): Promise<void> {
    this.#opening?.abort();
    const opening = new AbortController();
    this.#opening = opening;
    this.#say('');
    try {
      const opened = await this.#open(what, opening.signal);
      if (opening.signal.aborted) opened.player.dispose();
      else this.#show(opened);
    } catch (error) {
      if (opening.signal.aborted) return;
      this.#fail(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  play(): void {
    this.#running('play').play(true);
  }

  pause(): void {
    this.#running('pause').play(false);
  }

  /** Pause, and go a number of steps forward, or back if it is negative. */
  async step(count = 1): Promise<void> {
    const run = this.#running('step');
    expectInteger('viewer.step: count', count, -MAX_STEPS, MAX_STEPS);
    for (let k = 0; k < Math.abs(count); k++) count > 0 ? run.stepForward() : run.stepBack();
    await run.settled();
  }

  /** Back to the start, or to a keyframe. */
  async reset(key?: number): Promise<void> {
    const run = this.#running('reset');
    run.reset(key);
    await run.settled();
  }

  /** Pause at a moment: in the past as far as it is known, else by running to it. */
  async seek(time: number): Promise<void> {
    const run = this.#running('seek');
    expectFinite('viewer.seek: time', time);
    run.play(false);
    await run.settled();
    const { history, m } = run;
    const index = Math.round((time - history.from) / m.opt.timestep);
    if (index >= 0 && index < history.length) run.scrub(index);
    else {
      if (index < 0) run.reset();
      run.runTo(time);
    }
    await run.settled();
  }

  setSpeed(speed: number): void {
    if (!(speed > 0)) throw new RangeError(`viewer.setSpeed: expected a positive number, found ${speed}`);
    this.#running('setSpeed').setSpeed(speed);
  }

  /** Change the state: `viewer.set('ctrl', 0, [1])`. */
  set(field: string, index: number, values: readonly number[]): void {
    this.#running('set').set(field, index, values);
  }

  /** Let a policy control the model, from its start on; without one the controls are yours again. It runs where the
   *  engine runs. */
  async setPolicy(policy?: PolicySource): Promise<void> {
    const run = this.#running('setPolicy');
    await run.setPolicy(policy && { ...policy, runtime: new URL(policy.runtime, document.baseURI).href });
    if (policy) run.reset();
  }

  /** Look through a camera of the model, or from where a free camera stands. */
  camera(view: string | number | CameraView): void {
    const { m, d } = this.#running('camera');
    aim(this.stage.view, m, d, view);
  }

  /** The picture as a file. */
  screenshot(type = 'image/png'): Promise<Blob> {
    this.#running('screenshot');
    this.stage.draw();
    return pictureOf(this.stage.view.canvas, type);
  }

  /** Begin a video; `stop` of what is returned gives the file. */
  record(): Recording {
    const recording = startRecording(this.stage.view.canvas);
    if (!recording) throw new Error('viewer.record: this browser cannot record a video');
    return recording;
  }

  /** Take the viewer out of the page. */
  dispose(): void {
    this.#opening?.abort();
    this.stage.run?.dispose();
    this.stage.dispose();
    this.element.remove();
  }

  async #open(what: ModelSource, signal: AbortSignal): Promise<Opened | Shown> {
    const source = sourceOf(what);
    if (source) return Player.open(source, { signal, thread: this.#options.worker !== false });
    return { player: new LocalRun(what.model!, what.data, what.control), title: '', warnings: [] };
  }

  #show({ player, title, warnings }: Opened | Shown): void {
    const { autoplay = true, speed, key, camera } = this.#options;
    this.stage.run?.dispose();
    this.#diverged = undefined;
    this.stage.show(player);
    if (speed !== undefined) player.setSpeed(speed);
    if (key !== undefined) player.reset(key);
    player.play(autoplay);
    if (camera !== undefined) this.camera(camera);
    this.#events.emit('load', { model: player.m, data: player.d, title, warnings });
  }

  #running(caller: string): Run {
    const { run } = this.stage;
    if (!run) throw new Error(`viewer.${caller}: no model is loaded yet: await viewer.ready`);
    return run;
  }

  #setFlags(): void {
    for (const [name, on] of Object.entries(this.#options.show ?? {})) {
      const flag = allFlags.find(({ id }) => id === name);
      if (!flag)
        throw new TypeError(`viewer: show: there is no '${name}', only ${allFlags.map(({ id }) => id).join(', ')}`);
      this.stage.settings.flags[flag.id] = on;
    }
  }

  /** A run that blows up stops; that is said once. */
  #watch(): void {
    const text = this.stage.run?.divergence?.text;
    if (text === this.#diverged) return;
    this.#diverged = text;
    if (text !== undefined) this.#fail(new Error(text));
    else this.#say('');
  }

  #fail(error: Error): void {
    this.#say(error.message);
    this.#events.emit('error', error);
  }

  #say(text: string): void {
    this.#message.textContent = text;
    this.#message.hidden = text === '';
  }
}

/** A viewer in an element of the page, which it fills.
 *
 *  @example
 *  const viewer = createViewer(document.querySelector('#robot'), { src: 'robot.xml', camera: 'side' });
 *  viewer.on('step', ({ time }) => console.log(time));
 *  await viewer.ready;
 *  viewer.pause(); */
export function createViewer(element: HTMLElement, options: ViewerOptions = {}): Viewer {
  if (!(element instanceof HTMLElement)) throw new TypeError(`createViewer: expected an element, found ${element}`);
  return new Viewer(element, options);
}

interface Shown {
  player: Run;
  title: string;
  warnings: Opened['warnings'];
}

function hasModel({ src, xml, files, model }: ViewerOptions): boolean {
  return (src ?? xml ?? files ?? model) !== undefined;
}

/** The elements of a viewer, out of reach of the style sheets of the page. */
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
  const place = make('div', 'place');
  const canvas = make('canvas', 'canvas');
  canvas.tabIndex = 0;
  canvas.setAttribute('aria-label', 'Simulation');
  const labels = make('div', 'labels');
  const message = make('div', 'message');
  message.setAttribute('role', 'status');
  message.hidden = true;
  place.append(canvas, labels, message);
  frame.append(place);
  root.append(style, frame);
  parent.append(host);
  return { host, place, canvas, labels, message };
}
