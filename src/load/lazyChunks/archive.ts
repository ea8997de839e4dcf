/** Lazy chunk: unpacks archives. Only an `import()` loads this file, so the package has it as a separate chunk. */
export { unpackModel } from '../archive.ts';
