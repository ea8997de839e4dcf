import { Data, type Model } from '../../../src/index.ts';
import type { Replay } from '../../../src/record.ts';
import { type Arguments, type Command, UsageError } from '../args.ts';
import { pathOf } from '../files.ts';
import { openModel, openRecording, requireFile } from '../open.ts';
import { progress } from '../progress.ts';
import { isMotion, motionTo } from '../simulate/motion.ts';
import { recordingTo, selectFields } from '../simulate/recording.ts';

export const replay: Command = {
  name: 'replay',
  summary: 'Replay a recording of a model and compute further fields.',
  operand: '<model.xml> <recording>',
  options: {
    fields: { value: '<a,b>', short: 'f', help: 'fields of the data to write (default: time,qpos)' },
    every: { value: '<n>', short: 'e', help: 'write every n-th row (default: 1)' },
    output: {
      value: '<file>',
      short: 'o',
      help: 'output file: .csv, .json, .npy, .npz, or .glb (motion for Blender) (default: CSV to standard output)',
    },
  },
  notes: [
    "A recording is a .npz or .csv file with at least 'qpos', such as those of 'tenon simulate'. 'time', 'qvel', 'act', 'ctrl'",
    'and poses of mocap bodies are used if present. Sensors, contacts and forces are computed from them.',
  ],
  examples: ['tenon replay arm.xml run.npz --fields time,sensordata --output sensors.csv'],
  async run(args) {
    const [file, recording] = operandsOf(args);
    requireFile(recording);
    const model = await openModel(file);
    const rows = await openRecording(model, recording);
    const written = await writeRows(model, rows, args);
    const output = args.text('output');
    if (output !== undefined) console.error(`wrote ${output}, ${written} rows`);
    return 0;
  },
};

function operandsOf({ operands }: Arguments): [string, string] {
  if (operands.length === 2) return [pathOf(operands[0]!), operands[1]!];
  throw new UsageError(`expected a model and a recording, found ${operands.length} files`);
}

async function writeRows(model: Model, rows: Replay, args: Arguments): Promise<number> {
  const data = new Data(model);
  const every = args.whole('every', 1) ?? 1;
  const output = args.text('output');
  const recording = isMotion(output)
    ? await motionTo(output, model, data)
    : recordingTo(output, selectFields(data, args.text('fields') ?? 'time,qpos'));
  const bar = progress(rows.rows, !(args.text('output') === undefined && process.stdout.isTTY));
  let written = 0;
  for (let row = 0; row < rows.rows; row += every) {
    rows.show(data, row);
    recording.add();
    written++;
    bar.at(row);
  }
  bar.end();
  recording.end();
  return written;
}
