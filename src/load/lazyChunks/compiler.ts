/** Lazy chunk: compiles spec trees. Only an `import()` loads this file, so the package has it as a separate chunk. */
export { compile, compileWithoutEngine, finishWithEngine } from '../../compiler/compile.ts';
