/** Which files a model needs, for loaders that have to fetch them before reading. */

import type { Spec } from '../spec/spec.ts';
import type { XmlElement } from '../xml/element.ts';
import { MjcfError } from '../xml/error.ts';
import { parseXml } from '../xml/parse.ts';
import { directoryOf, isInside, joinPath, reducePath } from './paths.ts';
import { type ReadOptions, readMjcf } from './readMjcf.ts';

export interface Dependencies {
  /** files that are needed, or may be: an include may stand beside the main file or beside the file that names it */
  files: string[];
  /** those of them that the source does not have */
  missing: string[];
}

const decoder = new TextDecoder();

/** Files of a model, as far as they can be known: included files and attached models that the source has are looked
 *  through as well; meshes and pictures are known once those are complete. Fetch what is missing and ask again, until
 *  nothing new is missing.
 *  @example
 *  const { missing } = dependencies('<mujoco><include file="arm.xml"/></mujoco>', { file: 'models/main.xml' });
 *  // ['models/arm.xml'] */
export function dependencies(text: string, options: ReadOptions = {}): Dependencies {
  const source = options.source ?? { read: () => undefined };
  const files = new Set<string>();
  const missing = new Set<string>();
  /** Note a file; its bytes when they are at hand. */
  const need = (path: string): Uint8Array | undefined => {
    if (path === '' || (options.root !== undefined && !isInside(options.root, path))) return undefined;
    files.add(path);
    const bytes = source.read(path);
    if (bytes === undefined) missing.add(path);
    return bytes;
  };

  const looked = new Set<string>();
  const look = (content: string, path: string, mainDirectory: string): void => {
    if (looked.has(path)) return;
    looked.add(path);
    for (const { tag, file } of documentsIn(content, path)) {
      const beside = joinPath(mainDirectory, file);
      const candidates = new Set(tag === 'include' ? [beside, joinPath(directoryOf(path), file)] : [beside]);
      for (const candidate of candidates) {
        const bytes = need(candidate);
        if (bytes === undefined) continue;
        look(decoder.decode(bytes), candidate, tag === 'include' ? mainDirectory : directoryOf(candidate));
        break;
      }
    }
  };
  const main = reducePath(options.file ?? '');
  look(text, main, directoryOf(main));
  const spec = readIfComplete(text, options);
  if (spec) for (const path of assetFiles(spec)) need(path);
  return { files: [...files], missing: [...missing] };
}

/** Includes and models named in a file; none when it is not XML. */
function documentsIn(text: string, path: string): { tag: string; file: string }[] {
  const result: { tag: string; file: string }[] = [];
  const visit = (element: XmlElement): void => {
    const file = element.get('file');
    if (file && (element.tag === 'include' || element.tag === 'model')) result.push({ tag: element.tag, file });
    for (const child of element.children) visit(child);
  };
  try {
    visit(parseXml(text, path).root);
  } catch (error) {
    if (!(error instanceof MjcfError)) throw error;
  }
  return result;
}

function readIfComplete(text: string, options: ReadOptions): Spec | undefined {
  try {
    return readMjcf(text, options);
  } catch (error) {
    if (error instanceof MjcfError) return undefined;
    throw error;
  }
}

/** Files of meshes, height fields and textures. */
export function assetFiles(spec: Spec): string[] {
  const files = [...spec.meshes, ...spec.hfields, ...spec.textures].map((asset) => asset.file);
  return [...files, ...spec.textures.flatMap((texture) => texture.cubefiles)].filter((file) => file !== '');
}
