/** Keys and mouse, the same as in MuJoCo's `simulate`. */
import { allFlags } from '../../../src/view/scene/settings.ts';
import { h } from './dom.ts';

const rows: [string, string][] = [
  ['Space', 'Play or pause'],
  ['Enter', 'Press the button that has the focus; Space switches a checkbox'],
  ['→  ←', 'Step forward, or back through the history'],
  ['-  =', 'Slower, faster'],
  ['Backspace', 'Reset'],
  ['Ctrl L', 'Reload the model'],
  ['Ctrl A', 'Align the free camera'],
  ['Esc', 'Free camera'],
  ['[  ]', 'Cameras of the model'],
  ['Page Up', 'Select the parent body'],
  ['Tab, Shift Tab', 'Left and right panel, after a click on the picture'],
  ['Ctrl C', 'Copy the state as a keyframe'],
  ['Ctrl P', 'Save a picture'],
  ['F1', 'This help'],
  ['F2', 'Info'],
  ['F3', 'Profile'],
  ['F4', 'Sensors'],
  ['F5', 'Full screen'],
  ['F6', 'Frames'],
  ['F7', 'Labels'],
  ['0 to 5', 'Geom groups; with Shift, site groups'],
  ['Shift and arrows', 'Rotate the camera'],
];

const mouse: [string, string][] = [
  ['Drag', 'Rotate the camera'],
  ['Right drag', 'Move the camera'],
  ['Wheel, pinch', 'Zoom'],
  ['Double click', 'Select a body'],
  ['Right double click', 'Look at a point; with Ctrl, follow the body'],
  ['Ctrl drag', 'Pull the selected body; with Shift, rotate it'],
];

export function helpView(close: () => void): HTMLElement {
  const list = (title: string, entries: readonly (readonly [string, string])[]) =>
    h(
      'section',
      {},
      h('h3', {}, title),
      h('dl', {}, ...entries.flatMap(([key, text]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, text)])),
    );
  const flags = allFlags.filter(({ key }) => key !== '').map(({ key, label }) => [key.toUpperCase(), label] as const);
  return h(
    'div',
    { class: 'help' },
    h('div', { class: 'help-columns' }, list('Mouse', mouse), list('Keys', rows), list('Show', flags)),
    h('p', { class: 'hint' }, 'Drop an MJCF file, or a folder with its meshes and textures, anywhere on the page.'),
    h('p', { class: 'actions' }, h('button', { class: 'primary', on: { click: close } }, 'Close')),
  );
}
