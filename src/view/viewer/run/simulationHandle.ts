/** A running model, in a worker (`sim/remote/remoteSimulation.ts`) or in the page (`localSimulation.ts`). */
import type { Data, Model } from '../../../index.ts';
import type { Divergence } from '../sim/divergence.ts';
import type { Perturbation } from '../sim/perturb.ts';
import type { Timing } from '../sim/simulation.ts';
import type { PolicySource } from './policy.ts';

export interface SimulationHandle {
  readonly m: Model;
  /** The state as of the last frame. */
  readonly d: Data;
  readonly perturbation: Perturbation;
  readonly playing: boolean;
  /** Simulated seconds per second. */
  readonly speed: number;
  /** Keyframe of a reset, or -1. */
  readonly startKey: number;
  readonly timing: Timing;
  /** Number of states in the history, the index of the current one, and the time of the oldest. */
  readonly history: { readonly length: number; readonly cursor: number; readonly from: number };
  readonly divergence: Divergence | undefined;
  /** Advance real time. */
  advance(seconds: number): void;
  play(on: boolean): void;
  setSpeed(speed: number): void;
  reset(key?: number): void;
  stepForward(): void;
  stepBack(): void;
  /** Go to a state of the history and stay there. */
  scrub(index: number): void;
  /** Run to a time without pacing. */
  runTo(time: number): void;
  recover(): void;
  /** Change fields of the data: controls, positions. */
  set(field: string, index: number, values: readonly number[]): void;
  sendPerturbation(applyPose?: boolean): void;
  /** Request fields in addition to the default ones. A second call of a requester replaces its first. */
  requestFields(fields: readonly string[], requester: string): void;
  /** Let a policy control the run; undefined: none. */
  setPolicy(policy: PolicySource | undefined): Promise<void>;
  /** Resolves when all requests so far are done and visible. */
  whenIdle(): Promise<void>;
  dispose(): void;
}
