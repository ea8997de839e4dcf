/** What the page and the thread that runs the engine say to each other. */
import type { Diagnostic, StageTime } from '../../../../index.ts';
import type { NamedArrays } from '../../../../record.ts';
import type { PolicySource } from '../../run/policy.ts';
import type { LoadStep, Source } from '../../source/source.ts';
import type { Divergence } from '../divergence.ts';
import type { OptionChange } from '../options.ts';
import type { PerturbationState } from '../perturb.ts';
import type { Timing } from '../simulation.ts';
import type { Fields, PackedModel } from './pack.ts';

/** From the page. Each has a number; a frame tells up to which number it knows. */
export type Request =
  | { type: 'load'; source: Source }
  /** Let real time pass, and tell how things are then. `wanted` are fields beyond the usual ones. */
  | { type: 'frame'; seconds: number; wanted: readonly string[] }
  | { type: 'play'; on: boolean }
  | { type: 'speed'; speed: number }
  | { type: 'reset'; key: number }
  | { type: 'forward' }
  | { type: 'back' }
  | { type: 'scrub'; index: number }
  | { type: 'recover' }
  | { type: 'runTo'; time: number }
  | { type: 'set'; field: string; index: number; values: readonly number[] }
  | { type: 'option'; change: OptionChange }
  | { type: 'hand'; hand: PerturbationState; applyPose: boolean }
  | { type: 'noise'; scale: number; rate: number }
  | { type: 'profile'; on: boolean }
  /** Show a recorded run. */
  | { type: 'replay'; recording: NamedArrays }
  /** Let a policy control the run; null: no more. */
  | { type: 'policy'; policy: PolicySource | null };

export type Numbered = Request & { seq: number };

/** What a run is like at a frame. */
export interface FrameUpdate {
  type: 'frame';
  seq: number;
  /** Undefined if nothing has changed since the last frame. */
  fields: Fields | undefined;
  playing: boolean;
  speed: number;
  startKey: number;
  timing: Timing;
  /** States that are kept, the present one among them, and the time of the oldest. */
  history: { length: number; cursor: number; from: number };
  divergence: Divergence | undefined;
  /** Stages since the profile began, and steps. */
  profile: { steps: number; times: StageTime[] } | undefined;
}

export type Reply =
  | FrameUpdate
  | { type: 'ready' }
  | ({ type: 'loading' } & LoadStep)
  | { type: 'loaded'; model: PackedModel; title: string; warnings: readonly Diagnostic[] }
  | { type: 'failed'; diagnostics: readonly Diagnostic[]; texts: ReadonlyMap<string, string> }
  /** A policy is at the controls, or what is wrong with it. */
  | { type: 'policy'; problem: string }
  /** Something that should not happen. */
  | { type: 'broken'; message: string };

/** A line to the engine, wherever it runs. */
export interface Channel {
  /** False if the thread at the other end has died. */
  alive: boolean;
  /** Whether there is a thread at the other end. */
  readonly threaded: boolean;
  post(request: Numbered): void;
  listen(heard: (reply: Reply) => void): void;
  close(): void;
}
