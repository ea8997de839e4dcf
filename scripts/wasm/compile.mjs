import asc from 'assemblyscript/asc';
import binaryen from 'assemblyscript/binaryen';
import { BuildError } from './errors.mjs';

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
 *  @param {string} source @param {{ debug?: boolean, checked?: boolean }} [how] debug: keep the names of functions; checked: compile quickly, it is not for speed
 *  @returns {Promise<{ bytes: Uint8Array }>} */
export async function compileWasm(source, { debug = false, checked = false } = {}) {
  const bytes = await runAsc(source, [...options, checked ? '-O1' : '-O0', ...(debug ? ['--debug'] : [])]);
  return { bytes: checked ? bytes : optimize(bytes, debug) };
}

async function runAsc(source, words) {
  const files = new Map();
  const messages = [];
  const { error } = await asc.main(words, {
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
  });
  if (error) throw new BuildError([`asc: ${error.message}`, ...messages]);
  return files.get('engine.wasm');
}

/** asc would do this by itself, but does not compile functions with loops into their callers: steps of humanoids and
 *  robots are some per cent faster when small ones are. Sizes up to 250 instead of 80 are slower again.
 *  @param {Uint8Array} bytes @param {boolean} debug */
function optimize(bytes, debug) {
  const { Features } = binaryen;
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(0);
  binaryen.setAlwaysInlineMaxSize(2);
  binaryen.setFlexibleInlineMaxSize(80);
  binaryen.setOneCallerInlineMaxSize(-1);
  binaryen.setAllowInliningFunctionsWithLoops(true);
  binaryen.setZeroFilledMemory(true);
  // --memoryBase: addresses below 1024 are nobody's, so a constant may move from an index into the instruction
  binaryen.setLowMemoryUnused(true);
  binaryen.setGenerateStackIR(true);
  binaryen.setOptimizeStackIR(true);
  binaryen.setDebugInfo(debug);
  const module = binaryen.readBinary(bytes);
  try {
    module.setFeatures(
      Features.Atomics |
        Features.BulkMemory |
        Features.MutableGlobals |
        Features.NontrappingFPToInt |
        Features.SIMD128 |
        Features.SignExt,
    );
    module.optimize();
    return module.emitBinary();
  } finally {
    module.dispose();
  }
}
