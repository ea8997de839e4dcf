/** Sources of model files: files given by the caller, then the disk or the web. */

import { limitsWith } from '../core/model/limits.ts';
import { nearestName } from '../core/model/names/suggest.ts';
import { mapSource } from '../formats/mjcf/files.ts';
import { isInside } from '../formats/mjcf/paths.ts';
import { fileError, outsideError } from '../formats/xml/error.ts';
import { FileProblem, type FileSource } from '../formats/xml/fileSource.ts';
import { encodeFiles, type LoadOptions } from './options.ts';
import { diskSource, filesBeside } from './sources/diskSource.ts';
import { type Fetcher, fetchMain } from './sources/webSource.ts';

/** Files given by the caller, then the disk. */
export function diskFiles({ files = {}, root, limits, progress }: LoadOptions): FileSource {
  const inMemory = mapSource(encodeFiles(files));
  const disk = diskSource({ root, fileBytes: limitsWith(limits).fileBytes });
  return {
    read(name) {
      progress?.('read', name);
      return inMemory.read(name) ?? disk.read(name);
    },
  };
}

/** Files given by the caller, then the web. */
export function webFiles({ files = {}, progress }: LoadOptions, fetchFile: Fetcher): Fetcher {
  const inMemory = mapSource(encodeFiles(files));
  return async (name) => {
    progress?.('read', name);
    return inMemory.read(name) ?? fetchFile(name);
  };
}

/** A path on disk, from a path or a URL. */
export function diskPath(path: string | URL): string {
  const { fileURLToPath } = process.getBuiltinModule('node:url');
  return String(path).startsWith('file:') ? fileURLToPath(path) : String(path);
}

/** A test of whether a path, resolved against the working directory, is inside a folder. */
export function insideOf(root: string): (path: string) => boolean {
  const { resolve } = process.getBuiltinModule('node:path');
  return (path) => isInside(resolve(root), resolve(path));
}

/** Read the model file itself, which must be inside `root`. Without a disk, `fetchFile` is used.
 *  @throws MjcfError if it cannot be read */
export async function readMain(
  path: string | URL,
  options: LoadOptions,
  fetchFile: Fetcher | undefined,
): Promise<Uint8Array> {
  const { root } = options;
  const file = fetchFile ? String(path) : diskPath(path);
  if (root !== undefined && !(fetchFile ? isInside(root, file) : insideOf(root)(file))) throw outsideError(file, root);
  return fetchFile
    ? fetchMain(webFiles(options, fetchFile), file)
    : readFrom(diskFiles(options), file, neighborsOf(file, options));
}

/** Names of the models in the folder of a file, for a suggestion; none if a root folder confines the model. */
export function neighborsOf(file: string, { root }: LoadOptions): string[] {
  return root === undefined ? filesBeside(file).filter((name) => /\.(xml|mjcf|urdf|mjb|mjz|zip)$/i.test(name)) : [];
}

/** A required file; `neighbors` are candidates for a suggestion.
 *  @throws MjcfError if it is not, or may not be read */
export function readFrom(source: FileSource, file: string, neighbors: readonly string[] = []): Uint8Array {
  try {
    const bytes = source.read(file);
    if (bytes !== undefined) return bytes;
  } catch (error) {
    throw error instanceof FileProblem ? fileError(file, error.message) : error;
  }
  const at = Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1;
  const best = nearestName(file.slice(at), neighbors);
  const hint = best === undefined ? '' : `. Did you mean '${file.slice(0, at)}${best}'?`;
  throw fileError(file, `there is no such file${hint}`);
}
