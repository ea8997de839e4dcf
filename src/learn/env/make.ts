/** Creates environments by id, like `gymnasium.make`. */
import { expectInteger } from '../../core/expect.ts';
import { type Data, loadModel, type Model, modelFromXml, prepare } from '../../index.ts';
import type { Environment } from './environment.ts';
import { type EnvironmentId, findTaskKind, type OptionsOf } from './kinds.ts';
import { expectEpisodeSteps, withDefaults } from './options.ts';
import { Simulation } from './simulation.ts';
import type { CommonOptions, TaskKind } from './task.ts';
import { timeLimit } from './wrappers/timeLimit.ts';

/** Options of `make`, besides those of the task. */
export interface MakeOptions {
  /** Path or URL of a model that replaces the published one. */
  xml_file?: string;
  /** Actions until an episode is truncated; Infinity: never. */
  max_episode_steps?: number;
}

/** An environment with its model and `Data`, for viewers and recorders. */
export interface MadeEnvironment extends Environment {
  readonly model: Model;
  readonly data: Data;
}

/** Create an environment with Gymnasium's rules. Options have Gymnasium's names and defaults.
 *
 *  @example
 *  const env = await make('HalfCheetah-v5', { ctrl_cost_weight: 0.05 });
 *  let { observation } = env.reset({ seed: 42 });
 *  const { reward, terminated, truncated } = env.step(env.actionSpace.sample(new Generator(1)));
 *  console.log(observation.length, terminated, truncated); // -> 17 false false
 *  env.close();
 *  @throws RangeError for an unknown id or option */
export async function make<Id extends EnvironmentId>(
  id: Id,
  options: MakeOptions & OptionsOf<Id> = {},
): Promise<MadeEnvironment> {
  const kind = findTaskKind(id);
  const own = taskOptions(kind, options);
  const limit = limitOf(kind, options);
  const model = await loadKind(kind, options);
  const simulation = new Simulation(kind, model, own);
  const { data } = simulation;
  return { ...timeLimit(simulation, limit), model, data };
}

/** Actions until an episode is truncated.
 *  @throws TypeError or RangeError */
export function limitOf(kind: TaskKind, { max_episode_steps = kind.maxEpisodeSteps }: MakeOptions): number {
  return expectEpisodeSteps('max_episode_steps', max_episode_steps);
}

/** The model of an environment. */
export async function loadKind(kind: TaskKind, { xml_file }: MakeOptions): Promise<Model> {
  if (xml_file !== undefined) return loadModel(xml_file);
  await prepare();
  return modelFromXml(kind.xml);
}

/** Options of a task, with defaults.
 *  @throws TypeError or RangeError with the name of the option */
export function taskOptions(kind: TaskKind, options: MakeOptions): CommonOptions {
  const free = kind.numberOrName ?? [];
  const all = withDefaults(kind.id, kind.options, options, ['xml_file', 'max_episode_steps'], free);
  expectInteger(`${kind.id}: frame_skip`, all.frame_skip, 1);
  return all;
}
