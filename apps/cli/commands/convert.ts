import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { zipOf } from '../../../src/formats/bytes/zipWrite.ts';
import { Data, flattenMjcf, forward, modelFiles, modelToBinary } from '../../../src/index.ts';
import { recordGlb } from '../../../src/record.ts';
import { type Command, UsageError } from '../args.ts';
import { openModel, requireModel, whileLoading, writeBytes, writeText } from '../open.ts';

export const convert: Command = {
  name: 'convert',
  summary:
    'Convert a model to a single flat MJCF file, with all includes and attachments resolved, to a binary file, an archive or a glTF scene.',
  operand: '<model.xml>',
  options: {
    output: {
      value: '<file>',
      short: 'o',
      help: 'output file: MJCF, .mjb (binary), .mjz (archive with all files), or .glb (glTF scene in the initial state) (default: MJCF to standard output)',
    },
  },
  examples: [
    'tenon convert scene.xml --output flat.xml',
    'tenon convert scene.xml --output scene.mjb',
    'tenon convert scene.xml --output scene.mjz',
    'tenon convert scene.xml --output scene.glb',
  ],
  async run(args) {
    const file = args.file();
    requireModel(file);
    const output = args.text('output');
    if (output !== undefined && resolve(output) === resolve(file))
      throw new UsageError('--output: expected a file other than the model');
    const extension = /\.\w+$/.exec(output ?? '')?.[0];
    if (extension !== undefined && !/^\.(xml|mjcf|mjb|mjz|glb)$/i.test(extension)) {
      throw new UsageError(`--output: expected .xml (MJCF), .mjb, .mjz or .glb, found '${output}'`);
    }
    if (output?.endsWith('.mjb')) {
      writeBytes(output, await modelToBinary(await openModel(file)));
      return 0;
    }
    if (output?.endsWith('.glb')) {
      writeBytes(output, await sceneOf(file));
      return 0;
    }
    if (output?.endsWith('.mjz')) {
      writeBytes(output, await archiveOf(file));
      return 0;
    }
    const folder = output === undefined ? undefined : folderOf(output, file);
    const text = await whileLoading((options) => flattenMjcf(file, { ...options, folder }));
    if (output === undefined) process.stdout.write(text);
    else writeText(output, text);
    return 0;
  },
};

/** The initial state as a glTF scene. */
async function sceneOf(file: string): Promise<Uint8Array> {
  const model = await openModel(file);
  const data = new Data(model);
  forward(model, data);
  const glb = await recordGlb(model, data);
  glb.add();
  return glb.bytes();
}

/** The files of a model, by their paths relative to it; the model itself is named `model.xml`. */
async function archiveOf(file: string): Promise<Uint8Array> {
  if (/\.(mjb|mjz|zip)$/i.test(file))
    throw new UsageError(`'${file}' is a single file already. Pass an MJCF or URDF file`, 1);
  // report errors in the model before anything is written
  await openModel(file);
  const files = new Map([['model.xml', new Uint8Array(readFileSync(file))]]);
  for (const path of await modelFiles(file)) {
    if (resolve(path) === resolve(file)) continue;
    const name = relative(dirname(resolve(file)), resolve(path)).replaceAll('\\', '/');
    if (name.startsWith('../') || isAbsolute(name)) {
      throw new UsageError(
        `'${path}' is outside the folder of the model, so an archive cannot contain it. Move it there`,
        1,
      );
    }
    if (files.has(name)) throw new UsageError(`the model refers to another file named '${name}'. Rename it`, 1);
    files.set(name, new Uint8Array(readFileSync(path)));
  }
  return zipOf(files);
}

/** Folder of the output, relative to the same base as the model, so that the two paths can be compared. */
function folderOf(output: string, file: string): string {
  const way = relative(dirname(resolve(file)), dirname(resolve(output)));
  return isAbsolute(way) ? way : join(dirname(file), way);
}
