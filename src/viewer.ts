/** An embeddable viewer, as a component and as a custom element. Requires the peer dependency `three`.
 *
 *  ```ts
 *  import { createViewer } from 'tenon/viewer'; // also registers <tenon-viewer>
 *  const viewer = createViewer('#robot', { src: 'robot.xml' });
 *  ```
 *
 *  @module */

export type { FlagId, GroupKind } from './view/scene/settings.ts';
export { ViewSettings } from './view/scene/settings.ts';
export type { CameraView, ModelSource, ViewerEvents, ViewerOptions } from './view/viewer/options.ts';
export type { Recording } from './view/viewer/recorder.ts';
export { defineViewerElement } from './view/viewer/registeredElement.ts';
export type { RendererOptions } from './view/viewer/renderer.ts';
export { Renderer } from './view/viewer/renderer.ts';
export type { Control, Program, Tenon } from './view/viewer/source/program.ts';
export { createViewer, Viewer } from './view/viewer/viewer.ts';
