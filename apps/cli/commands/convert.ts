import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { flattenMjcf } from '../../../src/index.ts';
import { type Command, UsageError } from '../args.ts';
import { requireModel, writeText } from '../open.ts';

export const convert: Command = {
  name: 'convert',
  summary: 'Write a model as one flat MJCF file: includes, defaults, replicates and attachments resolved.',
  operand: '<model.xml>',
  options: { output: { value: '<file>', short: 'o', help: 'where to; the terminal unless given' } },
  examples: ['tenon convert scene.xml --output flat.xml'],
  async run(args) {
    const file = args.file();
    requireModel(file);
    const output = args.text('output');
    const text = await flattenMjcf(file, { folder: output === undefined ? undefined : folderOf(output, file) });
    if (output === undefined) process.stdout.write(text);
    else if (resolve(output) === resolve(file))
      throw new UsageError('--output: that is the model itself; choose another name');
    else writeText(output, text);
    return 0;
  },
};

/** Folder of the output, named from where the model's name starts, so that paths of both can be compared. */
function folderOf(output: string, file: string): string {
  const way = relative(dirname(resolve(file)), dirname(resolve(output)));
  return isAbsolute(way) ? way : join(dirname(file), way);
}
