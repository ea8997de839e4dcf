import asc from 'assemblyscript/asc';
import { BuildError } from './errors.mjs';

const options = [
  'engine.ts',
  '--outFile',
  'engine.wasm',
  '-O3',
  '--noAssert',
  '--uncheckedBehavior',
  'always',
  '--runtime',
  'stub',
  '--enable',
  'simd',
  '--importMemory',
  '--noExportMemory',
  // a shared memory grows without moving what lies in it; `src/wasm/load.ts` also makes a module without from this one
  '--enable',
  'threads',
  '--sharedMemory',
  '--initialMemory',
  '16',
  '--maximumMemory',
  '65536',
  // scratch starts as zeros, which then need not be in the file
  '--zeroFilledMemory',
  '--memoryBase',
  '1024',
  '--use',
  'abort=',
];

/** Compiles AssemblyScript to WebAssembly.
 *  @param {string} source @param {{ debug?: boolean, text?: boolean, checked?: boolean }} [how] debug: keep the names of functions; checked: compile quickly, it is not for speed
 *  @returns {Promise<{ bytes: Uint8Array, text?: string }>} */
export async function compileWasm(source, { debug = false, text = false, checked = false } = {}) {
  const files = new Map();
  const messages = [];
  const { error } = await asc.main(
    [
      ...(checked ? options.map((word) => (word === '-O3' ? '-O1' : word)) : options),
      ...(debug ? ['--debug'] : []),
      ...(text ? ['--textFile', 'engine.wat'] : []),
    ],
    {
      readFile: (name) => (name === 'engine.ts' ? source : null),
      writeFile: (name, contents) => {
        files.set(name, contents);
      },
      listFiles: () => [],
      stdout: { write: () => true },
      stderr: {
        write: (chunk) => {
          messages.push(String(chunk));
          return true;
        },
      },
    },
  );
  if (error) throw new BuildError([`asc: ${error.message}`, ...messages]);
  return { bytes: files.get('engine.wasm'), text: files.get('engine.wat') };
}
