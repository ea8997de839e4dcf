/** `Simulation`: one environment, from a model, a `Data` and the rules of a task. */
import { withParameters } from '../../batch.ts';
import { expectNumbers, expectObject, found } from '../../core/expect.ts';
import { Data, forward, type Model, resetData, rnePostConstraint, step } from '../../index.ts';
import type { Environment, ResetOptions, ResetResult, StepResult } from './environment.ts';
import { Generator } from './random/generator.ts';
import { Box } from './space.ts';
import { type CommonOptions, needsExternalForces, type Task, type TaskKind, taskWorld } from './task.ts';

/** A model, a state and the rules of a task. */
export class Simulation implements Environment {
  readonly observationSpace: Box;
  readonly actionSpace: Box;
  readonly model: Model;
  /** The state, for viewers and recorders. */
  readonly data: Data;
  readonly #kind: TaskKind;
  readonly #options: CommonOptions;
  readonly #task: Task;
  readonly #frames: number;
  readonly #needsForces: boolean;
  /** The model of this episode. */
  #own: Model;
  #random = new Generator();
  #started = false;

  constructor(kind: TaskKind, model: Model, options: CommonOptions) {
    this.model = model;
    this.#own = model;
    this.#kind = kind;
    this.#options = options;
    this.data = new Data(model);
    this.#task = kind.rules(model, taskWorld(kind, this.data), options);
    this.#frames = options.frame_skip;
    this.#needsForces = needsExternalForces(kind);
    this.actionSpace = actionsOf(model);
    this.observationSpace = Box.unlimited(kind.observationSize(model, options));
  }

  reset(options: ResetOptions = {}): ResetResult {
    const { seed } = expectObject('reset: options', options);
    if (seed !== undefined) this.#random = new Generator(seed);
    this.#drawModel();
    resetData(this.#own, this.data);
    this.#task.start(this.#random);
    forward(this.#own, this.data);
    this.#started = true;
    return { observation: this.#observe(), info: this.#task.startInfo?.() ?? {} };
  }

  step(action: ArrayLike<number>): StepResult {
    if (!this.#started) throw new Error('step: the episode has not started. Call reset first');
    expectSize(action, this.actionSpace);
    this.#task.before?.();
    this.data.ctrl.set(action);
    step(this.#own, this.data, this.#frames);
    if (this.#needsForces) rnePostConstraint(this.#own, this.data);
    const { reward, terminated, info } = this.#task.evaluate(action);
    return { observation: this.#observe(), reward, terminated, truncated: false, info };
  }

  close(): void {
    this.data.free();
    this.#freeOwn();
    this.model.free();
  }

  #drawModel(): void {
    const parameters = this.#kind.parameters?.(this.model, this.#options, this.#random);
    if (!parameters) return;
    this.#freeOwn();
    this.#own = withParameters(this.model, parameters);
  }

  #freeOwn(): void {
    if (this.#own !== this.model) this.#own.free();
  }

  #observe(): Float64Array {
    const observation = new Float64Array(this.observationSpace.size);
    this.#task.observe(observation, 0);
    return observation;
  }
}

/** Controls within the actuator limits. */
export function actionsOf({ nu, actuator_ctrlrange, actuator_ctrllimited }: Model): Box {
  const limit = (i: number, side: 0 | 1) =>
    actuator_ctrllimited[i] ? actuator_ctrlrange[2 * i + side] : side === 0 ? -Infinity : Infinity;
  const indices = Array.from({ length: nu }, (_, i) => i);
  return new Box(
    indices.map((i) => limit(i, 0)),
    indices.map((i) => limit(i, 1)),
  );
}

/** @throws RangeError for an action of the wrong size */
function expectSize(action: ArrayLike<number>, { size }: Box): void {
  if (action?.length !== size)
    throw new RangeError(`step: expected an action of ${size} numbers, found ${action?.length ?? found(action)}`);
  expectNumbers('step: action', action, size);
}
