/** A task: the rules that turn a simulation into an environment. */
import type { Data, Model } from '../../index.ts';
import type { Info } from './environment.ts';
import type { Generator } from './random/generator.ts';

/** Fields of a `Data` that tasks may read. */
export type TaskField =
  | 'qpos'
  | 'qvel'
  | 'ctrl'
  | 'xpos'
  | 'xmat'
  | 'xipos'
  | 'site_xpos'
  | 'cinert'
  | 'cvel'
  | 'cfrc_ext'
  | 'qfrc_actuator'
  | 'qfrc_constraint'
  | 'ten_length'
  | 'ten_velocity'
  | 'mocap_pos'
  | 'sensordata';

/** Fields that every task can read. */
type AlwaysThere = 'qpos' | 'qvel' | 'ctrl';

/** The state of one world: arrays of a Data, or rows of the arrays of a Batch. */
export type World<K extends TaskField = TaskField> = Readonly<Record<K | AlwaysThere, Float64Array>>;

/** Outcome of a step according to the task. */
export interface StepOutcome {
  reward: number;
  terminated: boolean;
  info: Info;
}

/** The rules of one world. */
export interface Task {
  /** Draw the initial state of an episode: `qpos` and `qvel`, which contain the reference configuration. */
  start(random: Generator): void;
  /** Save what `evaluate` needs of the state before an action. */
  before?(): void;
  /** Reward and termination of a step. */
  evaluate(action: ArrayLike<number>): StepOutcome;
  /** Write the observation to `out`, starting at `at`. */
  observe(out: Float64Array, at: number): void;
  /** Additional values of `reset`. */
  startInfo?(): Info;
}

/** Options of every environment. */
export interface CommonOptions {
  /** Simulation steps per action. */
  frame_skip: number;
}

/** An environment: id, model and rules. */
export interface TaskKind<Options extends CommonOptions = CommonOptions, K extends TaskField = TaskField> {
  readonly id: string;
  /** The model as MJCF; a custom one can replace it. */
  readonly xml: string;
  readonly options: Options;
  /** Options that may also be a string, whatever their default; the rules check them. */
  readonly numberOrName?: readonly (keyof Options & string)[];
  /** Actions until an episode is truncated. */
  readonly maxEpisodeSteps: number;
  /** Return above which Gymnasium considers the task solved. */
  readonly rewardThreshold?: number;
  /** Fields besides `qpos`, `qvel` and `ctrl` that the rules read. */
  readonly fields: readonly K[];
  /** Model parameters that differ between episodes, drawn before the state. */
  parameters?(model: Model, options: Options, random: Generator): Record<string, Float64Array>;
  observationSize(model: Model, options: Options): number;
  rules(model: Model, world: World<K>, options: Options): Task;
}

/** Fields that a task reads. */
export function taskFields(kind: TaskKind): TaskField[] {
  return [...new Set<TaskField>(['qpos', 'qvel', 'ctrl', ...kind.fields])];
}

/** The arrays of a `Data` that a task reads; they are stable for the lifetime of the `Data`. */
export function taskWorld(kind: TaskKind, data: Data): World {
  return Object.fromEntries(taskFields(kind).map((field) => [field, data[field]])) as unknown as World;
}

/** Whether a task reads external forces, which a step does not sum up. */
export function needsExternalForces(kind: TaskKind): boolean {
  return kind.fields.includes('cfrc_ext');
}
