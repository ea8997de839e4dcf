/** React bindings: a component, and hooks for a model, its data and a control loop. Requires the peer dependencies
 * `react` and `three`.
 *
 *  @module */

export type { TenonViewerProps } from './view/react/component.ts';
export { TenonViewer } from './view/react/component.ts';
export { useControlLoop, useData, useModel } from './view/react/hooks.ts';
