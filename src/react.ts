/** A small wrapper for React: a component, and hooks for a model, its data and a control loop. It needs `react` and
 *  `three`, which are yours to install.
 *
 *  @module */

export type { TenonViewerProps } from './view/react/component.ts';
export { TenonViewer } from './view/react/component.ts';
export { useControlLoop, useData, useModel } from './view/react/hooks.ts';
