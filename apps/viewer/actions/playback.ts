/** Playback actions: play, step, speed, reset, scrub. */
import type { App } from '../app.ts';
import { speeds } from '../ui/transport.ts';

export class PlaybackActions {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  toggle(): void {
    const { sim } = this.#app;
    sim?.play(!sim.playing);
  }

  stepForward(): void {
    this.#app.sim?.stepForward();
  }

  stepBack(): void {
    this.#app.sim?.stepBack();
  }

  scrub(index: number): void {
    this.#app.sim?.scrub(index);
  }

  /** Reset to the initial state, or to a keyframe, which becomes the initial state. */
  reset(key?: number): void {
    this.#app.sim?.reset(key);
    this.#app.changed();
  }

  setSpeed(speed: number): void {
    this.#app.sim?.setSpeed(speed);
    this.#app.changed();
  }

  changeSpeed(by: 1 | -1): void {
    const now = speeds.findIndex((s) => s >= (this.#app.sim?.speed ?? 1));
    this.setSpeed(speeds[Math.max(0, Math.min(speeds.length - 1, now + by))]!);
  }

  selectParent(): void {
    const { sim } = this.#app;
    const parent = sim && sim.perturbation.body > 0 ? sim.m.body_parentid[sim.perturbation.body]! : 0;
    if (parent > 0) sim?.perturbation.select(parent);
  }
}
