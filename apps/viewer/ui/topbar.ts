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
    const button = (name: IconName, word: string, title: string, id: string, click: () => void) =>
      h(
        'button',
        { class: 'icon-button worded', id, title, aria: { label: title }, on: { click } },
        icon(name),
        h('span', { aria: { hidden: 'true' } }, word),
      );
    this.#record = button('record', 'Video', 'Video: record what the page draws', 'record', actions.record);
    this.#dragButton = button('hand', 'Pull', 'Pull bodies by dragging them', 'pull', actions.toggleDragMode);
    this.#dragButton.setAttribute('aria-pressed', 'false');
    this.element = h(
      'header',
      { class: 'topbar' },
      button('left', 'View', 'View settings (Tab)', 'toggle-left', actions.left),
      button('gallery', 'Gallery', 'Gallery of examples', 'gallery-button', actions.gallery),
      this.#title,
      h('span', { class: 'spacer' }),
      button('open', 'Open', 'Open files: a model and its files', 'open', actions.open),
      button('reload', 'Reload', 'Reload the model (Ctrl L)', 'reload', actions.reload),
      this.#dragButton,
      button('camera', 'Picture', 'Picture: save what the page shows (Ctrl P)', 'screenshot', actions.screenshot),
      this.#record,
      button('share', 'Link', 'Link: copy the address of this view', 'share', actions.share),
      button('help', 'Help', 'Help: keys and mouse (F1)', 'help-button', actions.help),
      button('right', 'Model', 'Model panel (Shift Tab)', 'toggle-right', actions.right),
    );
  }

  setTitle(title: string): void {
    this.#title.textContent = title;
    document.title = title === '' ? 'Tenon' : `${title} · Tenon`;
  }

  setRecording(on: boolean): void {
    this.#record.classList.toggle('recording', on);
    this.#record.setAttribute('aria-pressed', String(on));
    this.#record.title = on ? 'Stop recording' : 'Video: record what the page draws';
  }

  setDragMode(on: boolean): void {
    this.#dragButton.setAttribute('aria-pressed', String(on));
  }
}
