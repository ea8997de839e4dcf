/** Lazy chunk: reads and writes binary models. Only an `import()` loads this file, so the package has it as a separate
 * chunk. */
export { modelIn, writeBinary } from '../binary.ts';
