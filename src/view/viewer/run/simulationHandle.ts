/** A model that runs, wherever it does: in a thread (`sim/remote/player.ts`) or in the page (`local.ts`). */
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
  /** Keyframe that a reset goes to, or -1. */
  readonly startKey: number;
  readonly timing: Timing;
  /** States that are kept, the present one among them, and the time of the oldest. */
  readonly history: { readonly length: number; readonly cursor: number; readonly from: number };
  readonly divergence: Divergence | undefined;
  /** Let real time pass. */
  advance(seconds: number): void;
  play(on: boolean): void;
  setSpeed(speed: number): void;
  reset(key?: number): void;
  stepForward(): void;
  stepBack(): void;
  /** Go to a state of the history and stay there. */
  scrub(index: number): void;
  /** Run to a moment at once. */
  runTo(time: number): void;
  recover(): void;
  /** Change the data: controls, positions. */
  set(field: string, index: number, values: readonly number[]): void;
  sendPerturbation(applyPose?: boolean): void;
  /** Fields to be kept up to date beyond the usual ones, for somebody who may ask again for others. */
  requestFields(fields: readonly string[], requester: string): void;
  /** Let a policy control the run; undefined: no more. */
  setPolicy(policy: PolicySource | undefined): Promise<void>;
  /** When everything that was asked for so far is done and seen. */
  whenIdle(): Promise<void>;
  dispose(): void;
}
