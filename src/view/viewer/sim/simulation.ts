/** A model that runs: real-time pacing, history, the user's hand, and noticing when it blows up. Knows nothing of the page. */
import { Data, forward, type Model, resetData, resetDataKeyframe, step } from '../../../index.ts';
import { type NamedArrays, Replay } from '../../../record.ts';
import type { Control } from '../source/program.ts';
import { countBad, type Divergence, describeDivergence } from './divergence.ts';
import { History } from './history.ts';
import { ControlNoise } from './noise.ts';
import { Perturbation } from './perturb.ts';

/** Time that steps may take of one frame, however short or long it is. */
const [MIN_BUDGET_MS, MAX_BUDGET_MS] = [12, 100];
/** A page that was hidden does not catch up with what it missed. */
const LONGEST_FRAME_S = 0.25;
/** Frames that the cost of a step is taken from. */
const FRAMES = 31;

/** What the last frame cost and achieved, smoothed. */
export interface Timing {
  engineMs: number;
  stepsPerFrame: number;
  msPerStep: number;
  /** Simulated over real time; less than the speed asked for if the model is too slow. */
  realTime: number;
}

/** Sets controls before each step, and may have to wait for them. */
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
  /** Number of the keyframe that a reset goes to; -1 is the model's own start. */
  startKey = -1;
  divergence: Divergence | undefined;
  /** Steps made so far. */
  steps = 0;
  readonly #share: number;
  #timeToSimulate = 0;
  readonly #costs: number[] = [];

  /** Called before each step, to set controls. */
  control: ((m: Model, d: Data) => void) | undefined;
  /** Begins a controller, which is asked at each step; what it remembers is gone when time is set back. */
  readonly #controllers: (() => Control) | undefined;
  #controller: Control | undefined;
  #asyncController: AsyncController | undefined;
  /** Controls that the user has taken from whoever else sets them, until a reset or another pilot. */
  readonly #controlOverrides = new Map<number, number>();
  /** Flights so far: one that is no longer the last makes no more steps. */
  #runId = 0;
  #controllerRunning = false;
  /** Whether playing goes through a recording. */
  #replaying = false;

  /** @param share part of a frame that steps may take
   *  @param d the state to go on from; without it, a new one */
  constructor(m: Model, share = 0.5, d?: Data, controllers?: () => Control) {
    this.m = m;
    this.#controllers = controllers;
    this.#share = share;
    // a model of somebody's own keeps its own way to warn
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

  /** Back to the start: the state at `startKey`, or the reference configuration. */
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

  /** Let real time pass: as many steps as fit, none if paused. */
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

  /** Show a recorded run until the next reset: its states are the past, and playing goes through them.
   *  @throws RangeError for arrays that do not fit the model */
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

  /** Go to the last recorded state that is due; at the end stop, and from there play again. */
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

  /** Give the controls to somebody who sets them before each step; undefined: take them back. */
  set asyncController(pilot: AsyncController | undefined) {
    this.#stopController();
    this.#controlOverrides.clear();
    this.#asyncController = pilot;
    pilot?.reset();
  }

  /** Told when a pilot fails: the run is paused then. */
  onControllerError: (error: unknown) => void = () => {};

  /** Pay the time that is owed in steps, with the pilot at the controls. While it is waited for, the run may be paused,
   *  reset or taken elsewhere: then no step follows. */
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

  /** What the pilot is about to say is about another state. */
  #stopController(): void {
    this.#runId++;
    this.#asyncController?.reset();
  }

  /** One step forward; in the past, to the next known state. */
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

  /** Run to a moment at once. */
  runTo(time: number): void {
    this.playing = false;
    const end = time - 0.5 * this.m.opt.timestep;
    while (this.d.time < end && !this.divergence) {
      const { time: before } = this.d;
      this.#step();
      // a time step of 0, or one that is lost in rounding, leads nowhere
      if (!(this.d.time > before)) break;
    }
    forward(this.m, this.d);
  }

  /** Leave a blow-up behind: back to the last good state. */
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

  /** Elements of a field of the Data as the user wants them; a control stays so until a reset, whoever else sets
   *  it. What does not fit is ignored. */
  change(field: string, index: number, values: readonly number[]): void {
    const array = (this.d as unknown as Record<string, Float64Array | undefined>)[field];
    if (!ArrayBuffer.isView(array) || index + values.length > array.length) return;
    array.set(values, index);
    if (field === 'ctrl' && (this.control || this.#controllers || this.#asyncController))
      values.forEach((value, k) => void this.#controlOverrides.set(index + k, value));
    // controls take effect with the next step; a position is seen at once
    if (!this.playing || field === 'qpos') this.refresh();
  }

  /** What follows from a state that the user has changed. */
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

  /** Cost of a step in the middle of the last frames: those in which the machine did something else do not count. */
  #medianCost(ms: number): number {
    this.#costs.push(ms);
    if (this.#costs.length > FRAMES) this.#costs.shift();
    const sorted = [...this.#costs].sort((a, b) => a - b);
    return sorted[sorted.length >> 1]!;
  }
}
