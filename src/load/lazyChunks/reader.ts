/** What reads texts, asked for by `import()`. Nothing else imports this file, so that a package has it as one file of its own. */
export { prepareAll, readFile, readFromMemory, readText, retryAfterLoading, specFilePaths } from '../read.ts';
