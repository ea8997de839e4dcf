/** Opening a model for a command, and writing files, with errors that say what to do. */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { STATE } from '../../src/formats/record/trajectory.ts';
import { type LoadOptions, loadModel, type Model } from '../../src/index.ts';
import { Replay, readCsv, readNpz } from '../../src/record.ts';
import { nearest } from '../shared/fields.ts';
import { UsageError } from './args.ts';
import { modelOfPackage } from './files.ts';
import { writeOutput } from './output.ts';
import { status } from './progress.ts';

export async function openModel(file: string): Promise<Model> {
  requireModel(file);
  return whileLoading((options) => loadModel(file, options));
}

/** Read a recording of a model. */
export async function openRecording(model: Model, file: string): Promise<Replay> {
  requireFile(file);
  try {
    if (file.endsWith('.npz')) return new Replay(model, await readNpz(readFileSync(file), file));
    if (file.endsWith('.csv')) return new Replay(model, readCsv(readFileSync(file, 'utf8'), file, STATE));
  } catch (error) {
    const { message } = error as Error;
    throw new UsageError(message.startsWith(file) ? message : `${file}: ${message}`, 1);
  }
  throw new UsageError(`${file}: expected a file that ends in .npz or .csv`);
}

/** Show the progress of loading on a terminal. */
export async function whileLoading<T>(load: (options: Pick<LoadOptions, 'progress'>) => Promise<T>): Promise<T> {
  const line = status();
  let files = 0;
  const progress = (doing: 'read' | 'compile', file: string) =>
    line.update(doing === 'read' ? `reading ${basename(file)} (${++files})` : `compiling ${basename(file)}`);
  try {
    return await load({ progress });
  } finally {
    line.end();
  }
}

/** Check that a file can be a model: text, or a binary model or an archive by name. */
export function requireModel(file: string): void {
  requireFile(file);
  if (/\.(mjb|mjz|zip)$/i.test(file)) return;
  const kind = binaryKind(firstBytes(file, 512));
  if (kind) throw new UsageError(`'${file}' is ${kind}, not a model. Expected text that begins with <mujoco`, 1);
}

function firstBytes(file: string, maxBytes: number): Uint8Array {
  const bytes = new Uint8Array(maxBytes);
  const handle = openSync(file, 'r');
  try {
    return bytes.subarray(0, readSync(handle, bytes));
  } finally {
    closeSync(handle);
  }
}

/** Signatures of binary files that are often next to models. */
const signatures: readonly [text: string, kind: string][] = [
  ['\x89PNG', 'a PNG picture'],
  ['\xff\xd8\xff', 'a JPEG picture'],
  ['PK\x03\x04', 'a ZIP archive'],
  ['\x1f\x8b', 'a gzip archive'],
  ['%PDF', 'a PDF file'],
  ['\x93NUMPY', 'a NumPy array'],
];

function binaryKind(bytes: Uint8Array): string | undefined {
  const text = String.fromCharCode(...bytes);
  const known = signatures.find(([start]) => text.startsWith(start))?.[1];
  // UTF-16 text has zeros too, but a byte order mark
  const isText = !bytes.includes(0) || /^(\xff\xfe|\xfe\xff)/.test(text);
  return known ?? (isText ? undefined : 'a binary file');
}

/** Check that a file exists, is a regular file, and is readable. */
export function requireFile(file: string): void {
  if (!existsSync(file)) throw new UsageError(`no such file '${file}'${packaged(file) || neighborOf(file)}`, 1);
  if (statSync(file).isDirectory()) throw new UsageError(`'${file}' is a folder; give the path of a file`, 1);
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new UsageError(`'${file}' is not readable`, 1);
  }
}

/** A file next to this one with a similar name. */
function neighborOf(file: string): string {
  try {
    const best = nearest(basename(file), readdirSync(dirname(file)));
    return best === undefined ? '' : `; did you mean '${join(dirname(file), best)}'?`;
  } catch {
    return '';
  }
}

/** A suggestion: the model of the package with this name. */
function packaged(file: string): string {
  const name = basename(file);
  return modelOfPackage(name) === undefined ? '' : `; the package has 'tenon/models/${name}'`;
}

/** Writes a file and reports it on standard error. */
export function writeText(file: string, text: string): void {
  writeOutput(file, text);
  console.error(`wrote ${file}, ${text.split('\n').length - 1} lines`);
}

/** Same as `writeText`, for bytes. */
export function writeBytes(file: string, bytes: Uint8Array): void {
  writeOutput(file, bytes);
  console.error(`wrote ${file}, ${(bytes.length / 1024).toFixed(0)} KB`);
}
