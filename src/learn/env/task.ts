/** A task: what a simulation becomes an environment by. */
import type { Data, Model } from '../../index.ts';
import type { Info } from './environment.ts';
import type { Generator } from './random/generator.ts';

/** Fields of a Data that tasks may look at. */
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

/** What every task has. */
type AlwaysThere = 'qpos' | 'qvel' | 'ctrl';

/** The state of one world: arrays of a Data, or rows of the arrays of a Batch. */
export type World<K extends TaskField = TaskField> = Readonly<Record<K | AlwaysThere, Float64Array>>;

/** What a task says of a step. */
export interface StepOutcome {
  reward: number;
  terminated: boolean;
  info: Info;
}

/** The rules of one world. */
export interface Task {
  /** Draw the state that an episode begins with: `qpos` and `qvel`, which are at the reference of the model. */
  start(random: Generator): void;
  /** Remember what `judge` needs of the state before an action. */
  before?(): void;
  /** Reward and end of a step that has been taken. */
  evaluate(action: ArrayLike<number>): StepOutcome;
  /** Write the observation into `out` from `at` on. */
  observe(out: Float64Array, at: number): void;
  /** What is told when an episode begins. */
  startInfo?(): Info;
}

/** Options that every environment has. */
export interface CommonOptions {
  /** Steps of the simulation for each action. */
  frame_skip: number;
}

/** A kind of environment: an id, a model, rules. */
export interface TaskKind<Options extends CommonOptions = CommonOptions, K extends TaskField = TaskField> {
  readonly id: string;
  /** The model as MJCF; a model of the user's can take its place. */
  readonly xml: string;
  readonly options: Options;
  /** Options that may be a string too, whatever their default is; the rules look at them. */
  readonly numberOrName?: readonly (keyof Options & string)[];
  /** Actions until an episode is cut off. */
  readonly maxEpisodeSteps: number;
  /** Return at which Gymnasium counts the task as solved. */
  readonly rewardThreshold?: number;
  /** Fields besides `qpos`, `qvel` and `ctrl` that the rules look at. */
  readonly fields: readonly K[];
  /** Numbers of the model that differ from episode to episode, drawn before the state. */
  parameters?(model: Model, options: Options, random: Generator): Record<string, Float64Array>;
  observationSize(model: Model, options: Options): number;
  rules(model: Model, world: World<K>, options: Options): Task;
}

/** Fields that a kind of task looks at. */
export function taskFields(kind: TaskKind): TaskField[] {
  return [...new Set<TaskField>(['qpos', 'qvel', 'ctrl', ...kind.fields])];
}

/** The arrays of a Data that a task looks at; they stay the same as long as the Data lives. */
export function taskWorld(kind: TaskKind, data: Data): World {
  return Object.fromEntries(taskFields(kind).map((field) => [field, data[field]])) as unknown as World;
}

/** Whether a task looks at forces that a step itself does not sum up. */
export function needsExternalForces(kind: TaskKind): boolean {
  return kind.fields.includes('cfrc_ext');
}
