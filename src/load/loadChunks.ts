/** Loads the text reader, the compiler and the code for binary models on demand: they are half of the code of a start. */

type Reader = typeof import('./lazyChunks/reader.ts');
type Compiler = typeof import('./lazyChunks/compiler.ts');

let reader: Reader | undefined;
let compiler: Compiler | undefined;

export async function loadReader(): Promise<Reader> {
  reader ??= await import('./lazyChunks/reader.ts');
  return reader;
}

export async function loadCompiler(): Promise<Compiler> {
  compiler ??= await import('./lazyChunks/compiler.ts');
  return compiler;
}

/** Loads the reader of archives. */
export function loadArchiveReader(): Promise<typeof import('./lazyChunks/archive.ts')> {
  return import('./lazyChunks/archive.ts');
}

/** Loads the reader and writer of binary models. */
export function loadBinaryReader(): Promise<typeof import('./lazyChunks/binary.ts')> {
  return import('./lazyChunks/binary.ts');
}

/** Reader and compiler, if they are loaded. */
export function loadedChunks():
  | (Pick<Reader, 'readFromMemory' | 'collectMistakes' | 'mistakesIn'> & Pick<Compiler, 'compile'>)
  | undefined {
  if (!reader || !compiler) return undefined;
  const { readFromMemory, collectMistakes, mistakesIn } = reader;
  return { readFromMemory, collectMistakes, mistakesIn, compile: compiler.compile };
}
