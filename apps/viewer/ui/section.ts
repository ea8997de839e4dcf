/** Foldable sections of a side bar, and rows of settings. */
import type { Panel } from '../context.ts';
import { h, shortNumber } from './dom.ts';

/** A foldable section; it is only updated while it is open. */
export function section(
  title: string,
  id: string,
  open: boolean,
  ...body: (Node | undefined | false)[]
): HTMLDetailsElement {
  return h(
    'details',
    { class: 'section', id: `section-${id}`, open },
    h('summary', {}, title),
    h('div', { class: 'body' }, ...body),
  );
}

/** Whether the contents of the panel are visible. */
export function isShown(panel: Panel): boolean {
  const { element } = panel;
  return (!(element instanceof HTMLDetailsElement) || element.open) && element.offsetParent !== null;
}

/** A switch with a label and its keyboard shortcut. */
export function toggle(
  label: string,
  get: () => boolean,
  set: (on: boolean) => void,
  key = '',
): HTMLLabelElement & { refresh(): void } {
  const box = h('input', { type: 'checkbox', checked: get(), on: { change: () => set(box.checked) } });
  const row = h('label', { class: 'toggle' }, box, h('span', {}, label), key !== '' && h('kbd', {}, key.toUpperCase()));
  return Object.assign(row, {
    refresh: () => {
      if (box.checked !== get()) box.checked = get();
    },
  });
}

/** A choice among options. */
export function choice(
  label: string,
  words: readonly string[],
  get: () => number,
  set: (index: number) => void,
): HTMLLabelElement & { refresh(): void } {
  const select = h(
    'select',
    { on: { change: () => set(select.selectedIndex) } },
    ...words.map((word) => h('option', {}, word)),
  );
  select.selectedIndex = get();
  const row = h('label', { class: 'field' }, h('span', {}, label), select);
  return Object.assign(row, {
    refresh: () => {
      if (select.selectedIndex !== get() && document.activeElement !== select) select.selectedIndex = get();
    },
  });
}

/** A number input. */
export function numberField(
  label: string,
  get: () => number,
  set: (value: number) => void,
  limits: { min?: number; max?: number; step?: number } = {},
): HTMLLabelElement & { refresh(): void } {
  const input = h('input', {
    type: 'number',
    value: String(get()),
    min: String(limits.min ?? ''),
    max: String(limits.max ?? ''),
    step: String(limits.step ?? 'any'),
    on: {
      change: () => {
        const value = Number(input.value);
        const fine = input.value !== '' && Number.isFinite(value) && input.checkValidity();
        if (fine) set(value);
        input.value = String(get());
      },
    },
  });
  const row = h('label', { class: 'field' }, h('span', {}, label), input);
  return Object.assign(row, {
    refresh: () => {
      if (document.activeElement !== input && Number(input.value) !== get()) input.value = String(get());
    },
  });
}

/** A color input: red, green and blue from 0 to 1. */
export function colorField(
  label: string,
  get: () => ArrayLike<number>,
  set: (rgb: number[]) => void,
): HTMLLabelElement & { refresh(): void } {
  const hex = () => {
    const bytes = Array.from({ length: 3 }, (_, k) => Math.round(255 * Math.min(1, Math.max(0, get()[k]!))));
    return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  };
  const chosen = () => [1, 3, 5].map((k) => Number.parseInt(input.value.slice(k, k + 2), 16) / 255);
  const input = h('input', { type: 'color', value: hex(), on: { input: () => set(chosen()) } });
  const row = h('label', { class: 'color' }, input, h('span', {}, label));
  return Object.assign(row, {
    refresh: () => {
      if (document.activeElement !== input && input.value !== hex()) input.value = hex();
    },
  });
}

/** Maximum length of a name next to its slider; longer ones are above it. */
const SHORT = 10;

/** A slider that also follows the simulation. */
export function slider(
  label: string,
  range: readonly [number, number],
  get: () => number,
  set: (value: number) => void,
): HTMLLabelElement & { refresh(): void } {
  const output = h('output', {}, shortNumber(get()));
  const input = h('input', {
    type: 'range',
    min: String(range[0]),
    max: String(range[1]),
    step: 'any',
    value: String(get()),
    on: {
      input: () => {
        set(Number(input.value));
        output.textContent = shortNumber(get());
      },
      // a double click resets a slider to its middle, or to zero
      dblclick: () => {
        set(range[0] <= 0 && range[1] >= 0 ? 0 : (range[0] + range[1]) / 2);
        input.value = String(get());
      },
    },
  });
  const className = label.length > SHORT ? 'slider long' : 'slider';
  const row = h('label', { class: className }, h('span', { title: label }, label), input, output);
  let isDragging = false;
  input.addEventListener('pointerdown', () => {
    isDragging = true;
  });
  for (const type of ['pointerup', 'pointercancel', 'blur'] as const)
    input.addEventListener(type, () => {
      isDragging = false;
    });
  return Object.assign(row, {
    refresh: () => {
      const value = get();
      if (!isDragging) input.value = String(value);
      const text = shortNumber(value);
      if (output.textContent !== text) output.textContent = text;
    },
  });
}
