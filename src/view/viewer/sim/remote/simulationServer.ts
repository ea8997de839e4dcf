/** The engine's side of a viewer: has the simulation, handles requests and sends frames. */
import { snapshotModel } from '../../../../core/worker/modelSnapshot.ts';
import { type Emit, type Handlers, Transferred } from '../../../../core/worker/protocol.ts';
import { type Profile, startProfile } from '../../../../index.ts';
import { loadController, type PolicySource } from '../../run/policy.ts';
import { controllersOf } from '../../source/program.ts';
import { LoadFailure, loadSource, type Source, sourcePath } from '../../source/source.ts';
import { changeOption } from '../options.ts';
import { Simulation } from '../simulation.ts';
import { buffersOf, Packer } from './pack.ts';
import type { Events, LoadResult, Requests } from './protocol.ts';

export class SimulationServer {
  readonly handlers: Handlers<Requests> = {
    ready: () => {},
    load: (source) => this.#load(source),
    setPolicy: (policy) => this.#setPolicy(policy),
    frame: (seconds, requested) => this.#frame(seconds, requested),
    play: (on) =>
      this.#change((sim) => {
        if (!sim.divergence) sim.playing = on;
      }),
    setSpeed: (speed) =>
      this.#change((sim) => {
        sim.speed = speed;
      }),
    reset: (key) =>
      this.#change((sim) => {
        sim.startKey = key;
        sim.reset();
      }),
    stepForward: () => this.#change((sim) => sim.stepForward()),
    stepBack: () => this.#change((sim) => sim.stepBack()),
    scrub: (index) => this.#change((sim) => sim.scrub(index)),
    recover: () => this.#change((sim) => sim.recover()),
    runTo: (time) => this.#change((sim) => sim.runTo(time)),
    set: (field, index, values) => this.#change((sim) => sim.change(field, index, values)),
    setOption: (change) =>
      this.#change((sim) => {
        changeOption(sim.m, change);
        if (!sim.playing) sim.refresh();
      }),
    setPerturbation: (state, applyPose) =>
      this.#change((sim) => {
        sim.perturbation.state = state;
        if (applyPose && !sim.playing && sim.perturbation.applyPose()) sim.refresh();
      }),
    setNoise: (scale, rate) =>
      this.#change((sim) => {
        sim.noise.scale = scale;
        sim.noise.rate = rate;
      }),
    setProfile: (on) => this.#change((sim) => this.#setProfile(sim, on)),
    replay: (recording) => this.#change((sim) => sim.replay(recording)),
  };
  readonly #emit: Emit<Events>;
  readonly #share: number;
  #sim: Simulation | undefined;
  #packer: Packer | undefined;
  #profile: Profile | undefined;
  /** Steps when the profile was started. */
  #profiledFrom = 0;
  /** Changes so far; steps between two frames are one. */
  #changes = 0;
  /** Changes, steps and requested fields of the last frame. */
  #sentChanges = -1;
  #sentSteps = 0;
  #sentRequested = '';

  /** @param share share of a frame for steps: small if the page waits for them */
  constructor(emit: Emit<Events>, share: number) {
    this.#emit = emit;
    this.#share = share;
  }

  async #load(source: Source): Promise<Transferred<LoadResult>> {
    this.#sim = undefined;
    try {
      const { model, title, warnings, program } = await loadSource(source, (step) => this.#emit('loading', [step]));
      this.#sim = new Simulation(model, this.#share, undefined, controllersOf(program, model));
      this.#packer = new Packer(this.#sim.d);
      this.#profile = undefined;
      this.#sentChanges = -1;
      const snapshot = snapshotModel(model);
      return new Transferred({ model: snapshot, title, warnings }, [snapshot.words.buffer]);
    } catch (error) {
      if (error instanceof LoadFailure) throw error;
      const location = { file: sourcePath(source), line: 0, column: 0, tag: '', attribute: '' };
      throw new LoadFailure([{ ...location, message: messageOf(error) }], new Map());
    }
  }

  async #setPolicy(policy: PolicySource | null): Promise<void> {
    const sim = this.#sim;
    if (!sim) return;
    sim.onControllerError = (error) => this.#emit('broken', [messageOf(error)]);
    sim.asyncController = policy ? await loadController(sim, policy) : undefined;
  }

  #frame(seconds: number, requested: readonly string[]): void {
    const sim = this.#sim;
    if (!sim) return;
    try {
      sim.advance(seconds);
      // with a policy, steps are also taken between frames
      if (sim.steps !== this.#sentSteps) this.#changes++;
      this.#sentSteps = sim.steps;
    } catch (error) {
      this.#pauseOn(error, sim);
    }
    this.#sendFrame(sim, requested);
  }

  #change(change: (sim: Simulation) => void): void {
    const sim = this.#sim;
    if (!sim) return;
    this.#changes++;
    try {
      change(sim);
    } catch (error) {
      this.#pauseOn(error, sim);
    }
  }

  /** Pause the run on an error such as full memory. The page continues. */
  #pauseOn(error: unknown, sim: Simulation): void {
    sim.playing = false;
    this.#emit('broken', [messageOf(error)]);
  }

  #setProfile(sim: Simulation, on: boolean): void {
    this.#profile?.stop();
    this.#profile = on ? startProfile(sim.m) : undefined;
    this.#profiledFrom = sim.steps;
  }

  #sendFrame(sim: Simulation, requested: readonly string[]): void {
    const isSame = this.#sentChanges === this.#changes && this.#sentRequested === requested.join();
    this.#sentChanges = this.#changes;
    this.#sentRequested = requested.join();
    const fields = isSame ? undefined : this.#packer!.pack(requested);
    const { history, playing, speed, startKey, timing, divergence } = sim;
    const profile = this.#profile && { steps: sim.steps - this.#profiledFrom, times: this.#profile.times() };
    this.#emit(
      'frame',
      [
        {
          fields,
          playing,
          speed,
          startKey,
          timing: { ...timing },
          history: { length: history.length, cursor: history.cursor, from: history.timeAt(0) },
          divergence,
          profile,
        },
      ],
      fields ? buffersOf(fields) : [],
    );
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
