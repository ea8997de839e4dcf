import { readFileSync, realpathSync } from 'node:fs';
import { id2name, type Model, modelFiles, ObjType } from '../../../src/index.ts';
import { nearest } from '../../shared/fields.ts';
import { showProblems } from '../../viewer/inputs/link.ts';
import type { RenderJob } from '../../viewer/render/job.ts';
import { type Arguments, type Command, UsageError } from '../args.ts';
import { openModel, openRecording } from '../open.ts';
import { writeOutput } from '../output.ts';
import { progress } from '../progress.ts';
import { drawInBrowser } from '../render/draw.ts';
import { viewerFolder } from './view.ts';

export const render: Command = {
  name: 'render',
  summary: 'Render a model to a picture (.png), or to a video without dropped frames (.webm, .mp4).',
  operand: '<model.xml>',
  options: {
    output: {
      value: '<file>',
      short: 'o',
      help: 'output file: .png, .webm or .mp4 (default: the name of the model, .png)',
    },
    camera: {
      value: '<view>',
      short: 'c',
      help: 'camera of the model, by name or number; free; or azimuth,elevation,distance,x,y,z (default: the first that shows the whole model, or free)',
    },
    size: { value: '<WxH>', help: 'size in pixels (default: 1280x720)' },
    seconds: {
      value: '<n>',
      short: 's',
      help: 'duration of a video (default: 5, or that of the recording); for a picture, the time to show (default: 0)',
    },
    fps: { value: '<n>', help: 'frames per second of a video (default: 30)' },
    from: { value: '<n>', help: 'simulated seconds before a video starts (default: 0)' },
    key: { value: '<name>', short: 'k', help: 'initial keyframe, by name or id' },
    replay: {
      value: '<file>',
      short: 'r',
      help: 'take the states from a recording, .npz or .csv, instead of simulating',
    },
    show: { value: '<words>', help: 'visual settings, as in links of the viewer: contactForce,no-shadow' },
  },
  notes: [
    'Requires Chromium or Chrome, which runs without a window. Set TENON_BROWSER to its path if it is not found. An .mp4 is',
    'encoded as H.264 if the browser supports it (Chrome does), otherwise as VP9, which browsers and most players support.',
  ],
  examples: [
    'tenon render humanoid.xml --size 640x480',
    'tenon render arm.xml --camera 120,-20,3,0,0,0.5',
    'tenon render arm.xml --camera top --seconds 5 --output film.mp4',
    'tenon render arm.xml --replay run.npz --output run.mp4',
    'tenon render box_stack.xml --seconds 1.5 --show contactForce,transparent --output forces.png',
  ],
  async run(args) {
    const file = args.file();
    const output = args.text('output') ?? file.replace(/^.*[\\/]|\.[^.]*$/g, '').concat('.png');
    const kind = /\.(png|webm|mp4)$/i.exec(output)?.[1]?.toLowerCase() as 'png' | 'webm' | 'mp4' | undefined;
    if (kind === undefined) throw new UsageError(`--output: expected a file .png, .webm or .mp4, found '${output}'`);
    const isFilm = kind !== 'png';
    const { width, height } = parseSize(args);
    const show = args.text('show')?.split(',').filter(Boolean) ?? [];
    const problem = showProblems(show)[0];
    if (problem !== undefined) throw new UsageError(`--${problem}`);
    const model = await openModel(file);
    const fps = args.number('fps', 1) ?? 30;
    const replay = args.text('replay');
    if (replay !== undefined && args.has('key')) throw new UsageError('--key: cannot be combined with --replay');
    const rows = replay === undefined ? undefined : await openRecording(model, replay);
    const from = args.number('from', 0) ?? 0;
    const length = rows ? Math.max(0, rows.time.at(-1)! - rows.time[0]! - from) : 5;
    const seconds = args.number('seconds', 0) ?? (isFilm ? length : 0);
    const frames = Math.max(1, Math.round(seconds * fps));
    const bar = progress(frames, isFilm);
    const job = {
      ...(await collectFiles(file)),
      width,
      height,
      camera: cameraOf(model, args.text('camera')),
      key: element(model, ObjType.KEY, model.nkey, 'key', args.text('key')),
      show,
      film: isFilm ? { kind, fps, frames } : undefined,
      replay: replay === undefined ? undefined : { name: replay, bytes: readFileSync(replay).toString('base64') },
      from: isFilm || args.has('from') ? from : seconds,
    };
    const drawn = await drawInBrowser(job, viewerFolder(), (done) => bar.at(done));
    bar.end();
    writeOutput(output, drawn);
    const what = isFilm ? `${frames} frames, ${(frames / fps).toFixed(2)} s` : 'one picture';
    console.log(`${output}: ${width}x${height}, ${what}, ${(drawn.length / 1024).toFixed(0)} KB`);
    return 0;
  },
};

function parseSize(args: Arguments): { width: number; height: number } {
  const text = args.text('size') ?? '1280x720';
  const found = /^(\d+)x(\d+)$/.exec(text);
  const [width, height] = [Number(found?.[1]), Number(found?.[2])];
  // encoders require even sizes
  if (found && width >= 16 && height >= 16 && width <= 8192 && height <= 8192 && (width | height) % 2 === 0)
    return { width, height };
  throw new UsageError(`--size: expected two even numbers from 16 to 8192, such as 1280x720, found '${text}'`);
}

/** A camera of the model, `free`, or six numbers: the pose of a free one. */
function cameraOf(m: Model, text: string | undefined): RenderJob['camera'] {
  const isOwn =
    text !== undefined && Array.from({ length: m.ncam }, (_, k) => id2name(m, ObjType.CAMERA, k)).includes(text);
  if (text === 'free' && !isOwn) return 'free';
  if (text === undefined || isOwn || !text.includes(',')) return element(m, ObjType.CAMERA, m.ncam, 'camera', text);
  const numbers = text.split(',').map((word) => (word.trim() === '' ? Number.NaN : Number(word)));
  if (numbers.length !== 6 || !numbers.every(Number.isFinite)) {
    throw new UsageError(`--camera: expected six numbers (azimuth,elevation,distance,x,y,z), found '${text}'`);
  }
  const [azimuth, elevation, distance, x, y, z] = numbers as [number, number, number, number, number, number];
  return { azimuth, elevation, distance, lookat: [x, y, z] };
}

/** Id of a camera or keyframe, from its name or id. */
function element(m: Model, type: ObjType, count: number, option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const names = Array.from({ length: count }, (_, k) => id2name(m, type, k) ?? String(k));
  const byName = names.indexOf(text);
  if (byName >= 0) return byName;
  if (/^\d+$/.test(text) && Number(text) < count) return Number(text);
  const best = nearest(text, names);
  const known = names.length === 0 ? 'The model has none' : best ? `Did you mean '${best}'?` : names.join(', ');
  throw new UsageError(`--${option}: unknown name or id '${text}'. ${known}`, 1);
}

/** The model and all of its files, by their real paths. */
async function collectFiles(file: string): Promise<{ main: string; files: Record<string, string> }> {
  const main = realpathSync(file);
  const names = [main, ...(await modelFiles(main))];
  return { main, files: Object.fromEntries(names.map((name) => [name, readFileSync(name).toString('base64')])) };
}
