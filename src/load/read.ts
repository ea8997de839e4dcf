/** From MJCF or URDF to a spec tree: strings, files in memory, disk, URLs. */

import { ChunkNotLoaded, loadAllChunks, loadChunk } from '../compiler/chunks/lazyChunks.ts';
import { expander } from '../compiler/expand/index.ts';
import { mapSource } from '../formats/mjcf/files.ts';
import { type RobotReader, UrdfReaderNotLoaded } from '../formats/mjcf/mjcfReader.ts';
import { type ReadOptions, readMjcf } from '../formats/mjcf/readMjcf.ts';
import { assetFiles } from '../formats/spec/assetFiles.ts';
import type { SpecTree } from '../formats/spec/specTree.ts';
import { diskFiles, diskPath, insideOf, neighborsOf, readFrom, webFiles } from './files.ts';
import { encodeFiles, type LoadOptions } from './options.ts';
import { readMjcfAsync } from './sources/fetchAll.ts';
import type { Fetcher } from './sources/webSource.ts';

let readRobot: RobotReader | undefined;

/** Runs `work`; if it fails because a chunk is missing, loads the chunk and retries. */
export async function retryAfterLoading<T>(work: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof UrdfReaderNotLoaded) await prepareUrdf();
      else if (error instanceof ChunkNotLoaded) await loadChunk(error.chunk);
      else throw error;
    }
  }
}

/** Load every chunk that MJCF or URDF may need: meshes, deformables, the URDF reader, plugins. */
export async function prepareAll(): Promise<void> {
  await Promise.all([loadAllChunks(), prepareUrdf(), preparePlugins()]);
}

/** Load MuJoCo's plugins, which most models do not need. */
async function preparePlugins(): Promise<void> {
  (await import('../core/plugins/index.ts')).addMujocoPlugins();
}

/** Load the URDF reader, which MJCF models do not need. */
async function prepareUrdf(): Promise<void> {
  readRobot ??= (await import('../formats/urdf/readRobot.ts')).readRobot;
}

/** The spec tree of MJCF text, or of URDF text if its reader is loaded. */
export function readText(text: string, options: ReadOptions): SpecTree {
  return readMjcf(text, { ...options, readRobot, expander });
}

/** The spec tree of a string whose files are in memory. */
export function readFromMemory(xml: string, { file, root, limits, files = {} }: LoadOptions): SpecTree {
  return readText(xml, { file, root, limits, source: mapSource(encodeFiles(files)) });
}

/** The spec tree of a file, with all files that it refers to. Without a disk, `fetchFile` fetches them. */
export async function readFile(
  path: string | URL,
  options: LoadOptions,
  fetchFile: Fetcher | undefined,
): Promise<SpecTree> {
  const spec = await retryAfterLoading(() =>
    fetchFile ? readFromWeb(String(path), options, fetchFile) : readFromDisk(path, options),
  );
  if (spec.required.length > 0) await preparePlugins();
  return spec;
}

/** Paths of all files that a spec tree was read from or refers to. */
export function specFilePaths(spec: SpecTree): string[] {
  return [...new Set([...spec.files, ...assetFiles(spec)])];
}

function readFromWeb(path: string, options: LoadOptions, fetchFile: Fetcher): Promise<SpecTree> {
  const { root, limits } = options;
  return readMjcfAsync(path, webFiles(options, fetchFile), { root, limits, readRobot, expander });
}

function readFromDisk(path: string | URL, options: LoadOptions): SpecTree {
  const { root, limits } = options;
  const file = diskPath(path);
  const source = diskFiles(options);
  const xml = new TextDecoder().decode(readFrom(source, file, neighborsOf(file, options)));
  return readText(xml, { file, root, limits, source, isInside: root === undefined ? undefined : insideOf(root) });
}
