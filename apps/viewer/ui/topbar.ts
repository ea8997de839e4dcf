/** The bar above the picture: the model, and actions that are not part of a run. */
import { h } from './dom.ts';
import { type IconName, icon } from './icons.ts';

export interface TopActions {
  gallery(): void;
  open(): void;
  reload(): void;
  share(): void;
  screenshot(): void;
  record(): void;
  toggleDragMode(): void;
  left(): void;
  right(): void;
  help(): void;
}

export class TopBar {
  readonly element: HTMLElement;
  readonly #title = h('h1', { id: 'title' });
  readonly #record: HTMLButtonElement;
  readonly #dragButton: HTMLButtonElement;

  constructor(actions: TopActions) {
    const button = (name: IconName, title: string, id: string, click: () => void) =>
      h('button', { class: 'icon-button', id, title, aria: { label: title }, on: { click } }, icon(name));
    this.#record = button('record', 'Record a video', 'record', actions.record);
    this.#dragButton = button('hand', 'Pull bodies by dragging them', 'pull', actions.toggleDragMode);
    this.#dragButton.setAttribute('aria-pressed', 'false');
    this.element = h(
      'header',
      { class: 'topbar' },
      button('left', 'View settings (Tab)', 'toggle-left', actions.left),
      button('gallery', 'Gallery of examples', 'gallery-button', actions.gallery),
      this.#title,
      h('span', { class: 'spacer' }),
      button('open', 'Open files: a model and its files', 'open', actions.open),
      button('reload', 'Reload the model (Ctrl L)', 'reload', actions.reload),
      this.#dragButton,
      button('camera', 'Save a picture (Ctrl P)', 'screenshot', actions.screenshot),
      this.#record,
      button('share', 'Copy a link to this view', 'share', actions.share),
      button('help', 'Keys and mouse (F1)', 'help-button', actions.help),
      button('right', 'Model panel (Shift Tab)', 'toggle-right', actions.right),
    );
  }

  setTitle(title: string): void {
    this.#title.textContent = title;
    document.title = title === '' ? 'Tenon' : `${title} · Tenon`;
  }

  setRecording(on: boolean): void {
    this.#record.classList.toggle('recording', on);
    this.#record.setAttribute('aria-pressed', String(on));
    this.#record.title = on ? 'Stop recording' : 'Record a video';
  }

  setDragMode(on: boolean): void {
    this.#dragButton.setAttribute('aria-pressed', String(on));
  }
}
