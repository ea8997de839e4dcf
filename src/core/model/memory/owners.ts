/** Blocks whose owners may be unreachable. Finalizers run only between tasks, which is too late for a loop that never
 *  awaits; and a WeakRef created in a task keeps its object alive until the task ends. Node can list all reachable
 *  objects of a class after a synchronous full collection, which takes a few tenths of a second: this is done when a
 *  heap is full, before it throws. */
import type { Heap, Range } from './heap.ts';

/** Ranges of a heap that belong to a block. Its arena may move. */
export interface Ranges {
  readonly fixed: Range;
  arena: Range;
}

/** Token of a block: referenced by the owner of the block and by nothing else. */
export class Owner {
  readonly id: number;

  constructor(id: number) {
    this.id = id;
  }

  /** Formatting by Node, whatever its options. */
  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `${this.id}`;
  }
}

const owned = new Map<number, { heap: Heap; ranges: Ranges }>();
let made = 0;

/** Registers the owner of these ranges of a heap. */
export function own(heap: Heap, ranges: Ranges): Owner {
  made++;
  owned.set(made, { heap, ranges });
  return new Owner(made);
}

/** Marks the ranges as freed. */
export function disown({ id }: Owner): void {
  owned.delete(id);
}

/** Frees the ranges of an unreachable owner, unless already freed. */
export function releaseOwned(id: number): void {
  const block = owned.get(id);
  if (!block) return;
  owned.delete(id);
  const { heap, ranges } = block;
  heap.release(ranges.fixed.address, ranges.fixed.bytes);
  heap.release(ranges.arena.address, ranges.arena.bytes);
}

/** Frees the ranges of unreachable owners, where these can be determined synchronously. Returns whether there were
 *  any. */
export function releaseUnreachable(): boolean {
  const reachable = reachableOwners();
  if (!reachable) return false;
  const gone = [...owned.keys()].filter((id) => !reachable.has(id));
  for (const id of gone) releaseOwned(id);
  return gone.length > 0;
}

type Query = (type: typeof Owner, options: { format: 'summary' }) => readonly string[];

/** Ids of all reachable owners; undefined where they cannot be determined. */
function reachableOwners(): Set<number> | undefined {
  if (typeof process === 'undefined') return undefined;
  const v8 = process.getBuiltinModule?.('node:v8') as { queryObjects?: Query } | undefined;
  const texts = v8?.queryObjects?.(Owner, { format: 'summary' });
  return texts?.every((text) => /^\d+$/.test(text)) ? new Set(texts.map(Number)) : undefined;
}
