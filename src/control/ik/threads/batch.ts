/** Inverse kinematics of many poses, on threads. */
import { expectObject, found } from '../../../core/expect.ts';
import { Channel } from '../../../core/worker/channel.ts';
import { availableThreads, checkThreads, engineModules } from '../../../core/worker/engineModules.ts';
import { connectWorker } from '../../../core/worker/port.ts';
import { expectSendable, threadModelOf } from '../../../core/worker/threadModel.ts';
import type { Data, Model } from '../../../index.ts';
import { checkTarget, type IkOptions, type IkResult, type IkTarget, ik } from '../pose.ts';
import type { Requests, SentOptions } from './protocol.ts';

/** How many targets are solved in parallel, and how. */
export interface IkBatchOptions extends IkOptions {
  /** Number of threads; 0 is the calling thread. Default: the number of cores, as far as there are targets for them. */
  threads?: number;
}

/** Targets of one request: few, so that threads end at about the same time. */
const CHUNK = 8;

/** Find joint positions for many poses in one call, each as `ik` does from the positions of `data`. The results are the same for any number of
 *  threads. The threads end with the call.
 *
 *  ```ts
 *  const targets = [0.9, 1, 1.1].map((z) => ({ site: 'left hand', pos: [0.4, 0.2, z] }));
 *  const results = await ikBatch(robot, new Data(robot), targets, { threads: 2 });
 *  console.log(results.length); // -> 3
 *  ```
 *
 *  @throws Error of the first target that is not valid, with its number */
export async function ikBatch(
  model: Model,
  data: Data,
  targets: readonly IkTarget[],
  options: IkBatchOptions = {},
): Promise<IkResult[]> {
  if (!Array.isArray(targets)) throw new TypeError(`ikBatch: targets: expected an array, found ${found(targets)}`);
  const { threads = availableThreads(), ...rest } = expectObject('ikBatch: options', options);
  checkThreads('ikBatch', threads);
  targets.forEach((target, k) => {
    try {
      checkTarget(model, target);
    } catch (error) {
      if (error instanceof Error) error.message = `ikBatch: target ${k}: ${error.message}`;
      throw error;
    }
  });
  const count = Math.min(threads, Math.ceil(targets.length / CHUNK));
  if (count === 0) return targets.map((target) => ik(model, data, target, rest));
  expectSendable('ikBatch', model);
  const { collisions, ...plain } = rest;
  const sent: SentOptions = { ...plain, ...(collisions && { collisions: collisions.settings() }) };
  return solveOnThreads(model, data.qpos.slice(), targets.map(copyTarget), sent, count);
}

/** Plain arrays can be sent, whatever the caller has. */
function copyTarget({ pos, quat, ...frame }: IkTarget): IkTarget {
  return { ...frame, ...(pos && { pos: Array.from(pos) }), ...(quat && { quat: Array.from(quat) }) } as IkTarget;
}

async function solveOnThreads(
  model: Model,
  qpos: Float64Array,
  targets: readonly IkTarget[],
  options: SentOptions,
  count: number,
): Promise<IkResult[]> {
  // everything is read before the first await
  const sent = threadModelOf(model);
  const [{ source }, modules] = await Promise.all([import('./ikThread.gen.js'), engineModules(model.heap)]);
  const threads = Array.from({ length: count }, () => new Channel<Requests>(connectWorker(source)));
  const results: IkResult[] = [];
  let next = 0;
  const work = async (thread: Channel<Requests>) => {
    await thread.call('prepare', [modules]);
    await thread.call('setModel', [sent, qpos, options]);
    while (next < targets.length) {
      const first = next;
      next += CHUNK;
      const solved = await thread.call('solve', [targets.slice(first, first + CHUNK)]);
      solved.forEach((result, k) => {
        results[first + k] = result;
      });
    }
  };
  try {
    await Promise.all(threads.map(work));
  } finally {
    await Promise.all(threads.map((thread) => thread.close()));
  }
  return results;
}
