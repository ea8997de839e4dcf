/** Keyboard shortcuts, as in MuJoCo's `simulate` where the browser allows it. */

import { allFlags, frameKinds, labelKinds } from '../../src/view/scene/settings.ts';
import type { App } from './app.ts';

type Action = (app: App) => void;

const always: Record<string, Action> = {
  ' ': (app) => app.playback.toggle(),
  ArrowRight: (app) => app.playback.stepForward(),
  ArrowLeft: (app) => app.playback.stepBack(),
  '=': (app) => app.playback.changeSpeed(1),
  '+': (app) => app.playback.changeSpeed(1),
  '-': (app) => app.playback.changeSpeed(-1),
  Backspace: (app) => app.playback.reset(),
  Escape: (app) => app.display.freeCamera(),
  '[': (app) => app.display.cycleCamera(-1),
  ']': (app) => app.display.cycleCamera(1),
  PageUp: (app) => app.playback.selectParent(),
  F1: (app) => app.showHelp(),
  F2: (app) => app.display.togglePanel('info'),
  F3: (app) => app.display.togglePanel('profile'),
  F4: (app) => app.display.togglePanel('sensors'),
  F5: (app) => app.display.fullscreen(),
  F6: (app) => app.display.cycleFrames(frameKinds),
  F7: (app) => app.display.cycleLabels(labelKinds),
};

const withCtrl: Record<string, Action> = {
  l: (app) => app.reload(),
  a: (app) => app.display.alignCamera(),
  p: (app) => app.output.screenshot(),
  c: (app) => app.output.copyState(),
};

const rotationKeys: Record<string, [number, number]> = {
  ArrowLeft: [-0.03, 0],
  ArrowRight: [0.03, 0],
  ArrowUp: [0, -0.03],
  ArrowDown: [0, 0.03],
};

export function listenToKeys(app: App): void {
  document.addEventListener('keydown', (event) => {
    if (app.overlay.open && event.key !== 'F1') return;
    const action = find(event, app);
    if (!action) return;
    event.preventDefault();
    action(app);
  });
  // a clicked button returns the focus to the simulation; one reached by keyboard keeps it
  document.addEventListener('click', (event) => {
    const { activeElement } = document;
    const simple =
      activeElement instanceof HTMLButtonElement || (activeElement as HTMLInputElement | null)?.type === 'checkbox';
    if (event.detail > 0 && simple && !app.overlay.open) (activeElement as HTMLElement).blur();
  });
}

function find(event: KeyboardEvent, app: App): Action | undefined {
  const { key } = event;
  if (event.altKey) return undefined;
  if (event.ctrlKey || event.metaKey) {
    // leave copying and selecting text to the browser
    const text = isTyping(event.target) || String(getSelection()) !== '';
    return text ? undefined : withCtrl[key.toLowerCase()];
  }
  if (/^F\d+$/.test(key)) return always[key];
  if (isTyping(event.target)) return undefined;
  if (key === 'Tab') return tab(event, app);
  // with the focus on any element, because Enter activates buttons; only Space switches a checkbox and opens a list
  if (key === ' ') return needsSpace(event.target) ? undefined : always[key];
  // a focused slider or list needs its own keys
  if (usesKeys(event.target, key)) return undefined;
  const rotation = event.shiftKey ? rotationKeys[key] : undefined;
  if (rotation) return (a) => a.sceneRenderer.rig?.rotate(rotation[0], rotation[1]);
  const digit = /^(?:Digit|Numpad)([0-5])$/.exec(event.code)?.[1];
  if (digit !== undefined) return (a) => a.display.toggleGroup(event.shiftKey ? 'site' : 'geom', Number(digit));
  if (always[key]) return always[key];
  const flag = allFlags.find((f) => f.key !== '' && f.key === key.toLowerCase());
  return flag ? (a) => a.display.toggleFlag(flag.id) : undefined;
}

/** Tab folds a panel after a click on the picture; for keyboard users it moves the focus. */
function tab(event: KeyboardEvent, app: App): Action | undefined {
  const { canvas } = app.sceneRenderer;
  if (document.activeElement !== canvas || canvas.matches(':focus-visible')) return undefined;
  return (a) => a.sides.toggle(event.shiftKey ? 'right' : 'left');
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement
    ? !['checkbox', 'range', 'button', 'radio'].includes(target.type)
    : target instanceof HTMLTextAreaElement;
}

function needsSpace(target: EventTarget | null): boolean {
  return target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && target.type === 'checkbox');
}

function usesKeys(target: EventTarget | null, key: string): boolean {
  const moves = key.startsWith('Arrow') || key.startsWith('Page') || key === 'Home' || key === 'End';
  if (target instanceof HTMLInputElement && target.type === 'range') return moves;
  if (target instanceof HTMLSelectElement) return true;
  return (
    (target instanceof HTMLButtonElement || (target instanceof HTMLElement && target.tagName === 'SUMMARY')) &&
    key === 'Enter'
  );
}
