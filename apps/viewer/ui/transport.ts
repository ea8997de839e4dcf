/** The bar below the picture: play, pause, steps, speed, keyframes, and the timeline. */
import { id2name, ObjType } from '../../../src/index.ts';
import type { RemoteSimulation } from '../../../src/view/viewer/sim/remote/remoteSimulation.ts';
import { h } from './dom.ts';
import { type IconName, icon } from './icons.ts';

/** A frame that is later than this is reported. */
const OVERDUE_MS = 1000;

export const speeds = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10] as const;

export interface TransportActions {
  toggle(): void;
  back(): void;
  forward(): void;
  reset(): void;
  setSpeed(speed: number): void;
  setKey(key: number): void;
  scrub(index: number): void;
}

export class Transport {
  readonly element: HTMLElement;
  readonly #play: HTMLButtonElement;
  readonly #speed: HTMLSelectElement;
  readonly #key: HTMLSelectElement;
  readonly #line: HTMLInputElement;
  readonly #time = h('output', { class: 'time', id: 'time' }, '0.000 s');
  readonly #cost = h('output', {
    class: 'cost',
    id: 'engine-ms',
    title: 'Time of the engine per frame, at 60 frames per second',
  });
  #playing: boolean | undefined;

  constructor(actions: TransportActions) {
    const button = (name: IconName, title: string, id: string, click: () => void) =>
      h('button', { class: 'icon-button', id, title, aria: { label: title }, on: { click } }, icon(name));
    this.#play = button('play', 'Play (Space)', 'play', actions.toggle);
    this.#speed = h(
      'select',
      {
        id: 'speed',
        title: 'Speed (- and =)',
        aria: { label: 'Speed' },
        on: { change: () => actions.setSpeed(Number(this.#speed.value)) },
      },
      ...speeds.map((s) => h('option', { value: String(s) }, `${s}×`)),
    );
    this.#key = h('select', {
      id: 'keyframe',
      title: 'Initial state of a reset',
      aria: { label: 'Keyframe' },
      on: { change: () => actions.setKey(Number(this.#key.value)) },
    });
    this.#line = h('input', {
      type: 'range',
      id: 'timeline',
      min: '0',
      max: '0',
      step: '1',
      title: 'History: drag to go back in time',
      aria: { label: 'History' },
      on: { input: () => actions.scrub(Number(this.#line.value)) },
    });
    this.#speed.value = '1';
    this.#key.hidden = true;
    this.element = h(
      'div',
      { class: 'transport', role: 'toolbar', aria: { label: 'Simulation' } },
      button('reset', 'Reset (Backspace)', 'reset', actions.reset),
      button('back', 'Step back (←)', 'step-back', actions.back),
      this.#play,
      button('forward', 'Step forward (→)', 'step-forward', actions.forward),
      this.#speed,
      this.#key,
      this.#line,
      this.#time,
      this.#cost,
    );
  }

  /** Show the keyframes of a new model. */
  setModel(sim: RemoteSimulation): void {
    const { m } = sim;
    const keys = Array.from({ length: m.nkey }, (_, k) =>
      h('option', { value: String(k) }, id2name(m, ObjType.KEY, k) ?? `key ${k}`),
    );
    this.#key.replaceChildren(h('option', { value: '-1' }, 'start'), ...keys);
    this.#key.hidden = m.nkey === 0;
    this.#key.value = String(sim.startKey);
  }

  update(sim: RemoteSimulation): void {
    if (this.#playing !== sim.playing) {
      this.#playing = sim.playing;
      const title = sim.playing ? 'Pause (Space)' : 'Play (Space)';
      this.#play.replaceChildren(icon(sim.playing ? 'pause' : 'play'));
      this.#play.title = title;
      this.#play.setAttribute('aria-label', title);
    }
    if (Number(this.#speed.value) !== sim.speed) this.#speed.value = String(sim.speed);
    if (this.#key.value !== String(sim.startKey)) this.#key.value = String(sim.startKey);
    const { history } = sim;
    this.#line.max = String(Math.max(0, history.length - 1));
    this.#line.value = String(history.cursor);
    this.#line.title = `History since ${history.from.toFixed(2)} s: drag to go back in time`;
    this.#line.setAttribute('aria-valuetext', `${sim.d.time.toFixed(2)} seconds`);
    this.#time.textContent = `${sim.d.time.toFixed(3)} s`;
    this.#cost.textContent = costText(sim);
  }
}

/** Engine time per frame; if it cannot keep up, its speed, or the duration of the current step. */
function costText(sim: RemoteSimulation): string {
  const cost = `engine ${sim.frameMs.toFixed(2)} ms`;
  if (sim.overdueMs > OVERDUE_MS) return `${cost} · busy for ${(sim.overdueMs / 1000).toFixed(0)} s`;
  const slow = sim.playing && sim.timing.realTime < 0.9 * sim.speed && sim.timing.stepsPerFrame > 0.5;
  return slow ? `${cost} · ${(100 * sim.timing.realTime).toFixed(0)} %` : cost;
}
