/** Parts of the compiler that many models do without. They are a quarter of the code that a start would read, so they are
 *  loaded when a model asks for one: `ChunkNotLoaded` is thrown, and whoever can wait loads it and tries again. */

const loaders = {
  /** Meshes, height fields and pictures. */
  assets: () => import('./assets.ts'),
  /** Flexes and skins, and elements that stand for many: flexcomp and composite. */
  soft: () => import('./soft.ts'),
};

type ChunkName = keyof typeof loaders;
type Chunks = { [K in ChunkName]: Awaited<ReturnType<(typeof loaders)[K]>> };

const loaded: Partial<Chunks> = {};

/** A model has something whose compiler is not there yet. */
export class ChunkNotLoaded extends Error {
  readonly chunk: ChunkName;

  constructor(chunk: ChunkName) {
    super('not all of the compiler is prepared: `await prepare()` once before making models of text');
    this.chunk = chunk;
  }
}

/** The functions of a part.
 *  @throws ChunkNotLoaded if it is not loaded */
export function requireChunk<K extends ChunkName>(name: K): Chunks[K] {
  const found = loaded[name];
  if (found === undefined) throw new ChunkNotLoaded(name);
  return found;
}

export async function loadChunk<K extends ChunkName>(name: K): Promise<void> {
  loaded[name] ??= (await loaders[name]()) as Chunks[K];
}

export async function loadAllChunks(): Promise<void> {
  await Promise.all([loadChunk('assets'), loadChunk('soft')]);
}
