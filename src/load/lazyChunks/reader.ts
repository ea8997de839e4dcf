/** The readers of model text, loaded by `import()`. No other file imports this one, so that it is a separate chunk of the package. */
export { collectMistakes, collectMistakesAsync, mistakesIn } from '../mistakes.ts';
export { prepareAll, readFile, readFromMemory, readText, retryAfterLoading, specFilePaths } from '../read.ts';
