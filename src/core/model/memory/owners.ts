/** Blocks whose owners may be gone. Finalizers run between tasks only, so in a loop that never waits they come too late; and a WeakRef that is
 *  made in a task keeps its object until the task ends. Node can be asked for all objects of a class that are reachable after a
 *  full collection, at once, which takes a few tenths of a second: that is done when a heap is full, before it is an error. */
import type { Heap, Range } from './heap.ts';

/** What a block has of its heap. Its arena may move. */
export interface Ranges {
  readonly fixed: Range;
  arena: Range;
}

/** Stands for a block: who holds the block holds this, and nobody else does. */
export class Owner {
  readonly id: number;

  constructor(id: number) {
    this.id = id;
  }

  /** How Node shows it, whatever its options for that are. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `${this.id}`;
  }
}

const owned = new Map<number, { heap: Heap; ranges: Ranges }>();
let made = 0;

/** Notes who has these ranges of a heap. */
export function own(heap: Heap, ranges: Ranges): Owner {
  made++;
  owned.set(made, { heap, ranges });
  return new Owner(made);
}

/** The ranges have been given back already. */
export function disown({ id }: Owner): void {
  owned.delete(id);
}

/** Gives back what an owner had who is gone, unless that has been done. */
export function releaseOwned(id: number): void {
  const block = owned.get(id);
  if (!block) return;
  owned.delete(id);
  const { heap, ranges } = block;
  heap.release(ranges.fixed.address, ranges.fixed.bytes);
  heap.release(ranges.arena.address, ranges.arena.bytes);
}

/** Gives back what nobody can reach any more, where that can be found out at once. Returns whether there was anything. */
export function releaseUnreachable(): boolean {
  const reachable = reachableOwners();
  if (!reachable) return false;
  const gone = [...owned.keys()].filter((id) => !reachable.has(id));
  for (const id of gone) releaseOwned(id);
  return gone.length > 0;
}

type Query = (type: typeof Owner, options: { format: 'summary' }) => readonly string[];

/** Numbers of all owners that somebody can reach; undefined where nobody knows. */
function reachableOwners(): Set<number> | undefined {
  if (typeof process === 'undefined') return undefined;
  const v8 = process.getBuiltinModule?.('node:v8') as { queryObjects?: Query } | undefined;
  const texts = v8?.queryObjects?.(Owner, { format: 'summary' });
  return texts?.every((text) => /^\d+$/.test(text)) ? new Set(texts.map(Number)) : undefined;
}
