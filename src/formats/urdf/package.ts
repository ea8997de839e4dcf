/** Mesh files, and resolution of `package://` URLs without a build system. */

import { assetPath } from '../mjcf/files.ts';
import type { MjcfReader } from '../mjcf/mjcfReader.ts';
import { baseName, directoryOf, joinPath } from '../mjcf/paths.ts';
import type { XmlElement } from '../xml/element.ts';
import { FileProblem } from '../xml/fileSource.ts';

const SCHEME = /^(package|model|file):\/\/(.*)$/;

/** Path of a mesh, found as in MJCF. A URL that is not a file is searched for around the model. */
export function meshPath(r: MjcfReader, mesh: XmlElement): string {
  const name = mesh.get('filename') ?? '';
  const address = r.spec.compiler.strippath ? null : SCHEME.exec(name);
  if (address === null) return assetPath(r, mesh, 'filename', r.spec.compiler.meshdir);
  if (exists(r, name)) return name;
  const [, scheme, rest] = address;
  const candidates = scheme === 'file' ? [rest!] : packagePaths(r.directory, rest!);
  const found = candidates.find((path) => r.context.isInside(path) && exists(r, path));
  if (found === undefined) {
    r.error(mesh, 'filename', `no such file, neither among the given files nor at ${candidates.join(', ')}`);
  }
  return found ?? '';
}

/** Possible paths of a file in a package: the package is a folder above the model, or next to one of these. */
function packagePaths(directory: string, rest: string): string[] {
  const slash = rest.indexOf('/');
  const [name, inside] = [rest.slice(0, slash), rest.slice(slash + 1)];
  const result: string[] = [];
  for (let folder = directory; ; folder = directoryOf(folder.slice(0, -1))) {
    if (baseName(folder.slice(0, -1)) === name) result.push(joinPath(folder, inside));
    result.push(joinPath(folder, rest));
    if (directoryOf(folder.slice(0, -1)) === folder || folder === '') return result;
  }
}

function exists(r: MjcfReader, path: string): boolean {
  try {
    return r.context.source.read(path) !== undefined;
  } catch (error) {
    if (error instanceof FileProblem) return false;
    throw error;
  }
}
