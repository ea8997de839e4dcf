/** The thread that runs the engine: does what the page asks for, and tells it how things are. */
import { type Profile, startProfile } from '../../../../index.ts';
import { loadController, type PolicySource } from '../../run/policy.ts';
import { controllersOf } from '../../source/program.ts';
import { LoadFailure, loadSource, sourcePath } from '../../source/source.ts';
import { changeOption } from '../options.ts';
import { Simulation } from '../simulation.ts';
import { buffersOf, Packer, packModel } from './pack.ts';
import type { Numbered, Reply } from './protocol.ts';

export type Post = (reply: Reply, handedOver: ArrayBuffer[]) => void;

export class SimulationServer {
  readonly #post: Post;
  readonly #share: number;
  #sim: Simulation | undefined;
  #packer: Packer | undefined;
  #profile: Profile | undefined;
  #profiledFrom = 0;
  #seq = 0;
  /** Steps and changes so far, and how many of them the page knows. */
  #changes = 0;
  #told = -1;
  #wanted = '';
  /** Loading takes several turns; what comes in between waits. */
  #turn: Promise<void> = Promise.resolve();
  #loading = false;
  #toldSteps = 0;

  /** @param share part of a frame that steps may take: little where the page waits for them */
  constructor(post: Post, share: number) {
    this.#post = post;
    this.#share = share;
  }

  receive(request: Numbered): void {
    if (request.type === 'load' || request.type === 'policy' || this.#loading) {
      this.#loading = true;
      this.#turn = this.#turn.then(() => this.#answer(request));
      void this.#turn.then(() => {
        this.#loading = false;
      });
    } else void this.#answer(request);
  }

  async #answer(request: Numbered): Promise<void> {
    this.#seq = request.seq;
    try {
      if (request.type === 'load') await this.#load(request);
      else if (this.#sim && request.type === 'policy') await this.#setPolicy(this.#sim, request.policy);
      else if (this.#sim && request.type !== 'policy') this.#act(this.#sim, request);
    } catch (error) {
      // such as a memory that is full: the run stops, the page goes on
      if (this.#sim) this.#sim.playing = false;
      this.#post({ type: 'broken', message: messageOf(error) }, []);
      if (this.#sim && request.type === 'frame') this.#tell(this.#sim, request.wanted);
    }
  }

  async #load({ source }: Numbered & { type: 'load' }): Promise<void> {
    this.#sim = undefined;
    try {
      const { model, title, warnings, program } = await loadSource(source, (at) =>
        this.#post({ type: 'loading', ...at }, []),
      );
      this.#sim = new Simulation(model, this.#share, undefined, controllersOf(program, model));
      this.#packer = new Packer(this.#sim.d);
      this.#profile = undefined;
      this.#told = -1;
      const packed = packModel(model);
      this.#post({ type: 'loaded', model: packed, title, warnings }, buffersOf(packed));
    } catch (error) {
      const location = { file: sourcePath(source), line: 0, column: 0, tag: '', attribute: '' };
      const failure = error instanceof LoadFailure ? error : undefined;
      const diagnostics = failure?.diagnostics ?? [{ ...location, message: messageOf(error) }];
      this.#post({ type: 'failed', diagnostics, texts: failure?.texts ?? new Map() }, []);
    }
  }

  #act(sim: Simulation, request: Exclude<Numbered, { type: 'load' | 'policy' }>): void {
    if (request.type === 'frame') {
      sim.advance(request.seconds);
      // with a policy, steps are made between frames too
      if (sim.steps !== this.#toldSteps) this.#changes++;
      this.#toldSteps = sim.steps;
      this.#tell(sim, request.wanted);
      return;
    }
    this.#changes++;
    switch (request.type) {
      case 'play':
        if (!sim.divergence) sim.playing = request.on;
        break;
      case 'speed':
        sim.speed = request.speed;
        break;
      case 'reset':
        sim.startKey = request.key;
        sim.reset();
        break;
      case 'forward':
        sim.stepForward();
        break;
      case 'back':
        sim.stepBack();
        break;
      case 'scrub':
        sim.scrub(request.index);
        break;
      case 'recover':
        sim.recover();
        break;
      case 'runTo':
        sim.runTo(request.time);
        break;
      case 'set':
        sim.change(request.field, request.index, request.values);
        break;
      case 'option':
        changeOption(sim.m, request.change);
        if (!sim.playing) sim.refresh();
        break;
      case 'hand':
        sim.perturbation.state = request.hand;
        if (request.applyPose && !sim.playing && sim.perturbation.applyPose()) sim.refresh();
        break;
      case 'noise':
        sim.noise.scale = request.scale;
        sim.noise.rate = request.rate;
        break;
      case 'replay':
        sim.replay(request.recording);
        break;
      case 'profile':
        this.#setProfile(sim, request.on);
        break;
    }
  }

  async #setPolicy(sim: Simulation, policy: PolicySource | null): Promise<void> {
    let problem = '';
    sim.onControllerError = (error) => this.#post({ type: 'broken', message: messageOf(error) }, []);
    try {
      sim.asyncController = policy ? await loadController(sim, policy) : undefined;
    } catch (error) {
      problem = messageOf(error);
    }
    this.#post({ type: 'policy', problem }, []);
  }

  #setProfile(sim: Simulation, on: boolean): void {
    this.#profile?.stop();
    this.#profile = on ? startProfile(sim.m) : undefined;
    this.#profiledFrom = sim.steps;
  }

  #tell(sim: Simulation, wanted: readonly string[]): void {
    const same = this.#told === this.#changes && this.#wanted === wanted.join();
    this.#told = this.#changes;
    this.#wanted = wanted.join();
    const fields = same ? undefined : this.#packer!.pack(wanted);
    const { history, playing, speed, startKey, timing: pace, divergence } = sim;
    const profile = this.#profile && { steps: sim.steps - this.#profiledFrom, times: this.#profile.times() };
    this.#post(
      {
        type: 'frame',
        seq: this.#seq,
        fields,
        playing,
        speed,
        startKey,
        timing: { ...pace },
        history: { length: history.length, cursor: history.cursor, from: history.timeAt(0) },
        divergence,
        profile,
      },
      fields ? buffersOf(fields) : [],
    );
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
