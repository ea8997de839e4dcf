/** The page: loads models, runs the loop, and does what buttons and keys ask for. */

import { filesOfDrop, filesOfInput } from './load/drop.ts';
import { type Link, readLink, writeLink } from './load/link.ts';
import { LoadFailure, loadSource, mainFile, type Source } from './load/source.ts';
import { type FlagId, type frameKinds, type GroupKind, type labelKinds, ViewSettings } from './scene/settings.ts';
import { View } from './scene/view.ts';
import { Session } from './session.ts';
import type { Simulation } from './sim/simulation.ts';
import { divergedView } from './ui/divergedView.ts';
import { byId, h } from './ui/dom.ts';
import { errorView } from './ui/errorView.ts';
import { galleryView, listExamples } from './ui/gallery.ts';
import { helpView } from './ui/help.ts';
import { Overlay } from './ui/overlay.ts';
import { Pointer } from './ui/pointer.ts';
import { Recorder, savePicture } from './ui/recorder.ts';
import { TopBar } from './ui/topbar.ts';
import { speeds, Transport } from './ui/transport.ts';

/** Panels show numbers that one can read, so they need not change at every frame. */
const PANEL_MS = 100;

export class App {
  readonly view: View;
  readonly overlay = new Overlay(byId('overlay'));
  settings = new ViewSettings();
  readonly #top: TopBar;
  readonly #transport: Transport;
  readonly #recorder = new Recorder();
  #session: Session | undefined;
  /** What was asked for last, whether it could be loaded or not. */
  #wanted: Source | undefined;
  #pulling = false;
  #last = 0;
  #lastPanels = 0;
  #drawMs = 0;
  #toastTimer = 0;
  #linkTimer = 0;
  #shownDivergence: unknown;

  constructor() {
    this.view = new View(byId<HTMLCanvasElement>('canvas'), byId('labels'));
    this.#top = new TopBar({
      gallery: () => this.showGallery(),
      open: () => this.choose(false),
      reload: () => this.reload(),
      share: () => this.share(),
      screenshot: () => this.screenshot(),
      record: () => this.record(),
      pull: () => this.togglePulling(),
      left: () => this.toggleSide('left'),
      right: () => this.toggleSide('right'),
      help: () => this.showHelp(),
    });
    this.#transport = new Transport({
      toggle: () => this.toggle(),
      back: () => this.stepBack(),
      forward: () => this.stepForward(),
      reset: () => this.reset(),
      setSpeed: (speed) => this.setSpeed(speed),
      setKey: (key) => this.reset(key),
      scrub: (index) => this.sim?.scrub(index),
    });
    byId('top').replaceChildren(this.#top.element);
    byId('bottom').replaceChildren(this.#transport.element);
    new Pointer({ view: this.view, sim: () => this.sim, pulling: () => this.#pulling, selected: () => {} });
    this.#watchSize();
    this.#watchDrops();
    this.#watchTheme();
    requestAnimationFrame((now) => this.#frame(now));
  }

  get session(): Session | undefined {
    return this.#session;
  }

  get sim(): Simulation | undefined {
    return this.#session?.sim;
  }

  /** Milliseconds that drawing takes of a frame. */
  get drawMs(): number {
    return this.#drawMs;
  }

  /** Go where the address says: an example, a model of the server, or the gallery. */
  async follow(link: Link): Promise<void> {
    document.body.classList.toggle('bare', link.ui === '0');
    if (link.example) await this.open({ kind: 'example', name: link.example }, link);
    else if (link.model) await this.open({ kind: 'address', url: link.model }, link);
    else await this.showGallery();
  }

  /** Load a model and show it; if that fails, show why. */
  async open(source: Source, link: Link = {}): Promise<boolean> {
    this.#wanted = source;
    try {
      const loaded = await loadSource(source);
      this.#session?.dispose();
      this.settings = new ViewSettings();
      this.settings.fromWords(link.show ?? []);
      const session = new Session(source, loaded, link, {
        view: this.view,
        settings: this.settings,
        changed: () => this.#changed(),
        say: (text) => this.say(text),
        drawMs: () => this.#drawMs,
      });
      this.#session = session;
      byId('left').replaceChildren(...session.left.map(({ element }) => element));
      byId('right').replaceChildren(...session.right.map(({ element }) => element));
      this.#top.setTitle(session.title);
      this.#transport.setModel(session.sim);
      document.body.dataset['model'] = source.kind === 'example' ? source.name : 'own';
      this.overlay.close();
      if (loaded.warnings.length > 0) this.say(loaded.warnings.map(({ message }) => message).join('\n'));
      this.#changed();
      return true;
    } catch (error) {
      if (!(error instanceof LoadFailure)) throw error;
      const back = () => (this.#session ? this.overlay.close() : void this.showGallery());
      this.overlay.show('error', 'The model cannot be loaded', errorView(error, back), this.#session !== undefined);
      return false;
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
    const view = galleryView(examples, open, (folder) => this.choose(folder));
    this.overlay.show('gallery', 'Examples', view, this.#session !== undefined);
  }

  showHelp(): void {
    if (this.overlay.kind === 'help') this.overlay.close();
    else
      this.overlay.show(
        'help',
        'Keys and mouse',
        helpView(() => this.overlay.close()),
      );
  }

  /** Ask for files, or for a folder. */
  choose(folder: boolean): void {
    const input = h('input', { type: 'file', multiple: true, webkitdirectory: folder });
    input.addEventListener('change', async () => {
      if (input.files) await this.openFiles(await filesOfInput(input.files));
    });
    input.click();
  }

  async openFiles(files: Map<string, Uint8Array>): Promise<void> {
    const main = mainFile(files);
    if (main === undefined) this.say('There is no MJCF file (.xml) among these files.');
    else await this.open({ kind: 'files', files, main });
  }

  toggle(): void {
    if (this.sim && !this.sim.divergence) this.sim.playing = !this.sim.playing;
  }

  stepForward(): void {
    this.sim?.stepForward();
  }

  stepBack(): void {
    this.sim?.stepBack();
  }

  reset(key?: number): void {
    if (!this.sim) return;
    if (key !== undefined) this.sim.startKey = key;
    this.sim.reset();
    this.#changed();
  }

  setSpeed(speed: number): void {
    if (this.sim) this.sim.speed = speed;
    this.#changed();
  }

  changeSpeed(by: 1 | -1): void {
    const now = speeds.findIndex((s) => s >= (this.sim?.speed ?? 1));
    this.setSpeed(speeds[Math.max(0, Math.min(speeds.length - 1, now + by))]!);
  }

  freeCamera(): void {
    this.view.rig?.free();
    this.#changed();
  }

  alignCamera(): void {
    this.view.rig?.free();
    this.view.rig?.align();
    this.#changed();
  }

  cycleCamera(by: 1 | -1): void {
    this.view.rig?.cycle(by);
    this.say(this.view.rig?.name() ?? '');
    this.#changed();
  }

  selectParent(): void {
    const sim = this.sim;
    const parent = sim && sim.hand.body > 0 ? sim.m.body_parentid[sim.hand.body]! : 0;
    if (parent > 0) sim?.hand.select(parent);
  }

  toggleFlag(id: FlagId): void {
    this.settings.flags[id] = !this.settings.flags[id];
    this.#changed();
  }

  toggleGroup(kind: GroupKind, group: number): void {
    this.settings.groups[kind][group] = !this.settings.groups[kind][group];
    this.#changed();
  }

  cycleFrames(kinds: typeof frameKinds): void {
    this.settings.frame = kinds[(kinds.indexOf(this.settings.frame) + 1) % kinds.length]!;
    this.say(`Frames: ${this.settings.frame}`);
    this.#changed();
  }

  cycleLabels(kinds: typeof labelKinds): void {
    this.settings.label = kinds[(kinds.indexOf(this.settings.label) + 1) % kinds.length]!;
    this.say(`Labels: ${this.settings.label}`);
    this.#changed();
  }

  /** Fold or unfold a part of a side bar, and bring it into view. */
  togglePanel(id: string): void {
    const panel = document.getElementById(`section-${id}`);
    if (!(panel instanceof HTMLDetailsElement)) return;
    panel.open = !panel.open;
    if (!panel.open) return;
    document.body.classList.remove('no-right');
    document.body.classList.add('show-right');
    panel.scrollIntoView({ block: 'nearest' });
  }

  /** On a wide page a side bar is folded, on a phone it is brought up. */
  toggleSide(side: 'left' | 'right'): void {
    const { classList } = document.body;
    if (matchMedia('(max-width: 760px)').matches) {
      classList.remove(side === 'left' ? 'show-right' : 'show-left');
      classList.toggle(`show-${side}`);
    } else classList.toggle(`no-${side}`);
  }

  togglePulling(): void {
    this.#pulling = !this.#pulling;
    this.#top.setPulling(this.#pulling);
    if (this.#pulling) this.say('Drag a body to pull it.');
  }

  fullscreen(): void {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void document.documentElement.requestFullscreen();
  }

  screenshot(): void {
    if (this.#session) void savePicture(this.view.canvas, this.#session.title);
  }

  record(): void {
    if (this.#recorder.active) this.#recorder.stop();
    else if (this.#session && !this.#recorder.start(this.view.canvas, this.#session.title))
      this.say('This browser cannot record a video.');
    this.#top.setRecording(this.#recorder.active);
  }

  share(): void {
    if (!this.#session) return;
    const own = this.#session.source.kind === 'files';
    const url = location.origin + location.pathname + writeLink(this.#session.link());
    history.replaceState(null, '', url);
    const said = own ? 'The link has the view, but files you dropped stay with you.' : 'The link is copied.';
    void navigator.clipboard?.writeText(url).then(
      () => this.say(said),
      () => this.say(url),
    );
  }

  copyState(): void {
    if (!this.#session) return;
    void navigator.clipboard
      ?.writeText(this.#session.keyframe())
      .then(() => this.say('The state is copied as a keyframe.'));
  }

  /** Say something in passing. */
  say(text: string): void {
    const toast = byId('toast');
    toast.textContent = text;
    toast.hidden = text === '';
    clearTimeout(this.#toastTimer);
    this.#toastTimer = window.setTimeout(() => {
      toast.hidden = true;
    }, 4000);
  }

  #frame(now: number): void {
    requestAnimationFrame((next) => this.#frame(next));
    const seconds = (now - this.#last) / 1000;
    this.#last = now;
    const session = this.#session;
    if (!session || this.overlay.kind === 'gallery' || document.hidden) return;
    session.sim.advance(seconds);
    session.sample();
    const from = performance.now();
    this.view.draw(session.sim.d, this.settings, session.sim.hand);
    this.#drawMs += 0.1 * (performance.now() - from - this.#drawMs);
    if (now - this.#lastPanels > PANEL_MS) {
      this.#lastPanels = now;
      this.#transport.update(session.sim);
      session.update();
    }
    this.#showDivergence(session.sim);
  }

  #showDivergence(sim: Simulation): void {
    if (sim.divergence === this.#shownDivergence) return;
    this.#shownDivergence = sim.divergence;
    const host = byId('notice');
    host.hidden = sim.divergence === undefined;
    const { divergence } = sim;
    host.replaceChildren(
      ...(divergence
        ? [
            divergedView(
              divergence,
              () => sim.recover(),
              () => this.reset(),
            ),
          ]
        : []),
    );
  }

  /** Keep the address in step with what is shown, but not at every move. */
  #changed(): void {
    clearTimeout(this.#linkTimer);
    this.#linkTimer = window.setTimeout(() => {
      const session = this.#session;
      if (!session || session.source.kind === 'files' || document.body.classList.contains('bare')) return;
      // where the free camera stands is only kept in a link that is shared
      const { view: _, ...link } = session.link();
      history.replaceState(null, '', writeLink(link));
    }, 300);
  }

  #watchSize(): void {
    const host = byId('stage');
    const resize = () =>
      this.view.resize(Math.max(1, host.clientWidth), Math.max(1, host.clientHeight), Math.min(2, devicePixelRatio));
    new ResizeObserver(resize).observe(host);
    resize();
  }

  #watchTheme(): void {
    const query = matchMedia('(prefers-color-scheme: dark)');
    const set = () => {
      this.view.dark = query.matches;
    };
    query.addEventListener('change', set);
    set();
  }

  #watchDrops(): void {
    const { classList } = document.body;
    addEventListener('dragover', (event) => {
      event.preventDefault();
      classList.add('dropping');
    });
    addEventListener('dragleave', (event) => {
      if (event.relatedTarget === null) classList.remove('dropping');
    });
    addEventListener('drop', (event) => {
      event.preventDefault();
      classList.remove('dropping');
      if (event.dataTransfer) void filesOfDrop(event.dataTransfer).then((files) => this.openFiles(files));
    });
  }
}

/** What the address of the page asks for. */
export function currentLink(): Link {
  return readLink(location.hash);
}
