import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { flattenMjcf, modelToBinary } from '../../../src/index.ts';
import { type Command, UsageError } from '../args.ts';
import { openModel, requireModel, whileLoading, writeBytes, writeText } from '../open.ts';

export const convert: Command = {
  name: 'convert',
  summary:
    'Write a model as one flat MJCF file, with includes, defaults, replicates and attachments resolved, or as a binary.',
  operand: '<model.xml>',
  options: {
    output: {
      value: '<file>',
      short: 'o',
      help: 'output file: MJCF, or .mjb for a binary model (default: MJCF to the terminal)',
    },
  },
  examples: ['tenon convert scene.xml --output flat.xml', 'tenon convert scene.xml --output scene.mjb'],
  async run(args) {
    const file = args.file();
    requireModel(file);
    const output = args.text('output');
    if (output !== undefined && resolve(output) === resolve(file))
      throw new UsageError('--output: that is the model itself; choose another name');
    if (output?.endsWith('.mjb')) {
      writeBytes(output, await modelToBinary(await openModel(file)));
      return 0;
    }
    const folder = output === undefined ? undefined : folderOf(output, file);
    const text = await whileLoading((options) => flattenMjcf(file, { ...options, folder }));
    if (output === undefined) process.stdout.write(text);
    else writeText(output, text);
    return 0;
  },
};

/** Folder of the output, named from where the model's name starts, so that paths of both can be compared. */
function folderOf(output: string, file: string): string {
  const way = relative(dirname(resolve(file)), dirname(resolve(output)));
  return isAbsolute(way) ? way : join(dirname(file), way);
}
