/** The bar below the picture of the component: play, reset, timeline. */
import type { SimulationHandle } from './run/simulationHandle.ts';

const shapes = {
  play: 'M4 2l10 6-10 6z',
  pause: 'M3 2h4v12H3zM9 2h4v12H9z',
  reset: 'M8 3V0L3 4l5 4V5a4 4 0 1 1-4 4H2a6 6 0 1 0 6-6z',
};

export class Bar {
  readonly element = document.createElement('div');
  readonly #simulation: () => SimulationHandle | undefined;
  readonly #play: HTMLButtonElement;
  readonly #line = document.createElement('input');
  readonly #time = document.createElement('output');
  #playing: boolean | undefined;

  constructor(simulation: () => SimulationHandle | undefined) {
    this.#simulation = simulation;
    this.element.className = 'bar';
    this.element.setAttribute('role', 'toolbar');
    this.element.setAttribute('aria-label', 'Simulation');
    this.#play = button('play', 'Play', () => simulation()?.play(!simulation()?.playing));
    this.#play.classList.add('play');
    Object.assign(this.#line, { type: 'range', min: '0', max: '0', step: '1', title: 'History' });
    this.#line.setAttribute('aria-label', 'History');
    this.#line.addEventListener('input', () => simulation()?.scrub(Number(this.#line.value)));
    const reset = button('reset', 'Reset', () => simulation()?.reset());
    this.element.append(this.#play, reset, this.#line, this.#time);
  }

  update(): void {
    const simulation = this.#simulation();
    if (!simulation) return;
    if (simulation.playing !== this.#playing) {
      this.#playing = simulation.playing;
      draw(this.#play, simulation.playing ? 'pause' : 'play', simulation.playing ? 'Pause' : 'Play');
    }
    this.#line.max = String(Math.max(0, simulation.history.length - 1));
    this.#line.value = String(simulation.history.cursor);
    this.#time.textContent = `${simulation.d.time.toFixed(2)} s`;
  }
}

function button(shape: keyof typeof shapes, title: string, click: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.addEventListener('click', click);
  draw(element, shape, title);
  return element;
}

function draw(element: HTMLButtonElement, shape: keyof typeof shapes, title: string): void {
  element.title = title;
  element.setAttribute('aria-label', title);
  element.innerHTML = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${shapes[shape]}"/></svg>`;
}
