/** What reads and writes binary models, asked for by `import()`. Nothing else imports this file, so that a package has it as one file of its
 *  own. */
export { modelIn, writeBinary } from '../binary.ts';
