/** All environments, by id. */
import { expectString } from '../../core/expect.ts';
import type { TaskKind } from './task.ts';
import { ant } from './tasks/ant.ts';
import { pusher, reacher } from './tasks/arms.ts';
import { halfCheetah } from './tasks/halfCheetah.ts';
import { hopper } from './tasks/hopper.ts';
import { humanoid } from './tasks/humanoid.ts';
import { humanoidStandup } from './tasks/humanoidStandup.ts';
import { invertedDoublePendulum, invertedPendulum } from './tasks/pendulums.ts';
import { pickAndPlace } from './tasks/pickAndPlace.ts';
import { quadruped } from './tasks/quadruped.ts';
import { swimmer } from './tasks/swimmer.ts';
import { walker2d } from './tasks/walker2d.ts';

/** The table of environments. */
export const kinds = {
  'Ant-v5': ant,
  'HalfCheetah-v5': halfCheetah,
  'Hopper-v5': hopper,
  'Humanoid-v5': humanoid,
  'HumanoidStandup-v5': humanoidStandup,
  'InvertedDoublePendulum-v5': invertedDoublePendulum,
  'InvertedPendulum-v5': invertedPendulum,
  'Pusher-v5': pusher,
  'Reacher-v5': reacher,
  'Swimmer-v5': swimmer,
  'Walker2d-v5': walker2d,
  'PickAndPlace-v0': pickAndPlace,
  'RoughQuadruped-v0': quadruped,
} as const;

/** Ids of environments. */
export type EnvironmentId = keyof typeof kinds;

/** Options of an environment, all with defaults. */
export type OptionsOf<Id extends EnvironmentId> = Partial<(typeof kinds)[Id]['options']>;

/** The model of an environment as MJCF, to inspect, or to modify and pass as `xml_file`.
 *
 *  @example
 *  const xml = environmentXml('HalfCheetah-v5');
 *  console.log(xml.includes('bthigh')); // -> true */
export function environmentXml(id: EnvironmentId): string {
  return findTaskKind(id).xml;
}

/** Find an environment by id.
 *  @throws RangeError with a list of the known ids */
export function findTaskKind(id: string): TaskKind {
  if (Object.hasOwn(kinds, expectString('id', id))) return kinds[id as EnvironmentId] as unknown as TaskKind;
  throw new RangeError(`unknown environment '${id}'. Expected one of ${Object.keys(kinds).join(', ')}`);
}
