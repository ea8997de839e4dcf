/** The page: opens models, runs the loop, and dispatches the actions of buttons and keys. */

import { flattenMjcf, type Model } from '../../src/index.ts';
import type { NamedArrays } from '../../src/record.ts';
import type { SceneRenderer } from '../../src/view/scene/sceneRenderer.ts';
import { ViewSettings } from '../../src/view/scene/settings.ts';
import type { PolicySource } from '../../src/view/viewer/run/policy.ts';
import { type OpenResult, RemoteSimulation } from '../../src/view/viewer/sim/remote/remoteSimulation.ts';
import { isProgram } from '../../src/view/viewer/source/program.ts';
import { LoadFailure, mainFile, type Source, sourcePath, withAliases } from '../../src/view/viewer/source/source.ts';
import { ViewerLoop } from '../../src/view/viewer/viewerLoop.ts';
import { DisplayActions } from './actions/display.ts';
import { OutputActions } from './actions/output.ts';
import { PlaybackActions } from './actions/playback.ts';
import { modelAddress } from './inputs/address.ts';
import { filesOfInput } from './inputs/drop.ts';
import {
  type AppSource,
  type Example,
  findExample,
  listExamples,
  plainSource,
  threadsEnabled,
} from './inputs/example.ts';
import { exampleProblem, type Link, linkProblems, modelProblems, readLink, writeLink } from './inputs/link.ts';
import { policyAmong } from './inputs/policy.ts';
import { recordingAmong } from './inputs/recording.ts';
import { applyLink, ModelSession } from './modelSession.ts';
import { linkedOptions } from './panels/model/physics.ts';
import { divergedView } from './ui/divergedView.ts';
import { byId, h } from './ui/dom.ts';
import { errorView } from './ui/errorView.ts';
import { galleryView } from './ui/gallery.ts';
import { helpView } from './ui/help.ts';
import { loadingView } from './ui/loadingView.ts';
import { Overlay } from './ui/overlay.ts';
import { SidePanels } from './ui/sidePanels.ts';
import { Toast } from './ui/toast.ts';
import { TopBar } from './ui/topbar.ts';
import { Transport } from './ui/transport.ts';
import { watchDrops } from './ui/watch.ts';

/** Update interval of panels, slow enough to read. */
const PANEL_MS = 100;
/** A load that takes longer shows its progress. */
const PATIENCE_MS = 200;

export class App {
  readonly loop: ViewerLoop;
  readonly overlay = new Overlay(byId('overlay'));
  readonly playback = new PlaybackActions(this);
  readonly display = new DisplayActions(this);
  readonly output = new OutputActions(this);
  readonly sides: SidePanels;
  readonly #toast = new Toast();
  readonly #top: TopBar;
  readonly #transport: Transport;
  #session: ModelSession | undefined;
  /** The last requested source, whether it could be loaded or not. */
  #requestedSource: AppSource | undefined;
  #opening: AbortController | undefined;
  #lastPanels = 0;
  #linkTimer = 0;
  #shownDivergence: unknown;

  constructor() {
    const { playback, output } = this;
    const canvas = byId<HTMLCanvasElement>('canvas');
    this.loop = new ViewerLoop({ canvas, labels: byId('labels'), container: byId('stage') });
    this.#top = new TopBar({
      gallery: () => this.showGallery(),
      open: () => this.choose(false),
      reload: () => this.reload(),
      share: () => output.share(),
      screenshot: () => output.screenshot(),
      record: () => this.#top.setRecording(output.record()),
      toggleDragMode: () => this.toggleDragMode(),
      left: () => this.sides.toggle('left'),
      right: () => this.sides.toggle('right'),
      help: () => this.showHelp(),
    });
    this.#transport = new Transport({
      toggle: () => playback.toggle(),
      back: () => playback.stepBack(),
      forward: () => playback.stepForward(),
      reset: () => playback.reset(),
      setSpeed: (speed) => playback.setSpeed(speed),
      setKey: (key) => playback.reset(key),
      scrub: (index) => playback.scrub(index),
    });
    byId('top').replaceChildren(this.#top.element);
    byId('bottom').replaceChildren(this.#transport.element);
    this.sides = new SidePanels(byId('stage'));
    this.overlay.onChange = () => {
      this.loop.suspended = this.overlay.kind === 'gallery';
    };
    watchDrops(
      (files) => void this.openFiles(files),
      (error) => this.showMessage(error.message),
    );
    this.loop.on('frame', () => this.#frame());
  }

  get sceneRenderer(): SceneRenderer<HTMLCanvasElement> {
    return this.loop.sceneRenderer;
  }

  get settings(): ViewSettings {
    return this.loop.settings;
  }

  get session(): ModelSession | undefined {
    return this.#session;
  }

  get sim(): RemoteSimulation | undefined {
    return this.#session?.sim;
  }

  /** The link in the URL of the page. */
  link(): Link {
    return readLink(location.hash);
  }

  /** Follow a link: an example, a model of the server, or the gallery. */
  async follow(link: Link): Promise<void> {
    document.body.classList.toggle('bare', link.ui === '0');
    const problems = linkProblems(location.hash);
    const unknown =
      link.example &&
      exampleProblem(
        link.example,
        (await listExamples()).map(({ name }) => name),
      );
    if (unknown) problems.push(unknown);
    if (link.example && !unknown) await this.open({ kind: 'example', name: link.example }, link);
    // following a link must not run other people's programs
    else if (link.model && !isProgram(link.model)) await this.open({ kind: 'address', url: link.model }, link);
    else await this.showGallery();
    const { sim } = this;
    if (sim && this.overlay.kind === '') problems.push(...modelProblems(link, sim.m, sim.d, linkedOptions));
    if (problems.length > 0) this.showMessage(problems.join('\n'));
  }

  /** Load a model from a URL entered by the user: a file, or a folder on GitHub. */
  async openAddress(text: string): Promise<void> {
    try {
      const url = await modelAddress(text);
      if (isProgram(url)) this.showMessage('Programs run only from the gallery.');
      else await this.open({ kind: 'address', url });
    } catch (error) {
      this.showMessage(error instanceof Error ? error.message : String(error));
    }
  }

  /** Load a model and show it; on failure, show the errors. Returns whether it is shown. */
  async open(source: AppSource, link: Link = {}): Promise<boolean> {
    this.#requestedSource = source;
    this.#opening?.abort();
    const opening = new AbortController();
    this.#opening = opening;
    const cancel = () => {
      opening.abort();
      this.#back();
    };
    const example = source.kind === 'example' ? await findExample(source.name) : undefined;
    const plain = await plainSource(source);
    const name = sourcePath(plain).replace(/^.*\//, '');
    const progress = loadingView(name, cancel);
    const slow = setTimeout(() => {
      this.overlay.show('loading', `Loading ${name}`, progress.element, false);
    }, PATIENCE_MS);
    try {
      const { signal } = opening;
      const result = await RemoteSimulation.open(plain, {
        signal,
        thread: threadsEnabled(),
        loading: (at) => progress.show(at),
      });
      const initial = await applyLink(result.simulation, link);
      if (opening.signal.aborted) result.simulation.dispose();
      else this.#show(source, result, link, initial, example, plain);
      return !opening.signal.aborted;
    } catch (error) {
      if (opening.signal.aborted) return false;
      const view = errorView(toLoadFailure(error, name), () => this.#back());
      this.overlay.show('error', 'The model cannot be loaded', view, this.#session !== undefined);
      return false;
    } finally {
      clearTimeout(slow);
    }
  }

  /** Reload the model, keeping the view and its settings. */
  async reload(): Promise<void> {
    if (!this.#requestedSource) return;
    const link: Link = this.#session ? { ...this.#session.link(), paused: !this.#session.sim.playing } : {};
    await this.open(this.#requestedSource, link);
  }

  async showGallery(): Promise<void> {
    const examples = await listExamples();
    const open = (name: string) => void this.open({ kind: 'example', name });
    const view = galleryView(
      examples,
      open,
      (folder) => this.choose(folder),
      (text) => void this.openAddress(text),
    );
    this.overlay.show('gallery', 'Examples', view, this.#session !== undefined);
  }

  showHelp(): void {
    const close = () => this.overlay.close();
    if (this.overlay.kind === 'help') close();
    else this.overlay.show('help', 'Keys and mouse', helpView(close));
  }

  /** Open a file or folder dialog. */
  choose(folder: boolean): void {
    const input = h('input', { type: 'file', multiple: true, webkitdirectory: folder });
    input.addEventListener('change', async () => {
      if (!input.files) return;
      await filesOfInput(input.files).then(
        (files) => this.openFiles(files),
        (error: Error) => this.showMessage(error.message),
      );
    });
    input.click();
  }

  async openFiles(files: Map<string, Uint8Array>): Promise<void> {
    const main = mainFile(files);
    try {
      const policy = policyAmong(files);
      const replay = await recordingAmong(files);
      if (main !== undefined && !(await this.open({ kind: 'files', files, main }))) return;
      if (policy) await this.#runPolicy(policy);
      else if (replay) this.#replay(replay.name, replay.recording);
      else if (main === undefined) this.showMessage('No MJCF (.xml) or URDF file among these files.');
    } catch (error) {
      this.showMessage(error instanceof Error ? error.message : String(error));
    }
  }

  /** The run of the current model, for a dropped file. */
  #simulationFor(name: string): RemoteSimulation {
    if (this.sim) return this.sim;
    throw new Error(`${name}: open a model first, or drop it together with this file.`);
  }

  #replay(name: string, recording: NamedArrays): void {
    const sim = this.#simulationFor(name);
    sim.replay(recording);
    sim.play(true);
    this.showMessage(`Playing ${name}. Reset returns to the simulation.`);
  }

  /** Let a policy control the current model. */
  async #runPolicy({ name, ...policy }: PolicySource & { name: string }): Promise<void> {
    const sim = this.#simulationFor(name);
    await sim.setPolicy(policy);
    sim.reset();
    sim.play(true);
    this.showMessage(`${name} controls the model.`);
  }

  toggleDragMode(): void {
    const { loop } = this;
    loop.dragMode = !loop.dragMode;
    this.#top.setDragMode(loop.dragMode);
    if (loop.dragMode) this.showMessage('Drag a body to pull it.');
  }

  /** Show a brief message. */
  showMessage(text: string): void {
    this.#toast.show(text);
  }

  /** Update the URL, at a limited rate. */
  changed(): void {
    clearTimeout(this.#linkTimer);
    this.#linkTimer = window.setTimeout(() => {
      const session = this.#session;
      if (!session || session.source.kind === 'files' || document.body.classList.contains('bare')) return;
      // the pose of the free camera is only stored in shared links
      const { view: _, ...link } = session.link();
      history.replaceState(null, '', writeLink(link));
    }, 300);
  }

  #show(
    source: AppSource,
    result: OpenResult,
    link: Link,
    initialOptions: Record<string, number>,
    example: Example | undefined,
    plain: Source,
  ): void {
    this.#session?.dispose();
    this.loop.settings = new ViewSettings();
    this.settings.fromWords(link.show ?? example?.show ?? []);
    result.simulation.onBroken = (message) => this.showMessage(`The engine failed: ${message}`);
    this.loop.show(result.simulation);
    const session = new ModelSession(source, result, link, initialOptions, {
      sceneRenderer: this.sceneRenderer,
      settings: this.settings,
      changed: () => this.changed(),
      showMessage: (text) => this.showMessage(text),
      drawMs: () => this.loop.drawMs,
      program: example?.source,
      xml: xmlExporter(plain, result.simulation.m),
    });
    this.#session = session;
    const elements = (panels: typeof session.left) => panels.map(({ element }) => element);
    this.sides.show(elements(session.left), elements(session.right));
    this.sides.start(source.kind === 'example');
    this.#top.setTitle(session.title);
    this.#transport.setModel(session.sim);
    document.body.dataset['model'] = source.kind === 'example' ? source.name : 'own';
    this.overlay.close();
    if (result.warnings.length > 0) this.showMessage(result.warnings.map(({ message }) => message).join('\n'));
    this.changed();
  }

  /** Return from a failed load to the previous model. */
  #back(): void {
    if (this.#session) this.overlay.close();
    else void this.showGallery();
  }

  #frame(): void {
    const session = this.#session;
    if (!session) return;
    session.sample();
    const now = performance.now();
    if (now - this.#lastPanels > PANEL_MS) {
      this.#lastPanels = now;
      this.#transport.update(session.sim);
      session.update();
    }
    this.#showDivergence(session.sim);
  }

  #showDivergence(sim: RemoteSimulation): void {
    const { divergence } = sim;
    if (divergence?.text === this.#shownDivergence) return;
    this.#shownDivergence = divergence?.text;
    const host = byId('notice');
    host.hidden = divergence === undefined;
    const view =
      divergence &&
      divergedView(
        divergence,
        () => sim.recover(),
        () => this.playback.reset(),
      );
    host.replaceChildren(...(view ? [view] : []));
  }
}

/** The model as one MJCF string, with its includes and the settings of the page; a program has none. */
function xmlExporter(source: Source, settings: Model): (() => Promise<string>) | undefined {
  const path = sourcePath(source);
  if (isProgram(path)) return undefined;
  const files = source.kind === 'files' ? { files: withAliases(source.files) } : {};
  return () => flattenMjcf(path, { ...files, settings });
}

/** Any error, as a displayable load failure. */
function toLoadFailure(error: unknown, file: string): LoadFailure {
  if (error instanceof LoadFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new LoadFailure([{ file, line: 0, column: 0, tag: '', attribute: '', message }], new Map());
}
