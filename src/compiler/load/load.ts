/** Loading models: MJCF text, files in memory, a disk, or addresses on the web, in; a Model out. */

import { mapSource } from '../../mjcf/files.ts';
import { type ReadOptions, readMjcf } from '../../mjcf/readMjcf.ts';
import type { Model } from '../../model/model.ts';
import { fileError } from '../../xml/error.ts';
import { compile } from '../compile.ts';

export type LoadOptions = ReadOptions;

/** Files by path, in memory. */
export type FileMap = ReadonlyMap<string, Uint8Array> | Record<string, Uint8Array>;

/** A Model from MJCF text.
 *  @throws MjcfError with the place of everything that is wrong
 *  @example
 *  const model = loadModelFromXml('<mujoco><worldbody><body><freejoint/><geom size="1"/></body></worldbody></mujoco>'); */
export function loadModelFromXml(text: string, options: LoadOptions = {}): Model {
  return compile(readMjcf(text, options));
}

/** A Model from files in memory; `path` names the main one. */
export function loadModelFromFiles(path: string, files: FileMap, options: LoadOptions = {}): Model {
  const source = mapSource(files);
  return loadModelFromXml(readText(path, source.read(path)), { ...options, file: path, source });
}

function readText(path: string, bytes: Uint8Array | undefined): string {
  if (bytes === undefined) throw fileError(path, `cannot read file '${path}'`);
  return new TextDecoder().decode(bytes);
}
