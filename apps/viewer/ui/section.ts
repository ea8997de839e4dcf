/** Foldable sections of a side bar, and rows of settings. */
import type { Panel } from '../context.ts';
import { h } from './dom.ts';

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

/** A slider that also follows the simulation: name and value above it, the ends of its range next to it. */
export function slider(
  label: string,
  range: readonly [number, number],
  get: () => number,
  set: (value: number) => void,
  unit = '',
): HTMLLabelElement & { refresh(): void } {
  const digits = digitsOfRange(range);
  const text = () => formatValue(get(), digits);
  const output = h('output', {}, text());
  const show = () => {
    const now = text();
    if (output.textContent === now) return;
    output.textContent = now;
    input.setAttribute('aria-valuetext', now);
  };
  const input = h('input', {
    type: 'range',
    min: String(range[0]),
    max: String(range[1]),
    step: 'any',
    value: String(get()),
    aria: { label: unit === '' ? label : `${label} (${unit})` },
    on: {
      input: () => {
        set(Number(input.value));
        show();
      },
      // a double click resets a slider to its middle, or to zero
      dblclick: () => {
        set(range[0] <= 0 && range[1] >= 0 ? 0 : (range[0] + range[1]) / 2);
        input.value = String(get());
      },
    },
  });
  const end = (value: number) => h('small', { aria: { hidden: 'true' } }, String(Number(value.toPrecision(3))));
  const row = h(
    'label',
    { class: 'slider' },
    h('span', { title: label }, label),
    h('span', { class: 'value' }, output, unit === '' ? '' : ` ${unit}`),
    end(range[0]),
    input,
    end(range[1]),
  );
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
      show();
    },
  });
}

/** Decimals that show a thousandth of a range, at most. */
function digitsOfRange([low, high]: readonly [number, number]): number {
  const span = high - low;
  return span > 0 && Number.isFinite(span) ? Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(span)))) : 3;
}

/** A value with fixed decimals, unless it is too large for them. */
function formatValue(value: number, digits: number): string {
  if (!Number.isFinite(value) || Math.abs(value) >= 1e6) return value.toPrecision(4);
  // no minus before zero
  return (Math.abs(value) < 0.5 * 10 ** -digits ? 0 : value).toFixed(digits);
}

/** A group of rows within a section, which folds. */
export function group(title: string, open: boolean, ...rows: Node[]): HTMLDetailsElement {
  return h('details', { class: 'group', open }, h('summary', {}, title), ...rows);
}
