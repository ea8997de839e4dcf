/** Models in archives: one file (.mjz or .zip) with a model and all files that it refers to. */

import { beyondLimit, limitsWith } from '../core/model/limits.ts';
import { filesOfZip } from '../formats/bytes/zip.ts';
import { fileError } from '../formats/xml/error.ts';
import type { LoadOptions } from './options.ts';

/** The model in an archive, and all files in memory. */
export interface ArchivedModel {
  /** path of the main file: the archive, then the path inside it */
  file: string;
  files: Map<string, Uint8Array>;
}

/** Unpack a model. Paths start with that of the archive, like that of a folder.
 *  @throws MjcfError if it is damaged, too large, or its main file is ambiguous */
export async function unpackModel(bytes: Uint8Array, path: string, options: LoadOptions): Promise<ArchivedModel> {
  const { fileBytes } = limitsWith(options.limits);
  const folder = path.replaceAll('\\', '/');
  const unpacked = await filesOfZip(bytes, 'archive').catch((error: Error) => {
    throw fileError(path, error.message);
  });
  const files = new Map<string, Uint8Array>();
  for (const [name, content] of unpacked) {
    if (content.length > fileBytes) {
      throw fileError(path, beyondLimit(`'${name}' in bytes`, content.length, 'fileBytes', fileBytes));
    }
    files.set(`${folder}/${name}`, content);
  }
  return { file: `${folder}/${mainName([...unpacked.keys()], path)}`, files };
}

/** The main file: `model.xml`, else the one named like the archive, else the only one at the top level. */
function mainName(names: readonly string[], path: string): string {
  const top = names.filter((name) => /^[^/]+\.(xml|urdf)$/i.test(name));
  const archive = path.replace(/[?#].*$/, '').replace(/^.*[/\\]|\.\w+$/g, '');
  const found = top.find((name) => name === 'model.xml') ?? top.find((name) => name === `${archive}.xml`);
  if (found !== undefined) return found;
  if (top.length === 1) return top[0];
  const list = top.length === 0 ? 'no .xml or .urdf' : top.map((name) => `'${name}'`).join(', ');
  throw fileError(path, `expected model.xml, ${archive}.xml, or one model at the top of the archive, found ${list}`);
}
