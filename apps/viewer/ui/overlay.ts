/** A single modal overlay at a time; Escape closes it and restores the focus. */
import { h } from './dom.ts';

export class Overlay {
  readonly #host: HTMLElement;
  #before: Element | null = null;
  /** The kind of overlay, so that pressing its key again closes it. */
  kind = '';
  /** Called when an overlay is shown or closed. */
  onChange: () => void = () => {};

  constructor(host: HTMLElement) {
    this.#host = host;
    host.hidden = true;
    host.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && host.dataset['closable'] === 'yes') this.close();
      event.stopPropagation();
    });
    host.addEventListener('pointerdown', (event) => {
      if (event.target === host && host.dataset['closable'] === 'yes') this.close();
    });
  }

  get open(): boolean {
    return !this.#host.hidden;
  }

  show(kind: string, label: string, content: HTMLElement, closable = true): void {
    if (!this.open) this.#before = document.activeElement;
    this.kind = kind;
    this.#host.dataset['kind'] = kind;
    this.#host.dataset['closable'] = closable ? 'yes' : 'no';
    const frame = h('div', { class: 'sheet', role: 'dialog', tabIndex: -1, aria: { modal: 'true', label } }, content);
    this.#host.replaceChildren(frame);
    this.#host.hidden = false;
    this.#setInert(true);
    this.onChange();
    frame.focus();
  }

  close(): void {
    if (!this.open) return;
    this.#host.hidden = true;
    this.#setInert(false);
    this.#host.replaceChildren();
    this.kind = '';
    this.onChange();
    if (this.#before instanceof HTMLElement) this.#before.focus();
  }

  /** The page below is also unreachable by keyboard. */
  #setInert(on: boolean): void {
    for (const element of this.#host.parentElement?.children ?? [])
      if (element instanceof HTMLElement && element !== this.#host) element.inert = on;
  }
}
