/** Opening a model for a command, and writing files, with errors that say what to do. */
import { accessSync, constants, existsSync, statSync, writeFileSync } from 'node:fs';
import { loadModel, type Model } from '../../src/index.ts';
import { UsageError } from './args.ts';

export async function openModel(file: string): Promise<Model> {
  requireFile(file);
  return loadModel(file);
}

/** The file must be there, be a file, and be readable. */
export function requireFile(file: string): void {
  if (!existsSync(file)) throw new UsageError(`there is no file '${file}'`, 1);
  if (statSync(file).isDirectory()) throw new UsageError(`'${file}' is a folder; give the path of a file`, 1);
  try {
    accessSync(file, constants.R_OK);
  } catch {
    throw new UsageError(`'${file}' may not be read`, 1);
  }
}

export function writeText(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw explainWriting(error, file);
  }
}

/** Why a file cannot be written. */
export function explainWriting(error: unknown, file: string): UsageError {
  const reasons: Record<string, string> = {
    ENOENT: 'its folder does not exist',
    ENOTDIR: 'its folder is a file',
    EISDIR: 'that is a folder',
    EACCES: 'it may not be written',
    EROFS: 'the disk is read-only',
    ENOSPC: 'the disk is full',
  };
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new UsageError(`cannot write '${file}': ${reasons[code] ?? message}`, 1);
}
