/** What unpacks archives, asked for by `import()`. Nothing else imports this file, so that a package has it as one file of its own. */
export { unpackModel } from '../archive.ts';
