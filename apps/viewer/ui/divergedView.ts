/** The simulation has diverged: explanation, likely causes, and recovery. */
import type { Divergence } from '../../../src/view/viewer/sim/divergence.ts';
import { h } from './dom.ts';

export function divergedView(divergence: Divergence, recover: () => void, reset: () => void): HTMLElement {
  return h(
    'div',
    { class: 'diverged', role: 'alertdialog', aria: { label: 'The simulation is unstable' } },
    h('h2', {}, `Unstable at ${divergence.time.toFixed(3)} s`),
    h('p', {}, divergence.text),
    divergence.reasons.length > 0 && h('ul', {}, ...divergence.reasons.map((reason) => h('li', {}, reason))),
    h(
      'p',
      { class: 'actions' },
      h('button', { class: 'primary', id: 'recover', on: { click: recover } }, 'Back to the last good state'),
      h('button', { class: 'plain', on: { click: reset } }, 'Reset'),
    ),
  );
}
