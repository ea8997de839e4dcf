/** A model that takes a while to load: what is loaded, for how long, and a way out. */
import { h } from './dom.ts';

export function loadingView(name: string, cancel: () => void): HTMLElement {
  const since = performance.now();
  const seconds = h('output', {}, '0 s');
  const view = h(
    'div',
    { class: 'loading', role: 'status' },
    h('h2', {}, `Loading ${name}`),
    h('div', { class: 'busy', aria: { hidden: 'true' } }),
    h('p', { class: 'hint' }, 'Reading files, building meshes, compiling: ', seconds),
    h(
      'p',
      { class: 'actions' },
      h('button', { class: 'plain', id: 'cancel-loading', on: { click: cancel } }, 'Cancel'),
    ),
  );
  const timer = setInterval(() => {
    if (!view.isConnected) clearInterval(timer);
    seconds.textContent = `${((performance.now() - since) / 1000).toFixed(0)} s`;
  }, 500);
  return view;
}
