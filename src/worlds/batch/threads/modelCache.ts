/** Cache of the last Model sent to threads: most programs roll out the same one repeatedly, and sending a small model
 * takes as long as many of its steps.
 *
 * Key: every word of the Model, and its engine. Hit: a rollout with an equal Model; it is not sent again to threads
 * that have it. Invalidation: a rollout with another Model, or `evictModel`; threads free it after its last lease is
 * released.
 *  Models with user code and large ones are not cached: they are sent for each rollout and freed after it. */
import { isPlain } from '../../../core/engine/runtime/engine.ts';
import { hasUserCode } from '../../../core/engine/runtime/userCode.ts';
import type { Model } from '../../../core/model/model.ts';
import { contentsOf, sameSizes } from '../../../core/worker/modelSnapshot.ts';
import { type ThreadModel, threadModelOf } from '../../../core/worker/threadModel.ts';
import { nextId, type Thread } from './protocol.ts';

/** Largest Model that is cached, in 32-bit words. */
const MAX_WORDS = 1 << 24;

interface Entry {
  readonly id: number;
  readonly model: ThreadModel;
  /** Threads that were sent the model, and whether they have it: a thread may run out of memory. */
  readonly threads: Map<Thread, boolean>;
  /** Leases that are not released. */
  leases: number;
}

let cached: Entry | undefined;

/** Temporary use of a Model in threads, as it was when the lease was acquired. */
export interface ModelLease {
  /** Its id in threads. */
  readonly id: number;
  /** Send it to the threads that do not have it. */
  sendTo(threads: readonly Thread[]): void;
  release(): void;
}

/** @param exposedToUserCode whether a policy in threads receives the Model and may change it */
export function acquireModel(m: Model, exposedToUserCode: boolean): ModelLease {
  const cacheable = !exposedToUserCode && !hasUserCode(m) && contentsOf(m).length <= MAX_WORDS;
  const entry = cacheable ? cachedEntry(m) : createEntry(m);
  entry.leases++;
  return {
    id: entry.id,
    sendTo(threads) {
      for (const thread of threads) send(entry, thread);
    },
    release() {
      entry.leases--;
      if (entry !== cached) evictUnused(entry);
    },
  };
}

/** Evict the cached Model from threads. */
export function evictModel(): void {
  const last = cached;
  cached = undefined;
  if (last) evictUnused(last);
}

function cachedEntry(m: Model): Entry {
  if (cached && isSameModel(cached.model, m)) return cached;
  const entry = createEntry(m);
  evictModel();
  cached = entry;
  return entry;
}

function createEntry(m: Model): Entry {
  return { id: nextId(), model: threadModelOf(m), threads: new Map(), leases: 0 };
}

function send({ id, model, threads }: Entry, thread: Thread): void {
  if (threads.get(thread)) return;
  threads.set(thread, true);
  // rollouts of the model fail with the same error
  thread.call('addModel', [id, model]).catch(() => threads.set(thread, false));
}

function evictUnused({ id, threads, leases }: Entry): void {
  if (leases > 0) return;
  for (const thread of threads.keys()) thread.call('evict', [id]).catch(() => {});
}

function isSameModel({ snapshot, plain }: ThreadModel, m: Model): boolean {
  if (plain !== isPlain(m.stages) || !sameSizes(snapshot, m)) return false;
  const { words } = snapshot;
  const now = contentsOf(m);
  for (let k = 0; k < words.length; k++) if (words[k] !== now[k]) return false;
  return true;
}
