/** What panels and bars may use: the running model, the picture, and a few things that the page does. */

import type { SceneRenderer } from '../../src/view/scene/sceneRenderer.ts';
import type { ViewSettings } from '../../src/view/scene/settings.ts';
import type { RemoteSimulation } from '../../src/view/viewer/sim/remote/remoteSimulation.ts';

export interface Context {
  readonly sim: RemoteSimulation;
  readonly sceneRenderer: SceneRenderer;
  readonly settings: ViewSettings;
  readonly title: string;
  /** Something that a link keeps has changed. */
  changed(): void;
  /** Show a field of the simulation over time. */
  plot(field: string): void;
  /** Say something in passing. */
  showMessage(text: string): void;
}

/** A part of a side bar. */
export interface Panel {
  readonly element: HTMLElement;
  /** Show what is new; called several times a second while the panel can be seen. */
  update?(): void;
  dispose?(): void;
}
