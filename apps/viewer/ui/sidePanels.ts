/** The panels next to the picture: open or folded on a wide page, sheets from below on a phone. */
import { byId, h } from './dom.ts';
import { icon } from './icons.ts';

export type Side = 'left' | 'right';

/** Names of the panels on their handles. */
const names = { left: 'View', right: 'Model' } as const;
const sides = ['left', 'right'] as const satisfies readonly Side[];

/** Storage key of the user's last choice. */
const STORED = 'tenon.panels';
/** Pages up to this width show one panel at a time, as a sheet. */
const PHONE = '(max-width: 760px)';

type Choice = Partial<Record<Side, boolean>>;

export class SidePanels {
  readonly #phone = matchMedia(PHONE);
  readonly #handles: Record<Side, HTMLButtonElement>;
  readonly #contents: Record<Side, HTMLElement>;
  readonly #open: Record<Side, boolean> = { left: false, right: false };

  /** @param stage the element between the panels, which gets the handles */
  constructor(stage: HTMLElement) {
    const handle = (side: Side) =>
      h(
        'button',
        { class: `handle ${side}`, id: `handle-${side}`, on: { click: () => this.toggle(side) } },
        icon('chevron'),
        h('span', {}, names[side]),
      );
    this.#handles = { left: handle('left'), right: handle('right') };
    this.#contents = { left: h('div', { class: 'panels' }), right: h('div', { class: 'panels' }) };
    for (const side of sides) byId(side).replaceChildren(this.#head(side), this.#contents[side]);
    stage.append(this.#handles.left, this.#handles.right);
    this.#phone.addEventListener('change', () => this.start(true));
    this.#apply();
  }

  /** Replace the sections of both panels. */
  show(left: readonly HTMLElement[], right: readonly HTMLElement[]): void {
    this.#contents.left.replaceChildren(...left);
    this.#contents.right.replaceChildren(...right);
  }

  /** Open or fold the panels for a new model: as the user chose last.
   *  @param folded whether they are folded without a choice */
  start(folded: boolean): void {
    const choice = this.#phone.matches ? {} : readChoice();
    for (const side of sides) this.#open[side] = !this.#phone.matches && (choice[side] ?? !folded);
    this.#apply();
  }

  toggle(side: Side): void {
    this.set(side, !this.#open[side]);
  }

  /** Open or fold a panel, and remember it. */
  set(side: Side, open: boolean): void {
    const hadFocus = byId(side).contains(document.activeElement);
    this.#open[side] = open;
    if (this.#phone.matches) {
      if (open) this.#open[side === 'left' ? 'right' : 'left'] = false;
    } else storeChoice({ ...readChoice(), [side]: open });
    this.#apply();
    if (hadFocus && !open) (this.#phone.matches ? byId(`toggle-${side}`) : this.#handles[side]).focus();
  }

  /** The title of a sheet, and a button that closes it. */
  #head(side: Side): HTMLElement {
    const close = () => this.set(side, false);
    const label = `Close the ${names[side].toLowerCase()} panel`;
    return h(
      'div',
      { class: 'sheet-head' },
      h('h2', {}, names[side]),
      h('button', { class: 'icon-button', title: label, aria: { label }, on: { click: close } }, icon('close')),
    );
  }

  #apply(): void {
    for (const side of sides) {
      const open = this.#open[side];
      const element = byId(side);
      document.body.classList.toggle(`open-${side}`, open);
      const title = `${open ? 'Fold' : 'Open'} the ${names[side].toLowerCase()} panel`;
      this.#handles[side].title = title;
      for (const button of [this.#handles[side], document.getElementById(`toggle-${side}`)]) {
        button?.setAttribute('aria-expanded', String(open));
        button?.setAttribute('aria-controls', element.id);
      }
      this.#handles[side].setAttribute('aria-label', title);
    }
  }
}

/** The stored choice; none if the browser forbids storage. */
function readChoice(): Choice {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORED) ?? '{}');
    const choice: Choice = {};
    if (typeof found !== 'object' || found === null) return choice;
    for (const side of sides) {
      const value = (found as Record<string, unknown>)[side];
      if (typeof value === 'boolean') choice[side] = value;
    }
    return choice;
  } catch {
    return {};
  }
}

function storeChoice(choice: Choice): void {
  try {
    localStorage.setItem(STORED, JSON.stringify(choice));
  } catch {
    // without storage the choice lasts as long as the page
  }
}
