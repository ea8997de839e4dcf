/** What panels and bars can access: the running model, the picture, and some actions of the page. */

import type { SceneRenderer } from '../../src/view/scene/sceneRenderer.ts';
import type { ViewSettings } from '../../src/view/scene/settings.ts';
import type { RemoteSimulation } from '../../src/view/viewer/sim/remote/remoteSimulation.ts';

export interface Context {
  readonly sim: RemoteSimulation;
  readonly sceneRenderer: SceneRenderer;
  readonly settings: ViewSettings;
  readonly title: string;
  /** A setting that is part of links has changed. */
  changed(): void;
  /** Show a field of the simulation over time. */
  plot(field: string): void;
  /** Show a brief message. */
  showMessage(text: string): void;
}

/** A section of a side bar. */
export interface Panel {
  readonly element: HTMLElement;
  /** Update the contents; called several times per second while the panel is visible. */
  update?(): void;
  /** Called once per frame, whether the panel is visible or not. */
  sample?(): void;
  dispose?(): void;
}
