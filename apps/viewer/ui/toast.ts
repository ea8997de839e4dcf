/** Brief messages. */
import { byId } from './dom.ts';

const SHOWN_MS = 4000;

export class Toast {
  readonly #host = byId('toast');
  #timer = 0;

  show(text: string): void {
    this.#host.textContent = text;
    this.#host.hidden = text === '';
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.#host.hidden = true;
    }, SHOWN_MS);
  }
}
