/** The code that reads texts and the code that compiles spec trees: half of all that a start reads, so it is asked for when a model is. */

type Reader = typeof import('./late/reader.ts');
type Compiler = typeof import('./late/compiler.ts');

let reader: Reader | undefined;
let compiler: Compiler | undefined;

export async function loadReader(): Promise<Reader> {
  reader ??= await import('./late/reader.ts');
  return reader;
}

export async function loadCompiler(): Promise<Compiler> {
  compiler ??= await import('./late/compiler.ts');
  return compiler;
}

/** Both, if they are there. */
export function loadedParts(): (Pick<Reader, 'readGiven'> & Pick<Compiler, 'compile'>) | undefined {
  return reader && compiler && { readGiven: reader.readGiven, compile: compiler.compile };
}
