/** The protocol of a viewer's engine, which runs in a worker or in the page. */
import type { ModelSnapshot } from '../../../../core/worker/modelSnapshot.ts';
import type { Diagnostic, StageTime } from '../../../../index.ts';
import type { NamedArrays } from '../../../../record.ts';
import type { PolicySource } from '../../run/policy.ts';
import type { LoadStep, Source } from '../../source/source.ts';
import type { Divergence } from '../divergence.ts';
import type { OptionChange } from '../options.ts';
import type { PerturbationState } from '../perturb.ts';
import type { Timing } from '../simulation.ts';
import type { Fields } from './pack.ts';

/** `ready`, `load` and `setPolicy` have a response. The others are posted: `frame` is followed by the event of the same name. */
export interface Requests {
  /** Returns once the worker runs. */
  ready(): void;
  /** @throws LoadFailure */
  load(source: Source): LoadResult;
  /** Let a policy control the run; null: none.
   *  @throws Error about the policy */
  setPolicy(policy: PolicySource | null): void;
  /** Let real time pass, then send a frame. `requested` are fields in addition to the default ones. */
  frame(seconds: number, requested: readonly string[]): void;
  play(on: boolean): void;
  setSpeed(speed: number): void;
  reset(key: number): void;
  stepForward(): void;
  stepBack(): void;
  scrub(index: number): void;
  recover(): void;
  runTo(time: number): void;
  set(field: string, index: number, values: readonly number[]): void;
  setOption(change: OptionChange): void;
  setPerturbation(state: PerturbationState, applyPose: boolean): void;
  setNoise(scale: number, rate: number): void;
  setProfile(on: boolean): void;
  /** Show a recorded run. */
  replay(recording: NamedArrays): void;
}

export interface Events {
  /** Progress of `load`. */
  loading(step: LoadStep): void;
  frame(update: FrameUpdate): void;
  /** An unexpected error; the run is paused. */
  broken(message: string): void;
}

export interface LoadResult {
  model: ModelSnapshot;
  title: string;
  warnings: readonly Diagnostic[];
}

/** The state of a run. All requests before that of this frame have been handled. */
export interface FrameUpdate {
  /** Undefined if nothing changed since the last frame. */
  fields: Fields | undefined;
  playing: boolean;
  speed: number;
  startKey: number;
  timing: Timing;
  /** States in the history, the index of the current one, and the time of the oldest. */
  history: { length: number; cursor: number; from: number };
  divergence: Divergence | undefined;
  /** Steps since the profile started, and the time of each stage. */
  profile: { steps: number; times: StageTime[] } | undefined;
}
