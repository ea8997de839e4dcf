/** Loading of models from MJCF text, files in memory, a disk, or URLs. */

import { compile } from '../../src/compiler/compile.ts';
import { expander } from '../../src/compiler/expand/index.ts';
import type { Model } from '../../src/core/model/model.ts';
import { mapSource } from '../../src/formats/mjcf/files.ts';
import { type ReadOptions, readMjcf } from '../../src/formats/mjcf/readMjcf.ts';
import { fileError } from '../../src/formats/xml/error.ts';

export type LoadOptions = ReadOptions;

/** Files by path, in memory. */
export type FileMap = ReadonlyMap<string, Uint8Array> | Record<string, Uint8Array>;

/** A Model from MJCF text.
 *  @throws MjcfError with the location of every error
 *  @example const model = loadModelFromXml('<mujoco><worldbody><body><freejoint/><geom size="1"/></body></worldbody></mujoco>'); */
export function loadModelFromXml(text: string, options: LoadOptions = {}): Model {
  return compile(readMjcf(text, { expander, ...options }));
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
