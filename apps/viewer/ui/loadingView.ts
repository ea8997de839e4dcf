/** A slow load: stage, elapsed time, and a cancel button. */
import type { LoadStep } from '../../../src/view/viewer/source/source.ts';
import { h } from './dom.ts';

export interface LoadingView {
  element: HTMLElement;
  show(step: LoadStep): void;
}

export function loadingView(name: string, cancel: () => void): LoadingView {
  const since = performance.now();
  const seconds = h('output', {}, '0 s');
  const doing = h('span', { id: 'loading-step' }, 'starting');
  const element = h(
    'div',
    { class: 'loading', role: 'status' },
    h('h2', {}, `Loading ${name}`),
    h('div', { class: 'busy', aria: { hidden: 'true' } }),
    h('p', { class: 'hint' }, doing, ', ', seconds),
    h(
      'p',
      { class: 'actions' },
      h('button', { class: 'plain', id: 'cancel-loading', on: { click: cancel } }, 'Cancel'),
    ),
  );
  const timer = setInterval(() => {
    if (since + 1000 < performance.now() && !element.isConnected) clearInterval(timer);
    seconds.textContent = `${((performance.now() - since) / 1000).toFixed(0)} s`;
  }, 500);
  return {
    element,
    show: ({ what, files }) => {
      doing.textContent = files > 1 ? `${what}, ${files} files so far` : what;
    },
  };
}
