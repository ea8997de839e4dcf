import { resolve } from 'node:path';
import { flattenMjcf } from '../../../src/index.ts';
import { type Command, UsageError } from '../args.ts';
import { requireFile, writeText } from '../open.ts';

export const convert: Command = {
  name: 'convert',
  summary: 'Write a model as one flat MJCF file: includes, defaults, replicates and attachments resolved.',
  operand: '<model.xml>',
  options: { output: { value: '<file>', short: 'o', help: 'where to; the terminal unless given' } },
  examples: ['tenon convert scene.xml --output flat.xml'],
  async run(args) {
    const file = args.file();
    requireFile(file);
    const text = await flattenMjcf(file);
    const output = args.text('output');
    if (output === undefined) process.stdout.write(text);
    else if (resolve(output) === resolve(file))
      throw new UsageError('--output: that is the model itself; choose another name');
    else writeText(output, text);
    return 0;
  },
};
