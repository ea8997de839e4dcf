/** A running model as the page sees it: a copy of the model, a copy of the data as of the last frame, and what one can do
 *  to the run. The run itself is elsewhere (`host.ts`), so the page never waits for it. */
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
import { acquireChannel, releaseChannel } from './channel.ts';
import { mirrorData, unpackFields, unpackModel } from './pack.ts';
import type { Channel, FrameUpdate, Reply, Request } from './protocol.ts';

export interface OpenOptions {
  /** Told what the load is at. */
  loading?: (step: LoadStep) => void;
  signal?: AbortSignal;
  /** Run the engine in a thread of its own, where that is allowed. */
  thread?: boolean;
}

export interface OpenResult {
  simulation: RemoteSimulation;
  title: string;
  warnings: readonly Diagnostic[];
}

/** A change of the data that the last frame may not know of yet. */
interface Pending {
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
  readonly #channel: Channel;
  /** Who waits for a policy to be at the controls. */
  readonly #policies: ((problem: string) => void)[] = [];
  #seq: number;
  /** Number of the last request that changes what a frame says of the run itself. */
  #stateSeq = 0;
  #answered: number;
  #asked = 0;
  #waiting = false;
  #pendingSeconds = 0;
  readonly #wanted = new Map<string, readonly string[]>();
  readonly #pending: Pending[] = [];
  readonly #settled: { seq: number; done: () => void }[] = [];
  /** Told when the engine has failed in a way nobody foresaw. */
  onBroken: (message: string) => void = () => {};

  private constructor(channel: Channel, m: Model, seq: number) {
    this.#channel = channel;
    this.#seq = seq;
    this.#answered = seq;
    this.m = m;
    this.d = mirrorData(m);
    this.perturbation = new Perturbation(m, this.d);
    channel.listen((reply) => this.#hear(reply));
  }

  /** Load a model and be ready to play it.
   *  @throws LoadFailure that tells what is wrong and where */
  static async open(source: Source, { signal, thread = true, loading }: OpenOptions = {}): Promise<OpenResult> {
    const own = absolute(ownFiles(source));
    const channel = await acquireChannel(thread);
    const seq = nextSeq++;
    return new Promise((done, fail) => {
      const abort = () => {
        channel.close();
        fail(signal!.reason);
      };
      if (signal?.aborted) return abort();
      signal?.addEventListener('abort', abort);
      channel.listen((reply) => {
        if (reply.type === 'loading') return loading?.(reply);
        signal?.removeEventListener('abort', abort);
        if (reply.type === 'loaded') {
          const { title, warnings } = reply;
          done({ simulation: new RemoteSimulation(channel, unpackModel(reply.model), seq), title, warnings });
        } else if (reply.type === 'failed') {
          releaseChannel(channel);
          fail(new LoadFailure(reply.diagnostics, reply.texts));
        } else if (reply.type === 'broken') {
          channel.close();
          fail(new Error(reply.message));
        }
      });
      channel.post({ type: 'load', source: own, seq });
    });
  }

  /** Let real time pass. Asks for the next frame unless the last one is still awaited. */
  advance(seconds: number): void {
    this.#pendingSeconds += seconds;
    if (this.#waiting) return;
    this.#waiting = true;
    this.#asked = performance.now();
    const pending = this.#pendingSeconds;
    this.#pendingSeconds = 0;
    this.#send({ type: 'frame', seconds: pending, wanted: [...this.#wanted.values()].flat() });
  }

  /** Milliseconds that the frame asked for is late; a step of a large model may take long. */
  get overdueMs(): number {
    return this.#waiting ? performance.now() - this.#asked : 0;
  }

  /** Milliseconds of the engine in one frame of a screen with 60 of them, at the present speed. */
  get frameMs(): number {
    return (this.timing.msPerStep * this.speed) / (60 * this.m.opt.timestep);
  }

  play(on: boolean): void {
    if (this.divergence) return;
    this.playing = on;
    this.#send({ type: 'play', on });
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    this.#send({ type: 'speed', speed });
  }

  /** Back to the start, which is a keyframe or, for -1, the model's own. */
  reset(key: number = this.startKey): void {
    this.startKey = key;
    this.perturbation.release();
    this.#send({ type: 'reset', key });
  }

  stepForward(): void {
    this.playing = false;
    this.#send({ type: 'forward' });
  }

  stepBack(): void {
    this.playing = false;
    this.#send({ type: 'back' });
  }

  /** Go to a state of the history and stay there. */
  scrub(index: number): void {
    this.playing = false;
    this.history.cursor = index;
    this.#send({ type: 'scrub', index });
  }

  /** Leave a blow-up behind. */
  recover(): void {
    this.#send({ type: 'recover' });
  }

  /** Run to a moment at once, however long that takes. */
  runTo(time: number): void {
    this.#send({ type: 'runTo', time });
  }

  /** Change the data: controls, positions, switches of equalities. */
  set(field: string, index: number, values: readonly number[]): void {
    this.#send({ type: 'set', field, index, values });
    this.#pending.push({ seq: this.#seq, field, index, values });
    this.#apply(this.#pending[this.#pending.length - 1]!);
  }

  setOption(change: OptionChange): void {
    changeOption(this.m, change);
    this.#send({ type: 'option', change });
  }

  /** Tell what the hand does; while time stands still, `applyPose` puts the body where it is held. */
  sendPerturbation(applyPose = false): void {
    this.#send({ type: 'hand', hand: this.perturbation.state, applyPose });
  }

  /** Noise on controls: its size as a part of their half ranges, and the seconds in which it forgets. */
  setNoise(scale: number, rate: number): void {
    this.#send({ type: 'noise', scale, rate });
  }

  /** Let a policy control the run; undefined: no more.
   *  @throws Error that says what is wrong with it */
  async setPolicy(policy: PolicySource | undefined): Promise<void> {
    const own = policy ? snapshotSource('policy', policy) : null;
    const known = new Promise<string>((done) => this.#policies.push(done));
    this.#send({ type: 'policy', policy: own });
    const problem = await known;
    if (problem) throw new Error(problem);
  }

  /** Show a recorded run until the next reset.
   *  @throws RangeError for arrays that do not fit the model */
  replay(recording: NamedArrays): void {
    new Replay(this.m, recording);
    this.#send({ type: 'replay', recording });
  }

  setProfile(on: boolean): void {
    this.profile = undefined;
    this.#send({ type: 'profile', on });
  }

  /** Fields to be kept up to date beyond the usual ones, for somebody who may ask again for others. */
  requestFields(fields: readonly string[], requester: string): void {
    this.#wanted.set(requester, fields);
  }

  /** When everything that was asked for so far is done and seen. */
  whenIdle(): Promise<void> {
    this.advance(0);
    const seq = this.#seq;
    return new Promise((done) => {
      if (this.#answered >= seq) done();
      else this.#settled.push({ seq, done });
    });
  }

  dispose(): void {
    this.#channel.listen(() => {});
    if (this.#waiting) this.#channel.close();
    else releaseChannel(this.#channel);
  }

  #send(request: Request): void {
    this.#seq = nextSeq++;
    if (!['frame', 'set', 'option', 'hand', 'noise', 'profile', 'policy'].includes(request.type))
      this.#stateSeq = this.#seq;
    this.#channel.post({ ...request, seq: this.#seq });
  }

  #hear(reply: Reply): void {
    if (reply.type === 'broken') this.onBroken(reply.message);
    if (reply.type === 'policy') this.#policies.shift()?.(reply.problem);
    if (reply.type !== 'frame') return;
    this.#waiting = false;
    this.#answered = reply.seq;
    if (reply.fields) unpackFields(this.d, reply.fields);
    while (this.#pending[0] && this.#pending[0].seq <= reply.seq) this.#pending.shift();
    for (const change of this.#pending) this.#apply(change);
    this.timing = reply.timing;
    this.divergence = reply.divergence;
    this.profile = reply.profile;
    // what the page has asked for since then is nearer to what will be
    if (reply.seq >= this.#stateSeq) {
      this.playing = reply.playing;
      this.speed = reply.speed;
      this.startKey = reply.startKey;
      this.history = reply.history;
    }
    while (this.#settled[0] && this.#settled[0].seq <= reply.seq) this.#settled.shift()!.done();
    // somebody waits for something that came after this frame was asked for
    if (this.#settled.length > 0) this.advance(0);
  }

  #apply({ field, index, values }: Pending): void {
    (this.d as unknown as Record<string, Float64Array>)[field]?.set(values, index);
  }
}

let nextSeq = 1;

/** A thread that was started from text does not know where the page is. */
/** A copy of the files: whoever opens them may change theirs while a thread starts. */
function ownFiles(source: Source): Source {
  if (source.kind !== 'files') return { ...source };
  return { ...source, files: new Map([...source.files].map(([name, bytes]) => [name, bytes.slice()])) };
}

function absolute(source: Source): Source {
  if (typeof document === 'undefined') return source;
  const full = (url: string) => new URL(url, document.baseURI).href;
  const program = source.program === undefined ? {} : { program: full(source.program) };
  return { ...source, ...(source.kind === 'address' ? { url: full(source.url) } : {}), ...program };
}
