/** Environments by id, as `gymnasium.make` gives them. */
import { expectInteger } from '../../core/expect.ts';
import { type Data, loadModel, type Model, modelFromXml, prepare } from '../../index.ts';
import type { Environment } from './environment.ts';
import { type EnvironmentId, findTaskKind, type OptionsOf } from './kinds.ts';
import { expectEpisodeSteps, withDefaults } from './options.ts';
import { Simulation } from './simulation.ts';
import type { CommonOptions, TaskKind } from './task.ts';
import { timeLimit } from './wrappers/timeLimit.ts';

/** What an environment is made with, besides the options of its task. */
export interface MakeOptions {
  /** A model of yours in place of the published one: a path, or an address in a browser. */
  xml_file?: string;
  /** Actions until an episode is cut off; Infinity for never. */
  max_episode_steps?: number;
}

/** An environment, and what it moves, for viewers and recorders. */
export interface MadeEnvironment extends Environment {
  readonly model: Model;
  readonly data: Data;
}

/** An environment with Gymnasium's rules, ready to be reset. Options have Gymnasium's names and defaults.
 *
 *  @example
 *  const env = await make('HalfCheetah-v5', { ctrl_cost_weight: 0.05 });
 *  let { observation } = env.reset({ seed: 42 });
 *  const { reward, terminated, truncated } = env.step(env.actionSpace.sample(new Generator(1)));
 *  console.log(observation.length, terminated, truncated); // -> 17 false false
 *  env.close();
 *  @throws RangeError for an id or an option that is not there */
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

/** Actions until an episode is cut off.
 *  @throws TypeError or RangeError */
export function limitOf(kind: TaskKind, { max_episode_steps = kind.maxEpisodeSteps }: MakeOptions): number {
  return expectEpisodeSteps('max_episode_steps', max_episode_steps);
}

/** The model of a kind of environment. */
export async function loadKind(kind: TaskKind, { xml_file }: MakeOptions): Promise<Model> {
  if (xml_file !== undefined) return loadModel(xml_file);
  await prepare();
  return modelFromXml(kind.xml);
}

/** Options of a task, the defaults where nothing was said.
 *  @throws TypeError or RangeError that names the option */
export function taskOptions(kind: TaskKind, options: MakeOptions): CommonOptions {
  const free = kind.numberOrName ?? [];
  const all = withDefaults(kind.id, kind.options, options, ['xml_file', 'max_episode_steps'], free);
  expectInteger(`${kind.id}: frame_skip`, all.frame_skip, 1);
  return all;
}
