/** Actions on the picture and the page: cameras, visual settings, panels. */

import type { FlagId, frameKinds, GroupKind, labelKinds } from '../../../src/view/scene/settings.ts';
import type { App } from '../app.ts';

export class DisplayActions {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  freeCamera(): void {
    this.#app.sceneRenderer.rig?.free();
    this.#app.changed();
  }

  alignCamera(): void {
    this.#app.sceneRenderer.rig?.free();
    this.#app.sceneRenderer.rig?.align();
    this.#app.changed();
  }

  cycleCamera(by: 1 | -1): void {
    const { rig } = this.#app.sceneRenderer;
    rig?.cycle(by);
    this.#app.showMessage(rig?.name() ?? '');
    this.#app.changed();
  }

  toggleFlag(id: FlagId): void {
    const { flags } = this.#app.settings;
    flags[id] = !flags[id];
    this.#app.changed();
  }

  toggleGroup(kind: GroupKind, group: number): void {
    const groups = this.#app.settings.groups[kind];
    groups[group] = !groups[group];
    this.#app.changed();
  }

  cycleFrames(kinds: typeof frameKinds): void {
    const { settings } = this.#app;
    settings.frame = kinds[(kinds.indexOf(settings.frame) + 1) % kinds.length]!;
    this.#app.showMessage(`Frames: ${settings.frame}`);
    this.#app.changed();
  }

  cycleLabels(kinds: typeof labelKinds): void {
    const { settings } = this.#app;
    settings.label = kinds[(kinds.indexOf(settings.label) + 1) % kinds.length]!;
    this.#app.showMessage(`Labels: ${settings.label}`);
    this.#app.changed();
  }

  /** Fold or unfold a section of a side bar, and scroll to it. */
  togglePanel(id: string): void {
    const panel = document.getElementById(`section-${id}`);
    if (!(panel instanceof HTMLDetailsElement)) return;
    panel.open = !panel.open;
    if (!panel.open) return;
    this.#app.sides.set('right', true);
    panel.scrollIntoView({ block: 'nearest' });
  }

  fullscreen(): void {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void document.documentElement.requestFullscreen();
  }
}
