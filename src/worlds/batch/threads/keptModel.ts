/** The Model that threads keep between rollouts: most programs roll out the same one again and again, and sending it costs
 *  as much as many steps of a small model. */
import { runsUserCode } from '../../../core/engine/runtime/userCode.ts';
import type { Model } from '../../../core/model/model.ts';
import { contentsOf, imageOf, type ModelImage, sameSizes } from '../contents.ts';
import { freshId } from './protocol.ts';
import type { Thread } from './thread.ts';

/** A larger one is sent each time: threads, and we, would hold its memory for nothing. */
const MOST_WORDS = 1 << 24;

interface Kept {
  readonly id: number;
  readonly image: ModelImage;
  /** Those that have it. */
  readonly threads: Set<Thread>;
  /** Rollouts that are under way. */
  uses: number;
}

let kept: Kept | undefined;

/** A Model for threads as it was when it was lent: its number there, sending it, and what is to be done when it has been rolled
 *  out. */
export interface Lent {
  readonly id: number;
  /** Send it to those threads that do not have it. */
  sendTo(threads: readonly Thread[]): void;
  giveBack(): void;
}

/** Take a Model as it is now, or the one that threads keep if that is the same to the last bit.
 *  @param seen whether code of the user gets it there: such a Model is never used again */
export function lendModel(m: Model, plain: boolean, seen: boolean): Lent {
  if (seen || runsUserCode(m) || contentsOf(m).length > MOST_WORDS) return lendOnce(imageOf(m, plain));
  const same = kept && isImageOf(kept.image, m, plain) ? kept : undefined;
  const lent: Kept = same ?? { id: freshId(), image: imageOf(m, plain), threads: new Set(), uses: 0 };
  if (!same) {
    dropKept();
    kept = lent;
  }
  lent.uses++;
  return {
    id: lent.id,
    sendTo(threads) {
      for (const thread of threads) send(lent, thread);
    },
    giveBack() {
      lent.uses--;
      if (lent !== kept) forgetUnused(lent);
    },
  };
}

/** Let threads forget the Model that they keep. */
export function dropKept(): void {
  const last = kept;
  kept = undefined;
  if (last) forgetUnused(last);
}

function send({ id, image, threads }: Kept, thread: Thread): void {
  if (threads.has(thread)) return;
  threads.add(thread);
  thread.ask('model', [id, image]).catch(() => threads.delete(thread));
}

function forgetUnused({ id, threads, uses }: Kept): void {
  if (uses === 0) forget(id, threads);
}

function lendOnce(image: ModelImage): Lent {
  const id = freshId();
  const sent = new Set<Thread>();
  return {
    id,
    sendTo(threads) {
      for (const thread of threads) {
        sent.add(thread);
        thread.ask('model', [id, image]).catch(() => {});
      }
    },
    giveBack: () => forget(id, sent),
  };
}

function forget(id: number, threads: Iterable<Thread>): void {
  for (const thread of threads) thread.ask('forget', [id]).catch(() => {});
}

function isImageOf(image: ModelImage, m: Model, plain: boolean): boolean {
  if (image.plain !== plain || !sameSizes(image, m)) return false;
  const { words } = image;
  const now = contentsOf(m);
  for (let k = 0; k < words.length; k++) if (words[k] !== now[k]) return false;
  return true;
}
