/** Lazy chunks of the compiler. They are a quarter of the code of a start, so they are loaded only if a model needs
 * them: `ChunkNotLoaded` is thrown, and asynchronous callers load the chunk and retry. */

const loaders = {
  /** Meshes, height fields and pictures. */
  assets: () => import('./assets.ts'),
  /** Flexes and skins, and elements that expand into many: flexcomp and composite. */
  soft: () => import('./soft.ts'),
};

type ChunkName = keyof typeof loaders;
type Chunks = { [K in ChunkName]: Awaited<ReturnType<(typeof loaders)[K]>> };

const loaded: Partial<Chunks> = {};

/** A model needs a chunk of the compiler that is not loaded. */
export class ChunkNotLoaded extends Error {
  readonly chunk: ChunkName;

  constructor(chunk: ChunkName) {
    super(
      'the model needs a part of the compiler that is not loaded. Call `await prepare()` once before making models from text',
    );
    this.chunk = chunk;
  }
}

/** The functions of a chunk.
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
