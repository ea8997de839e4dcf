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
  // a shared memory grows in place; `src/core/wasm/compileEngine.ts` also makes a module without shared memory from this one
  '--enable',
  'threads',
  '--sharedMemory',
  '--initialMemory',
  '16',
  '--maximumMemory',
  '65536',
  // scratch starts as zeros, which need not be in the file
  '--zeroFilledMemory',
  '--memoryBase',
  '1024',
  '--use',
  'abort=',
];

/** Maximum number of instructions, approximately, of functions that are inlined: always; if they neither loop nor call; and if there is one
 *  caller. A call costs as much as twenty instructions, because no value stays in a register across it. Twice these sizes make functions
 *  that do not fit into the registers, and steps 7 % slower. With 3000 for one caller, stages have 20 KB, which V8 compiles for up to a
 *  second after the start on a busy machine while it runs the baseline code, ten times slower. */
const INLINE = { always: 60, light: 120, once: 400 };

/** Compiles AssemblyScript to WebAssembly.
 *  @param {string} source @param {{ debug?: boolean, text?: boolean, checked?: boolean }} [how] debug: keep the names of functions;
 *  checked: compile quickly, without optimization for speed
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

/** Optimizes the module: first inlining of small functions, then all other passes. The compiler's own -O3 inlines only functions of a dozen
 *  instructions, and steps are 5 % slower.
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
  // memory starts at 1024 and is zero; indices are within their arrays
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
