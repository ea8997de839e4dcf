/** What reads texts, asked for by `import()`. Nothing else imports this file, so that a package has it as one file of its own. */
export { collectMistakes, collectMistakesAsync, mistakesIn } from '../mistakes.ts';
export { prepareAll, readFile, readFromMemory, readText, retryAfterLoading, specFilePaths } from '../read.ts';
