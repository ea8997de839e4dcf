/** Opening a model for a command, with errors that say what to do. */
import { existsSync, statSync } from 'node:fs';
import { loadModel, type Model } from '../../src/index.ts';
import { UsageError } from './args.ts';

export async function openModel(file: string): Promise<Model> {
  requireFile(file);
  return loadModel(file);
}

/** The file must be there and be a file. */
export function requireFile(file: string): void {
  if (!existsSync(file)) throw new UsageError(`there is no file '${file}'`, 1);
  if (statSync(file).isDirectory()) throw new UsageError(`'${file}' is a folder; give the path of an MJCF file`, 1);
}
