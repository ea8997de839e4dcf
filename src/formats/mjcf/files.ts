/** Sources of model files: a map in memory, or any FileSource; each file is read once. */

import type { XmlElement } from '../xml/element.ts';
import type { FileSource } from '../xml/fileSource.ts';
import type { MjcfReader } from './mjcfReader.ts';
import { baseName, isAbsolute, joinPath, reducePath } from './paths.ts';

/** Files in memory. Lookup ignores case, as in MuJoCo. */
export function mapSource(files: ReadonlyMap<string, Uint8Array> | Record<string, Uint8Array>): FileSource {
  const exact = new Map<string, Uint8Array>();
  const folded = new Map<string, Uint8Array>();
  for (const [name, bytes] of files instanceof Map ? files : Object.entries(files)) {
    const path = reducePath(name);
    exact.set(path, bytes);
    folded.set(path.toLowerCase(), bytes);
  }
  return { read: (path) => exact.get(reducePath(path)) ?? folded.get(reducePath(path).toLowerCase()) };
}

/** A source that requests each file from another source only once. */
export function cachedSource(source: FileSource): FileSource {
  const cache = new Map<string, Uint8Array | undefined>();
  return {
    read(path) {
      if (!cache.has(path)) cache.set(path, source.read(path));
      return cache.get(path);
    },
  };
}

/** Path of an asset: the model's directory, then the directory of its kind, then the name. Files named in an included file may also be next
 *  to that file. */
export function assetPath(r: MjcfReader, element: XmlElement, attribute: string, kindDirectory: string): string {
  const given = element.get(attribute);
  if (given === undefined || given === '') return '';
  const name = r.spec.compiler.strippath ? baseName(given) : given;
  const first = checkInside(r, element, attribute, joinPath(r.directory, joinPath(kindDirectory, name)));
  if (element.directory === '' || isAbsolute(name)) return first;
  const candidates = [
    first,
    joinPath(r.directory, joinPath(kindDirectory, joinPath(element.directory, name))),
    joinPath(r.directory, joinPath(element.directory, name)),
  ];
  for (const path of candidates) {
    if (r.context.isInside(path) && r.readFile(element, attribute, path) !== undefined) return path;
  }
  return first;
}

/** Return a path unchanged; reports an error if it leaves the root. */
export function checkInside(r: MjcfReader, element: XmlElement, attribute: string, path: string): string {
  if (!r.context.isInside(path)) {
    r.error(element, attribute, `'${path}' is outside the folder of the model`);
    return '';
  }
  return path;
}
