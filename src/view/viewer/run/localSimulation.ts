/** A run in the page, on a Model and a `Data` owned by the caller and drawn directly. */
import type { Data, Model } from '../../../index.ts';
import { Simulation } from '../sim/simulation.ts';
import { loadController, type PolicySource } from './policy.ts';
import type { SimulationHandle } from './simulationHandle.ts';

/** The page also renders, so steps may take half of a frame. */
const SHARE = 0.5;

export class LocalSimulation implements SimulationHandle {
  readonly #sim: Simulation;

  constructor(m: Model, d: Data | undefined, control?: (m: Model, d: Data) => void) {
    this.#sim = new Simulation(m, SHARE, d);
    this.#sim.control = control;
  }

  get m(): Model {
    return this.#sim.m;
  }

  get d(): Data {
    return this.#sim.d;
  }

  get perturbation() {
    return this.#sim.perturbation;
  }

  get playing(): boolean {
    return this.#sim.playing;
  }

  get speed(): number {
    return this.#sim.speed;
  }

  get startKey(): number {
    return this.#sim.startKey;
  }

  get timing() {
    return this.#sim.timing;
  }

  get history() {
    const { history } = this.#sim;
    return { length: history.length, cursor: history.cursor, from: history.timeAt(0) };
  }

  get divergence() {
    return this.#sim.divergence;
  }

  advance(seconds: number): void {
    this.#sim.advance(seconds);
  }

  play(on: boolean): void {
    if (!this.#sim.divergence) this.#sim.playing = on;
  }

  setSpeed(speed: number): void {
    this.#sim.speed = speed;
  }

  reset(key: number = this.startKey): void {
    this.#sim.startKey = key;
    this.#sim.reset();
  }

  stepForward(): void {
    this.#sim.stepForward();
  }

  stepBack(): void {
    this.#sim.stepBack();
  }

  scrub(index: number): void {
    this.#sim.scrub(index);
  }

  runTo(time: number): void {
    this.#sim.runTo(time);
  }

  recover(): void {
    this.#sim.recover();
  }

  set(field: string, index: number, values: readonly number[]): void {
    this.#sim.change(field, index, values);
  }

  sendPerturbation(applyPose = false): void {
    if (applyPose && !this.playing && this.perturbation.applyPose()) this.#sim.refresh();
  }

  /** Nothing to do: the `Data` is local and has all fields. */
  requestFields(): void {}

  async setPolicy(policy: PolicySource | undefined): Promise<void> {
    this.#sim.asyncController = policy && (await loadController(this.#sim, policy));
  }

  whenIdle(): Promise<void> {
    return Promise.resolve();
  }

  /** The Model and the `Data` belong to the caller. */
  dispose(): void {
    this.#sim.playing = false;
  }
}
