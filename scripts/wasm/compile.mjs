import asc from 'assemblyscript/asc';
import binaryen from 'binaryen';
import { BuildError } from './translate/errors.mjs';

const options = [
  'engine.ts',
  '--outFile',
  'engine.wasm',
  '--noAssert',
  '--uncheckedBehavior',
  'always',
  '--runtime',
  'stub',
  '--enable',
  'simd',
  '--importMemory',
  '--noExportMemory',
  // a shared memory grows without moving what lies in it; `src/core/wasm/compileEngine.ts` also makes a module without from this one
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

/** Instructions, about, of functions that are compiled into their callers: always, if they neither loop nor call, and if there is
 *  one caller. A call costs as much as twenty instructions, because nothing stays in registers over it; twice these sizes
 *  make functions that no longer fit into the registers, and steps 7 per cent slower. Stages of 20 KB, which come of 3000 for one
 *  caller, are compiled by V8 for up to a second after the start while a busy machine runs their first version, ten times slower. */
const INLINE = { always: 60, light: 120, once: 400 };

/** Compiles AssemblyScript to WebAssembly.
 *  @param {string} source @param {{ debug?: boolean, text?: boolean, checked?: boolean }} [how] debug: keep the names of functions; checked: compile quickly, it is not for speed
 *  @returns {Promise<{ bytes: Uint8Array, text?: string }>} */
export async function compileWasm(source, { debug = false, text = false, checked = false } = {}) {
  const files = new Map();
  const messages = [];
  const { error } = await asc.main(
    [...options, checked ? '-O1' : '-O0', ...(debug ? ['--debug'] : []), ...(text ? ['--textFile', 'engine.wat'] : [])],
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
  const bytes = files.get('engine.wasm');
  return { bytes: checked ? bytes : optimize(bytes, debug), text: files.get('engine.wat') };
}

/** The module made fast: small functions into their callers first, then everything else. The compiler's own -O3 stops at functions
 *  of a dozen instructions, and steps are 5 per cent slower.
 *  @param {Uint8Array} bytes @param {boolean} debug */
function optimize(bytes, debug) {
  const module = binaryen.readBinary(bytes);
  module.setFeatures(
    binaryen.Features.SIMD128 |
      binaryen.Features.Atomics |
      binaryen.Features.BulkMemory |
      binaryen.Features.MutableGlobals |
      binaryen.Features.SignExt |
      binaryen.Features.NontrappingFPToInt,
  );
  binaryen.setDebugInfo(debug);
  binaryen.setShrinkLevel(0);
  // memory begins at 1024 and is zero; indices lie in their arrays
  binaryen.setLowMemoryUnused(true);
  binaryen.setZeroFilledMemory(true);
  binaryen.setTrapsNeverHappen(true);
  binaryen.setAlwaysInlineMaxSize(INLINE.always);
  binaryen.setFlexibleInlineMaxSize(INLINE.light);
  binaryen.setOneCallerInlineMaxSize(INLINE.once);
  binaryen.setOptimizeLevel(1);
  module.optimize();
  binaryen.setOptimizeLevel(3);
  module.runPasses(['inlining']);
  module.optimize();
  const fast = module.emitBinary();
  module.dispose();
  return fast;
}
