/** The page: opens models, runs the loop, and knows who does what buttons and keys ask for. */

import { flattenMjcf, type Model } from '../../src/index.ts';
import type { NamedArrays } from '../../src/record.ts';
import { ViewSettings } from '../../src/view/scene/settings.ts';
import type { View } from '../../src/view/scene/view.ts';
import { isProgram } from '../../src/view/viewer/load/program.ts';
import { LoadFailure, mainFile, pathOf, type Source, withAliases } from '../../src/view/viewer/load/source.ts';
import type { PolicySource } from '../../src/view/viewer/run/policy.ts';
import { type Opened, Player } from '../../src/view/viewer/sim/remote/player.ts';
import { Stage } from '../../src/view/viewer/stage.ts';
import { LookActions } from './actions/look.ts';
import { OutputActions } from './actions/output.ts';
import { RunActions } from './actions/run.ts';
import { modelAddress } from './load/address.ts';
import { filesOfInput } from './load/drop.ts';
import { type AppSource, type Example, findExample, listExamples, plainSource, threadsWanted } from './load/example.ts';
import { type Link, linkProblems, readLink, writeLink } from './load/link.ts';
import { policyAmong } from './load/policy.ts';
import { recordingAmong } from './load/recording.ts';
import { Session, startRun } from './session.ts';
import { divergedView } from './ui/divergedView.ts';
import { byId, h } from './ui/dom.ts';
import { errorView } from './ui/errorView.ts';
import { galleryView } from './ui/gallery.ts';
import { helpView } from './ui/help.ts';
import { loadingView } from './ui/loadingView.ts';
import { Overlay } from './ui/overlay.ts';
import { Toast } from './ui/toast.ts';
import { TopBar } from './ui/topbar.ts';
import { Transport } from './ui/transport.ts';
import { watchDrops } from './ui/watch.ts';

/** Panels show numbers that one can read, so they need not change at every frame. */
const PANEL_MS = 100;
/** A load that takes longer is shown. */
const PATIENCE_MS = 200;

export class App {
  readonly stage: Stage;
  readonly overlay = new Overlay(byId('overlay'));
  readonly run = new RunActions(this);
  readonly look = new LookActions(this);
  readonly output = new OutputActions(this);
  readonly #toast = new Toast();
  readonly #top: TopBar;
  readonly #transport: Transport;
  #session: Session | undefined;
  /** What was asked for last, whether it could be loaded or not. */
  #wanted: AppSource | undefined;
  #opening: AbortController | undefined;
  #lastPanels = 0;
  #linkTimer = 0;
  #shownDivergence: unknown;

  constructor() {
    const { run, look, output } = this;
    const canvas = byId<HTMLCanvasElement>('canvas');
    this.stage = new Stage({ canvas, labels: byId('labels'), place: byId('stage') });
    this.#top = new TopBar({
      gallery: () => this.showGallery(),
      open: () => this.choose(false),
      reload: () => this.reload(),
      share: () => output.share(),
      screenshot: () => output.screenshot(),
      record: () => this.#top.setRecording(output.record()),
      pull: () => this.togglePulling(),
      left: () => look.toggleSide('left'),
      right: () => look.toggleSide('right'),
      help: () => this.showHelp(),
    });
    this.#transport = new Transport({
      toggle: () => run.toggle(),
      back: () => run.stepBack(),
      forward: () => run.stepForward(),
      reset: () => run.reset(),
      setSpeed: (speed) => run.setSpeed(speed),
      setKey: (key) => run.reset(key),
      scrub: (index) => run.scrub(index),
    });
    byId('top').replaceChildren(this.#top.element);
    byId('bottom').replaceChildren(this.#transport.element);
    this.overlay.changed = () => {
      this.stage.suspended = this.overlay.kind === 'gallery';
    };
    watchDrops(
      (files) => void this.openFiles(files),
      (error) => this.say(error.message),
    );
    this.stage.on('frame', () => this.#frame());
  }

  get view(): View<HTMLCanvasElement> {
    return this.stage.view;
  }

  get settings(): ViewSettings {
    return this.stage.settings;
  }

  get session(): Session | undefined {
    return this.#session;
  }

  get sim(): Player | undefined {
    return this.#session?.sim;
  }

  /** What the address of the page asks for. */
  link(): Link {
    return readLink(location.hash);
  }

  /** Go where a link says: an example, a model of the server, or the gallery. */
  async follow(link: Link): Promise<void> {
    document.body.classList.toggle('bare', link.ui === '0');
    const problems = linkProblems(location.hash);
    if (link.example) await this.open({ kind: 'example', name: link.example }, link);
    // programs of other people do not run because somebody has followed a link
    else if (link.model && !isProgram(link.model)) await this.open({ kind: 'address', url: link.model }, link);
    else await this.showGallery();
    if (problems.length > 0) this.say(problems.join('\n'));
  }

  /** Load a model from an address that somebody has given: a file, or a folder on GitHub. */
  async openAddress(text: string): Promise<void> {
    try {
      const url = await modelAddress(text);
      if (isProgram(url)) this.say('Programs are run only from the gallery.');
      else await this.open({ kind: 'address', url });
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
    }
  }

  /** Load a model and show it; if that fails, show why. True if it is shown. */
  async open(source: AppSource, link: Link = {}): Promise<boolean> {
    this.#wanted = source;
    this.#opening?.abort();
    const opening = new AbortController();
    this.#opening = opening;
    const cancel = () => {
      opening.abort();
      this.#back();
    };
    const example = source.kind === 'example' ? await findExample(source.name) : undefined;
    const plain = await plainSource(source);
    const name = pathOf(plain).replace(/^.*\//, '');
    const progress = loadingView(name, cancel);
    const slow = setTimeout(() => {
      this.overlay.show('loading', `Loading ${name}`, progress.element, false);
    }, PATIENCE_MS);
    try {
      const { signal } = opening;
      const opened = await Player.open(plain, { signal, thread: threadsWanted(), loading: (at) => progress.show(at) });
      const initial = await startRun(opened.player, link);
      if (opening.signal.aborted) opened.player.dispose();
      else this.#show(source, opened, link, initial, example, plain);
      return !opening.signal.aborted;
    } catch (error) {
      if (opening.signal.aborted) return false;
      const view = errorView(failureOf(error, name), () => this.#back());
      this.overlay.show('error', 'The model cannot be loaded', view, this.#session !== undefined);
      return false;
    } finally {
      clearTimeout(slow);
    }
  }

  /** Load the same model again, keeping the view and its settings. */
  async reload(): Promise<void> {
    if (!this.#wanted) return;
    const link: Link = this.#session ? { ...this.#session.link(), paused: !this.#session.sim.playing } : {};
    await this.open(this.#wanted, link);
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

  /** Ask for files, or for a folder. */
  choose(folder: boolean): void {
    const input = h('input', { type: 'file', multiple: true, webkitdirectory: folder });
    input.addEventListener('change', async () => {
      if (!input.files) return;
      await filesOfInput(input.files).then(
        (files) => this.openFiles(files),
        (error: Error) => this.say(error.message),
      );
    });
    input.click();
  }

  async openFiles(files: Map<string, Uint8Array>): Promise<void> {
    const main = mainFile(files);
    try {
      const policy = policyAmong(files);
      const recorded = await recordingAmong(files);
      if (main !== undefined && !(await this.open({ kind: 'files', files, main }))) return;
      if (policy) await this.#fly(policy);
      else if (recorded) this.#replay(recorded.name, recorded.recording);
      else if (main === undefined) this.say('There is no MJCF (.xml) or URDF file among these files.');
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
    }
  }

  /** The run of the model that is shown, which a file is for. */
  #runFor(name: string): Player {
    if (this.sim) return this.sim;
    throw new Error(`${name}: open a model first, or drop it together with this file.`);
  }

  #replay(name: string, recording: NamedArrays): void {
    const sim = this.#runFor(name);
    sim.replay(recording);
    sim.play(true);
    this.say(`${name} is played. Reset goes back to the simulation.`);
  }

  /** Let a policy control the model that is shown. */
  async #fly({ name, ...policy }: PolicySource & { name: string }): Promise<void> {
    const sim = this.#runFor(name);
    await sim.setPolicy(policy);
    sim.reset();
    sim.play(true);
    this.say(`${name} is at the controls.`);
  }

  togglePulling(): void {
    const { stage } = this;
    stage.pulling = !stage.pulling;
    this.#top.setPulling(stage.pulling);
    if (stage.pulling) this.say('Drag a body to pull it.');
  }

  /** Say something in passing. */
  say(text: string): void {
    this.#toast.say(text);
  }

  /** Keep the address in step with what is shown, but not at every move. */
  changed(): void {
    clearTimeout(this.#linkTimer);
    this.#linkTimer = window.setTimeout(() => {
      const session = this.#session;
      if (!session || session.source.kind === 'files' || document.body.classList.contains('bare')) return;
      // where the free camera stands is only kept in a link that is shared
      const { view: _, ...link } = session.link();
      history.replaceState(null, '', writeLink(link));
    }, 300);
  }

  #show(
    source: AppSource,
    opened: Opened,
    link: Link,
    initialOptions: Record<string, number>,
    example: Example | undefined,
    plain: Source,
  ): void {
    this.#session?.dispose();
    this.stage.settings = new ViewSettings();
    this.settings.fromWords(link.show ?? example?.show ?? []);
    opened.player.onBroken = (message) => this.say(`The engine has failed: ${message}`);
    this.stage.show(opened.player);
    const session = new Session(source, opened, link, initialOptions, {
      view: this.view,
      settings: this.settings,
      changed: () => this.changed(),
      say: (text) => this.say(text),
      drawMs: () => this.stage.drawMs,
      program: example?.source,
      xml: textOf(plain, opened.player.m),
    });
    this.#session = session;
    byId('left').replaceChildren(...session.left.map(({ element }) => element));
    byId('right').replaceChildren(...session.right.map(({ element }) => element));
    this.#top.setTitle(session.title);
    this.#transport.setModel(session.sim);
    document.body.dataset['model'] = source.kind === 'example' ? source.name : 'own';
    this.overlay.close();
    if (opened.warnings.length > 0) this.say(opened.warnings.map(({ message }) => message).join('\n'));
    this.changed();
  }

  /** From something that did not load to what was there before. */
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

  #showDivergence(sim: Player): void {
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
        () => this.run.reset(),
      );
    host.replaceChildren(...(view ? [view] : []));
  }
}

/** The model of a source as one text, with what it includes and what was set on the page; a program has none. */
function textOf(source: Source, settings: Model): (() => Promise<string>) | undefined {
  const path = pathOf(source);
  if (isProgram(path)) return undefined;
  const files = source.kind === 'files' ? { files: withAliases(source.files) } : {};
  return () => flattenMjcf(path, { ...files, settings });
}

/** Whatever went wrong, as something that can be shown. */
function failureOf(error: unknown, file: string): LoadFailure {
  if (error instanceof LoadFailure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new LoadFailure([{ file, line: 0, column: 0, tag: '', attribute: '', message }], new Map());
}
