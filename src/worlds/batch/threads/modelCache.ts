/** The Model that threads keep between rollouts: most programs roll out the same one again and again, and sending it costs
 *  as much as many steps of a small model. */
import { hasUserCode } from '../../../core/engine/runtime/userCode.ts';
import type { Model } from '../../../core/model/model.ts';
import { contentsOf, type ModelSnapshot, sameSizes, snapshotModel } from '../modelSnapshot.ts';
import { nextId } from './protocol.ts';
import type { Thread } from './thread.ts';

/** A larger one is sent each time: threads, and we, would hold its memory for nothing. */
const MAX_WORDS = 1 << 24;

interface CachedModel {
  readonly id: number;
  readonly snapshot: ModelSnapshot;
  /** Those that have it. */
  readonly threads: Set<Thread>;
  /** Rollouts that are under way. */
  uses: number;
}

let cached: CachedModel | undefined;

/** A Model for threads as it was when it was lent: its number there, sending it, and what is to be done when it has been rolled
 *  out. */
export interface ModelLease {
  readonly id: number;
  /** Send it to those threads that do not have it. */
  sendTo(threads: readonly Thread[]): void;
  release(): void;
}

/** Take a Model as it is now, or the one that threads keep if that is the same to the last bit.
 *  @param exposedToUserCode whether code of the user gets it there: such a Model is never used again */
export function acquireModel(m: Model, plain: boolean, exposedToUserCode: boolean): ModelLease {
  if (exposedToUserCode || hasUserCode(m) || contentsOf(m).length > MAX_WORDS)
    return leaseOnce(snapshotModel(m, plain));
  const same = cached && matchesSnapshot(cached.snapshot, m, plain) ? cached : undefined;
  const entry: CachedModel = same ?? { id: nextId(), snapshot: snapshotModel(m, plain), threads: new Set(), uses: 0 };
  if (!same) {
    evictModel();
    cached = entry;
  }
  entry.uses++;
  return {
    id: entry.id,
    sendTo(threads) {
      for (const thread of threads) send(entry, thread);
    },
    release() {
      entry.uses--;
      if (entry !== cached) forgetUnused(entry);
    },
  };
}

/** Let threads forget the Model that they keep. */
export function evictModel(): void {
  const last = cached;
  cached = undefined;
  if (last) forgetUnused(last);
}

function send({ id, snapshot, threads }: CachedModel, thread: Thread): void {
  if (threads.has(thread)) return;
  threads.add(thread);
  thread.call('model', [id, snapshot]).catch(() => threads.delete(thread));
}

function forgetUnused({ id, threads, uses }: CachedModel): void {
  if (uses === 0) forget(id, threads);
}

function leaseOnce(snapshot: ModelSnapshot): ModelLease {
  const id = nextId();
  const sent = new Set<Thread>();
  return {
    id,
    sendTo(threads) {
      for (const thread of threads) {
        sent.add(thread);
        thread.call('model', [id, snapshot]).catch(() => {});
      }
    },
    release: () => forget(id, sent),
  };
}

function forget(id: number, threads: Iterable<Thread>): void {
  for (const thread of threads) thread.call('forget', [id]).catch(() => {});
}

function matchesSnapshot(snapshot: ModelSnapshot, m: Model, plain: boolean): boolean {
  if (snapshot.plain !== plain || !sameSizes(snapshot, m)) return false;
  const { words } = snapshot;
  const now = contentsOf(m);
  for (let k = 0; k < words.length; k++) if (words[k] !== now[k]) return false;
  return true;
}
