/** A viewer to put into a page: a component, and an element. It needs `three`, which is yours to install.
 *
 *  ```ts
 *  import { createViewer } from 'tenon/viewer';
 *  const viewer = createViewer(document.querySelector('#robot'), { src: 'robot.xml' });
 *  ```
 *
 *  @module */

export type { FlagId, GroupKind } from './scene/settings.ts';
export { ViewSettings } from './scene/settings.ts';
export { defineViewerElement } from './viewer/element.ts';
export type { Control, Program, Tenon } from './viewer/load/program.ts';
export type { CameraView, ModelSource, ViewerEvents, ViewerOptions } from './viewer/options.ts';
export type { Recording } from './viewer/recorder.ts';
export type { RendererOptions } from './viewer/renderer.ts';
export { Renderer } from './viewer/renderer.ts';
export { createViewer, Viewer } from './viewer/viewer.ts';
