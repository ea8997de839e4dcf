/** Creates elements in one expression. */

type Props<K extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[K], 'style' | 'dataset' | 'className' | 'children'>
> & {
  class?: string;
  style?: string;
  data?: Record<string, string>;
  aria?: Record<string, string>;
  role?: string;
  on?: { [E in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[E]) => void };
};

type Child = Node | string | number | null | undefined | false;

/** An element with properties, listeners and children. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props<K> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  const { class: name, style, data, aria, role, on, ...rest } = props;
  if (name) element.className = name;
  if (style) element.setAttribute('style', style);
  if (role) element.setAttribute('role', role);
  for (const [key, value] of Object.entries(data ?? {})) element.dataset[key] = value;
  for (const [key, value] of Object.entries(aria ?? {})) element.setAttribute(`aria-${key}`, value);
  for (const [key, value] of Object.entries(on ?? {})) element.addEventListener(key, value as EventListener);
  Object.assign(element, rest);
  element.append(
    ...children
      .filter((child): child is Node | string => child !== null && child !== undefined && child !== false)
      .map((child) => (typeof child === 'number' ? String(child) : child)),
  );
  return element;
}

/** The element with this id, which must exist. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element '${id}'`);
  return element as T;
}

/** A number for display, with few digits. */
export function shortNumber(x: number, digits = 3): string {
  if (!Number.isFinite(x)) return String(x);
  const size = Math.abs(x);
  // rounding errors are shown as zero
  if (size < 1e-9) return (0).toFixed(digits);
  if (size < 1e-3 || size >= 1e5) return x.toExponential(digits - 1);
  return x.toFixed(Math.max(0, digits - Math.max(0, Math.floor(Math.log10(size || 1)))));
}

/** Offer a file to the user. */
export function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = h('a', { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
