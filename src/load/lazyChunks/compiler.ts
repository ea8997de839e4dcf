/** What compiles spec trees, asked for by `import()`. Nothing else imports this file, so that a package has it as one file of its own. */
export { compile, compileWithoutEngine, finishWithEngine } from '../../compiler/compile.ts';
