/** A running model: real-time pacing, history, perturbation, and detection of divergence. Independent of the page. */
import { Data, forward, type Model, resetData, resetDataKeyframe, step } from '../../../index.ts';
import { type NamedArrays, Replay } from '../../../record.ts';
import type { Control } from '../source/program.ts';
import { countBad, type Divergence, describeDivergence } from './divergence.ts';
import { History } from './history.ts';
import { ControlNoise } from './noise.ts';
import { Perturbation } from './perturb.ts';

/** Minimum and maximum time for steps per frame, for any frame rate. */
const [MIN_BUDGET_MS, MAX_BUDGET_MS] = [12, 100];
/** A page that was hidden does not catch up. */
const LONGEST_FRAME_S = 0.25;
/** Number of frames for the median cost of a step. */
const FRAMES = 31;

/** Smoothed cost and speed of the last frames. */
export interface Timing {
  engineMs: number;
  stepsPerFrame: number;
  msPerStep: number;
  /** Simulated over real time; below the requested speed if the model is too slow. */
  realTime: number;
}

/** Sets controls before each step, asynchronously. */
export interface AsyncController {
  act(d: Data): Promise<void>;
  reset(): void;
}

export class Simulation {
  readonly m: Model;
  readonly d: Data;
  readonly history: History;
  readonly perturbation: Perturbation;
  readonly noise: ControlNoise;
  readonly timing: Timing = { engineMs: 0, stepsPerFrame: 0, msPerStep: 0, realTime: 0 };
  playing = true;
  /** Simulated seconds per second. */
  speed = 1;
  /** Keyframe of a reset; -1: the initial state of the model. */
  startKey = -1;
  divergence: Divergence | undefined;
  /** Steps taken so far. */
  steps = 0;
  readonly #share: number;
  #timeToSimulate = 0;
  readonly #costs: number[] = [];

  /** Called before each step to set controls. */
  control: ((m: Model, d: Data) => void) | undefined;
  /** Creates the controllers of a run; they are recreated, without state, when time is set back. */
  readonly #controllers: (() => Control) | undefined;
  #controller: Control | undefined;
  #asyncController: AsyncController | undefined;
  /** Controls overridden by the user, until a reset or another controller. */
  readonly #controlOverrides = new Map<number, number>();
  /** Id of the current asynchronous run: runs with an older id stop stepping. */
  #runId = 0;
  #controllerRunning = false;
  /** Whether a recording is played. */
  #replaying = false;

  /** @param share share of a frame for steps
   * @param d the initial state (default: a new one) */
  constructor(m: Model, share = 0.5, d?: Data, controllers?: () => Control) {
    this.m = m;
    this.#controllers = controllers;
    this.#share = share;
    // a model of the caller keeps its own warning callback
    if (!d || !m.callbacks?.warning) m.callbacks = { ...m.callbacks, warning: () => {} };
    this.d = d ?? new Data(m);
    this.history = new History(m, this.d);
    this.perturbation = new Perturbation(m, this.d);
    this.noise = new ControlNoise(m);
    if (!d) this.reset();
    else {
      forward(m, d);
      this.history.record();
    }
  }

  /** Reset to `startKey`, or to the reference configuration. */
  reset(key: number = this.startKey): void {
    if (key >= 0 && key < this.m.nkey) resetDataKeyframe(this.m, this.d, key);
    else resetData(this.m, this.d);
    this.divergence = undefined;
    this.#controller = undefined;
    this.#timeToSimulate = 0;
    this.#controlOverrides.clear();
    this.perturbation.release();
    this.#stopController();
    this.#replaying = false;
    forward(this.m, this.d);
    this.history.clear();
    this.history.record();
  }

  /** Advance real time: takes as many steps as fit, none if paused. */
  advance(seconds: number): void {
    if (!this.playing || this.divergence) {
      this.#timeToSimulate = 0;
      this.#recordTiming(0, 0, seconds);
      return;
    }
    const dt = this.m.opt.timestep;
    const elapsed = Math.min(seconds, LONGEST_FRAME_S);
    this.#timeToSimulate += elapsed * this.speed;
    const budget = Math.max(MIN_BUDGET_MS, Math.min(MAX_BUDGET_MS, 1000 * this.#share * elapsed));
    if (this.#replaying) {
      this.#advanceReplay();
      return;
    }
    if (this.#asyncController) {
      void this.#runController(this.#asyncController, budget, elapsed);
      return;
    }
    const from = performance.now();
    let steps = 0;
    while (this.#timeToSimulate >= dt && !this.divergence) {
      this.#step();
      this.#timeToSimulate -= dt;
      steps++;
      if (performance.now() - from > budget) {
        this.#timeToSimulate = Math.min(this.#timeToSimulate, dt);
        break;
      }
    }
    this.#recordTiming(performance.now() - from, steps, elapsed);
  }

  /** Show a recorded run until the next reset: its states become the history, and playing steps through them.
   *  @throws RangeError for arrays that do not match the model */
  replay(recording: NamedArrays): void {
    const replay = new Replay(this.m, recording);
    this.reset();
    this.history.clear();
    for (let row = 0; row < replay.rows; row++) {
      replay.show(this.d, row);
      this.history.record();
    }
    this.history.goTo(0);
    this.#replaying = true;
  }

  /** Advance to the last recorded state that is due; stop at the end, and restart from there when played again. */
  #advanceReplay(): void {
    const { history, d } = this;
    if (history.cursor === history.length - 1) history.goTo(0);
    let next = history.cursor;
    while (next + 1 < history.length && history.timeAt(next + 1) <= d.time + this.#timeToSimulate + 1e-9) next++;
    if (next === history.cursor) return;
    this.#timeToSimulate -= history.timeAt(next) - d.time;
    history.goTo(next);
    this.steps++;
    if (next < history.length - 1) return;
    this.playing = false;
    this.#timeToSimulate = 0;
  }

  get asyncController(): AsyncController | undefined {
    return this.#asyncController;
  }

  /** Set a controller that runs before each step; undefined: none. */
  set asyncController(pilot: AsyncController | undefined) {
    this.#stopController();
    this.#controlOverrides.clear();
    this.#asyncController = pilot;
    pilot?.reset();
  }

  /** Called when an asynchronous controller fails: the run is then paused. */
  onControllerError: (error: unknown) => void = () => {};

  /** Take the pending steps with the asynchronous controller. If the run is paused, reset or moved while awaiting it,
   * no step follows. */
  async #runController(controller: AsyncController, budget: number, elapsed: number): Promise<void> {
    if (this.#controllerRunning) return;
    this.#controllerRunning = true;
    const runId = this.#runId;
    const [from, dt] = [performance.now(), this.m.opt.timestep];
    let steps = 0;
    try {
      while (this.#timeToSimulate >= dt && performance.now() - from <= budget) {
        await controller.act(this.d);
        if (runId !== this.#runId || !this.playing || this.divergence) break;
        this.#step();
        this.#timeToSimulate -= dt;
        steps++;
      }
    } catch (error) {
      this.playing = false;
      this.onControllerError(error);
    } finally {
      this.#controllerRunning = false;
      this.#timeToSimulate = Math.min(this.#timeToSimulate, dt);
    }
    this.#recordTiming(performance.now() - from, steps, elapsed);
  }

  /** Invalidates a pending result of the controller. */
  #stopController(): void {
    this.#runId++;
    this.#asyncController?.reset();
  }

  /** Take one step; within the history, go to the next state. */
  stepForward(): void {
    this.playing = false;
    if (this.history.cursor < this.history.length - 1) this.history.goTo(this.history.cursor + 1);
    else if (!this.divergence) this.#step();
  }

  stepBack(): void {
    this.playing = false;
    this.#controller = undefined;
    this.history.goTo(this.history.cursor - 1);
  }

  /** Go to a state of the history and stay there. */
  scrub(index: number): void {
    this.playing = false;
    this.#stopController();
    this.divergence = undefined;
    this.#controller = undefined;
    this.history.goTo(index);
  }

  /** Run to a time without pacing. */
  runTo(time: number): void {
    this.playing = false;
    const end = time - 0.5 * this.m.opt.timestep;
    while (this.d.time < end && !this.divergence) {
      const { time: before } = this.d;
      this.#step();
      // a timestep of 0, or one lost in rounding, makes no progress
      if (!(this.d.time > before)) break;
    }
    forward(this.m, this.d);
  }

  /** Return to the last good state before a divergence. */
  recover(): void {
    const { divergence } = this;
    if (!divergence) return;
    this.divergence = undefined;
    this.#controller = undefined;
    this.d.warning_number.fill(0);
    this.playing = false;
    if (divergence.lastGood < 0) this.reset();
    else {
      this.history.truncate(divergence.lastGood);
      this.history.goTo(divergence.lastGood);
    }
  }

  /** Set elements of a field of the `Data`. A control stays overridden until a reset. Invalid values are ignored. */
  change(field: string, index: number, values: readonly number[]): void {
    const array = (this.d as unknown as Record<string, Float64Array | undefined>)[field];
    if (!ArrayBuffer.isView(array) || index + values.length > array.length) return;
    array.set(values, index);
    if (field === 'ctrl' && (this.control || this.#controllers || this.#asyncController))
      values.forEach((value, k) => void this.#controlOverrides.set(index + k, value));
    // controls take effect in the next step; a position is visible immediately
    if (!this.playing || field === 'qpos') this.refresh();
  }

  /** Update everything that depends on a state changed by the user. */
  refresh(): void {
    forward(this.m, this.d);
    this.history.amend();
  }

  #step(): void {
    const { m, d } = this;
    const { time } = d;
    const bad = countBad(d);
    this.perturbation.apply();
    this.control?.(m, d);
    this.#controller ??= this.#controllers?.();
    this.#controller?.(d);
    for (const [control, value] of this.#controlOverrides) d.ctrl[control] = value;
    this.noise.add(d);
    step(m, d);
    this.noise.remove(d);
    if (countBad(d) !== bad) {
      this.divergence = describeDivergence(m, d, this.history, time);
      this.playing = false;
      return;
    }
    this.history.record();
    this.steps++;
  }

  #recordTiming(ms: number, steps: number, seconds: number): void {
    const { timing: pace } = this;
    const blend = (old: number, value: number) => old + 0.1 * (value - old);
    pace.engineMs = blend(pace.engineMs, ms);
    pace.stepsPerFrame = blend(pace.stepsPerFrame, steps);
    if (steps > 0) pace.msPerStep = this.#medianCost(ms / steps);
    if (seconds > 0) pace.realTime = blend(pace.realTime, (steps * this.m.opt.timestep) / seconds);
  }

  /** Median step cost of the last frames, robust to frames in which the machine was busy. */
  #medianCost(ms: number): number {
    this.#costs.push(ms);
    if (this.#costs.length > FRAMES) this.#costs.shift();
    const sorted = [...this.#costs].sort((a, b) => a - b);
    return sorted[sorted.length >> 1]!;
  }
}
