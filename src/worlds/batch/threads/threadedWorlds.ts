/** The worlds of a batch, distributed over threads. */
import type { TypedArray } from '../../../core/model/block/block.ts';
import type { Model } from '../../../core/model/model.ts';
import { threadModelOf } from '../../../core/worker/threadModel.ts';
import type { Column } from '../fields.ts';
import type { Patch } from '../modelPatch.ts';
import type { Start } from '../worlds.ts';
import { threadsFor } from './pool.ts';
import { nextId, type Thread } from './protocol.ts';
import { isShared, sliceForThread, transferable } from './sharing.ts';

/** The worlds of one thread: [first, first + count). */
interface Share {
  readonly thread: Thread;
  readonly first: number;
  readonly count: number;
}

export class ThreadedWorlds {
  readonly #id = nextId();
  readonly #columns: readonly Column[];
  readonly #arrays: readonly TypedArray[];
  readonly #shares: Promise<readonly Share[]>;
  /** Whether the arrays are in shared memory. */
  readonly #shared: boolean;

  constructor(model: Model, count: number, columns: readonly Column[], arrays: readonly TypedArray[], threads: number) {
    this.#columns = columns;
    this.#arrays = arrays;
    this.#shared = arrays.every(isShared);
    this.#shares = this.#start(model, count, Math.min(threads, count));
    // the next step rejects with this error
    this.#shares.catch(() => {});
  }

  async #start(model: Model, count: number, threads: number): Promise<Share[]> {
    const sent = threadModelOf(model);
    const { heap } = model;
    model.free();
    const found = await threadsFor(threads, heap);
    const shares = found.map((thread, k) => {
      const first = Math.floor((k * count) / threads);
      return { thread, first, count: Math.floor(((k + 1) * count) / threads) - first };
    });
    const parts = (share: Share) => this.#columns.map((_, c) => this.#part(c, share));
    const send = (share: Share) =>
      share.thread.call('addWorlds', [this.#id, sent, share.first, share.count, this.#columns, parts(share)]);
    try {
      await Promise.all(shares.map(send));
    } catch (error) {
      // free the worlds of the threads that succeeded
      this.#evict(shares);
      throw error;
    }
    return shares;
  }

  async step(nstep: number): Promise<void> {
    const shares = await this.#shares;
    await allDone(shares.map((share) => this.#stepShare(share, nstep)));
  }

  async #stepShare(share: Share, nstep: number): Promise<void> {
    const inputs = this.#shared
      ? undefined
      : this.#columns.map(({ input }, c) => (input ? this.#part(c, share) : undefined));
    const results = await share.thread.call('step', [this.#id, nstep, inputs], transferable(inputs ?? []));
    results?.forEach((result, c) => {
      this.#arrays[c].set(result, share.first * this.#columns[c].width);
    });
  }

  async reset(worlds: ArrayLike<number>, start: Start): Promise<void> {
    const width = (start.states?.length ?? 0) / worlds.length;
    await this.#each(worlds, async ({ thread }, indices, listIndices) => {
      const states = start.states && rowsAt(start.states, width, listIndices);
      const rows = await thread.call('reset', [this.#id, indices, { ...start, ...(states ? { states } : {}) }]);
      const numbers = listIndices.map((k) => worlds[k]);
      rows?.forEach((result, c) => {
        this.#writeRows(c, result, numbers);
      });
    });
  }

  async setPatches(worlds: ArrayLike<number>, patches: readonly (Patch | undefined)[]): Promise<void> {
    await this.#each(worlds, async ({ thread }, indices, listIndices) => {
      await thread.call('setPatches', [this.#id, indices, Array.from(listIndices, (k) => patches[k])]);
    });
  }

  free(): void {
    this.#shares.then(
      (shares) => this.#evict(shares),
      () => {},
    );
  }

  #evict(shares: readonly Share[]): void {
    for (const { thread } of shares) thread.call('evict', [this.#id]).catch(() => {});
  }

  /** Call each thread that has some of the worlds, with their indices in the thread and in `worlds`. */
  async #each(
    worlds: ArrayLike<number>,
    send: (share: Share, indices: Int32Array, listIndices: readonly number[]) => Promise<void>,
  ): Promise<void> {
    const shares = await this.#shares;
    const all = Array.from({ length: worlds.length }, (_, k) => k);
    await allDone(
      shares.map(async (share) => {
        const listIndices = all.filter((k) => worlds[k] >= share.first && worlds[k] < share.first + share.count);
        const indices = Int32Array.from(listIndices, (k) => worlds[k] - share.first);
        if (listIndices.length > 0) await send(share, indices, listIndices);
      }),
    );
  }

  #part(c: number, { first, count }: Share): TypedArray {
    const { width } = this.#columns[c];
    return sliceForThread(this.#arrays[c], first * width, (first + count) * width);
  }

  #writeRows(c: number, rows: TypedArray, worlds: readonly number[]): void {
    const { width } = this.#columns[c];
    worlds.forEach((world, k) => {
      this.#arrays[c].set(rows.subarray(k * width, (k + 1) * width), world * width);
    });
  }
}

function rowsAt(values: Float64Array, width: number, listIndices: readonly number[]): Float64Array {
  const rows = new Float64Array(listIndices.length * width);
  listIndices.forEach((k, row) => {
    rows.set(values.subarray(k * width, (k + 1) * width), row * width);
  });
  return rows;
}

/** Wait for all, then throw the error of the lowest world, which does not depend on the number of threads. */
async function allDone(tasks: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(tasks)).flatMap((task) => (task.status === 'rejected' ? [task.reason] : []));
  const world = (error: { world?: number }) => error.world ?? Number.POSITIVE_INFINITY;
  if (failed.length > 0) throw failed.reduce((a, b) => (world(b) < world(a) ? b : a));
}
