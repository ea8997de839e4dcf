/** Parts of the compiler that many models do without. They are a quarter of the code that a start would read, so they are
 *  loaded when a model asks for one: `PartNeeded` is thrown, and whoever can wait loads it and tries again. */

const loaders = {
  /** Meshes, height fields and pictures. */
  files: () => import('./files.ts'),
  /** Flexes and skins, and elements that stand for many: flexcomp and composite. */
  soft: () => import('./soft.ts'),
};

type PartName = keyof typeof loaders;
type Parts = { [K in PartName]: Awaited<ReturnType<(typeof loaders)[K]>> };

const loaded: Partial<Parts> = {};

/** A model has something whose compiler is not there yet. */
export class PartNeeded extends Error {
  readonly part: PartName;

  constructor(part: PartName) {
    super('not all of the compiler is prepared: `await prepare()` once before making models of text');
    this.part = part;
  }
}

/** The functions of a part.
 *  @throws PartNeeded if it is not loaded */
export function part<K extends PartName>(name: K): Parts[K] {
  const found = loaded[name];
  if (found === undefined) throw new PartNeeded(name);
  return found;
}

export async function loadPart<K extends PartName>(name: K): Promise<void> {
  loaded[name] ??= (await loaders[name]()) as Parts[K];
}

export async function loadAllParts(): Promise<void> {
  await Promise.all([loadPart('files'), loadPart('soft')]);
}
