/** A running model for the page: a mirror of the Model, a mirror of the `Data` as of the last frame, and commands. The
 *  simulation itself is in a worker (`simulationServer.ts`), so the page never waits for it. */
import { modelFromSnapshot } from '../../../../core/worker/modelSnapshot.ts';
import type { ArgsOf } from '../../../../core/worker/protocol.ts';
import type { Data, Diagnostic, Model } from '../../../../index.ts';
import { snapshotSource } from '../../../../policy/source.ts';
import { type NamedArrays, Replay } from '../../../../record.ts';
import type { PolicySource } from '../../run/policy.ts';
import type { SimulationHandle } from '../../run/simulationHandle.ts';
import { LoadFailure, type LoadStep, type Source } from '../../source/source.ts';
import type { Divergence } from '../divergence.ts';
import { changeOption, type OptionChange } from '../options.ts';
import { Perturbation } from '../perturb.ts';
import type { Timing } from '../simulation.ts';
import { acquireChannel, type EngineChannel, releaseChannel } from './channel.ts';
import { mirrorData, unpackFields } from './pack.ts';
import type { FrameUpdate, LoadResult, Requests } from './protocol.ts';

export interface OpenOptions {
  /** Progress callback. */
  loading?: (step: LoadStep) => void;
  signal?: AbortSignal;
  /** Run the engine in a worker, where that is allowed (default: true). */
  thread?: boolean;
}

export interface OpenResult {
  simulation: RemoteSimulation;
  title: string;
  warnings: readonly Diagnostic[];
}

/** A change of the `Data` that the last frame may not have. */
interface PendingChange {
  seq: number;
  field: string;
  index: number;
  values: readonly number[];
}

export class RemoteSimulation implements SimulationHandle {
  readonly m: Model;
  readonly d: Data;
  readonly perturbation: Perturbation;
  playing = true;
  speed = 1;
  startKey = -1;
  timing: Timing = { engineMs: 0, stepsPerFrame: 0, msPerStep: 0, realTime: 0 };
  history = { length: 0, cursor: -1, from: 0 };
  divergence: Divergence | undefined;
  profile: FrameUpdate['profile'];
  readonly #channel: EngineChannel;
  /** Requests so far: a number for each. */
  #seq = 0;
  /** Number of the last request that changes the run state in a frame. */
  #stateSeq = 0;
  /** Numbers of the last request for a frame, and of that of the last frame. */
  #requestedSeq = 0;
  #receivedSeq = 0;
  /** When the last frame was requested. */
  #requestedAt = 0;
  /** Whether a frame is pending. */
  #waiting = false;
  #pendingSeconds = 0;
  readonly #requested = new Map<string, readonly string[]>();
  readonly #pending: PendingChange[] = [];
  /** Callers of `whenIdle`, by the number of the request that they wait for. */
  readonly #idle: { seq: number; resolve: () => void }[] = [];
  /** Called when the engine failed unexpectedly. */
  onBroken: (message: string) => void = () => {};

  private constructor(channel: EngineChannel, m: Model) {
    this.#channel = channel;
    this.m = m;
    this.d = mirrorData(m);
    this.perturbation = new Perturbation(m, this.d);
    channel.events = { frame: (update) => this.#update(update), broken: (message) => this.onBroken(message) };
    channel.onFailure = (message) => this.onBroken(message);
  }

  /** Load a model and get ready to play it.
   *  @throws LoadFailure with diagnostics */
  static async open(source: Source, { signal, thread = true, loading }: OpenOptions = {}): Promise<OpenResult> {
    const own = absolute(ownFiles(source));
    const channel = await acquireChannel(thread);
    channel.events = loading ? { loading } : {};
    const { model, title, warnings } = await load(channel, own, signal);
    return { simulation: new RemoteSimulation(channel, modelFromSnapshot(model)), title, warnings };
  }

  /** Let real time pass. Requests the next frame if none is pending. */
  advance(seconds: number): void {
    this.#pendingSeconds += seconds;
    if (this.#waiting) return;
    this.#waiting = true;
    this.#requestedAt = performance.now();
    const pending = this.#pendingSeconds;
    this.#pendingSeconds = 0;
    this.#requestedSeq = this.#seq + 1;
    this.#post('frame', [pending, [...this.#requested.values()].flat()]);
  }

  /** Milliseconds since the pending frame was requested: a step of a large model may take long. */
  get overdueMs(): number {
    return this.#waiting ? performance.now() - this.#requestedAt : 0;
  }

  /** Milliseconds that the engine needs per frame at 60 Hz and the current speed. */
  get frameMs(): number {
    return (this.timing.msPerStep * this.speed) / (60 * this.m.opt.timestep);
  }

  play(on: boolean): void {
    if (this.divergence) return;
    this.playing = on;
    this.#change('play', [on]);
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.#change('setSpeed', [speed]);
  }

  /** Reset to a keyframe, or for -1 to the model's initial state. */
  reset(key: number = this.startKey): void {
    this.startKey = key;
    this.perturbation.release();
    this.#change('reset', [key]);
  }

  stepForward(): void {
    this.playing = false;
    this.#change('stepForward', []);
  }

  stepBack(): void {
    this.playing = false;
    this.#change('stepBack', []);
  }

  /** Go to a state of the history and stay there. */
  scrub(index: number): void {
    this.playing = false;
    this.history.cursor = index;
    this.#change('scrub', [index]);
  }

  /** Return to the last state before a divergence. */
  recover(): void {
    this.#change('recover', []);
  }

  /** Run to a time without pacing, however long that takes. */
  runTo(time: number): void {
    this.#change('runTo', [time]);
  }

  /** Change the `Data`: controls, positions, active equalities. */
  set(field: string, index: number, values: readonly number[]): void {
    this.#post('set', [field, index, values]);
    this.#pending.push({ seq: this.#seq, field, index, values });
    this.#apply(this.#pending[this.#pending.length - 1]!);
  }

  setOption(change: OptionChange): void {
    changeOption(this.m, change);
    this.#post('setOption', [change]);
  }

  /** Send the perturbation. While paused, `applyPose` moves the body to its target. */
  sendPerturbation(applyPose = false): void {
    this.#post('setPerturbation', [this.perturbation.state, applyPose]);
  }

  /** Set the control noise: its scale relative to half of each range, and its correlation time in seconds. */
  setNoise(scale: number, rate: number): void {
    this.#post('setNoise', [scale, rate]);
  }

  /** Let a policy control the run; undefined: none.
   *  @throws Error about the policy */
  async setPolicy(policy: PolicySource | undefined): Promise<void> {
    const own = policy ? snapshotSource('policy', policy) : null;
    this.#seq++;
    await this.#channel.call('setPolicy', [own]);
  }

  /** Show a recorded run until the next reset.
   *  @throws RangeError for arrays that do not fit the model */
  replay(recording: NamedArrays): void {
    new Replay(this.m, recording);
    this.#change('replay', [recording]);
  }

  setProfile(on: boolean): void {
    this.profile = undefined;
    this.#post('setProfile', [on]);
  }

  /** Request fields in addition to the default ones. A second call of a requester replaces its first. */
  requestFields(fields: readonly string[], requester: string): void {
    this.#requested.set(requester, fields);
  }

  /** Resolves when all requests so far are done and their frame has arrived. */
  whenIdle(): Promise<void> {
    this.advance(0);
    const seq = this.#seq;
    return new Promise((resolve) => {
      if (this.#receivedSeq >= seq) resolve();
      else this.#idle.push({ seq, resolve });
    });
  }

  dispose(): void {
    const channel = this.#channel;
    channel.events = {};
    channel.onFailure = () => {};
    if (this.#waiting) void channel.close();
    else releaseChannel(channel);
  }

  #post<K extends keyof Requests>(name: K, args: ArgsOf<Requests, K>): void {
    this.#seq++;
    this.#channel.post(name, args);
  }

  /** Post a request that changes the run state in a frame. */
  #change<K extends keyof Requests>(name: K, args: ArgsOf<Requests, K>): void {
    this.#stateSeq = this.#seq + 1;
    this.#post(name, args);
  }

  #update(frame: FrameUpdate): void {
    const seq = this.#requestedSeq;
    this.#waiting = false;
    this.#receivedSeq = seq;
    if (frame.fields) unpackFields(this.d, frame.fields);
    while (this.#pending[0] && this.#pending[0].seq <= seq) this.#pending.shift();
    for (const change of this.#pending) this.#apply(change);
    this.timing = frame.timing;
    this.divergence = frame.divergence;
    this.profile = frame.profile;
    // later requests are closer to the upcoming state than this frame
    if (seq >= this.#stateSeq) {
      this.playing = frame.playing;
      this.speed = frame.speed;
      this.startKey = frame.startKey;
      this.history = frame.history;
    }
    while (this.#idle[0] && this.#idle[0].seq <= seq) this.#idle.shift()!.resolve();
    // the others wait for requests after that of this frame
    if (this.#idle.length > 0) this.advance(0);
  }

  #apply({ field, index, values }: PendingChange): void {
    (this.d as unknown as Record<string, Float64Array>)[field]?.set(values, index);
  }
}

/** Load a model over a channel. An abort and errors other than those of the model close it. */
async function load(channel: EngineChannel, source: Source, signal: AbortSignal | undefined): Promise<LoadResult> {
  const abort = () => void channel.close();
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  try {
    const result = await channel.call('load', [source]);
    signal?.throwIfAborted();
    return result;
  } catch (error) {
    signal?.throwIfAborted();
    const { diagnostics, texts } = error as Partial<LoadFailure>;
    if (!diagnostics || !texts) {
      void channel.close();
      throw error;
    }
    releaseChannel(channel);
    throw new LoadFailure(diagnostics, texts);
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** A copy of the files: the caller may change its own while a worker starts. */
function ownFiles(source: Source): Source {
  if (source.kind !== 'files') return { ...source };
  return { ...source, files: new Map([...source.files].map(([name, bytes]) => [name, bytes.slice()])) };
}

/** Absolute URLs: a worker that was started from a string does not have the base URL of the page. */
function absolute(source: Source): Source {
  if (typeof document === 'undefined') return source;
  const full = (url: string) => new URL(url, document.baseURI).href;
  const program = source.program === undefined ? {} : { program: full(source.program) };
  return { ...source, ...(source.kind === 'address' ? { url: full(source.url) } : {}), ...program };
}
