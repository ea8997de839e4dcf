/** Loading a model whose files have to be fetched: dependencies are found by reading as far as the files at hand allow,
 *  then fetched together, until nothing is missing. */

import { type ReadOptions, readMjcf } from '../mjcf/readMjcf.ts';
import type { Spec } from '../spec/spec.ts';
import { MjcfError } from '../xml/error.ts';

/** Bytes of a file, or undefined when there is none. */
export type Fetcher = (path: string) => Promise<Uint8Array | undefined>;

/** Includes and attached models are nested at most this deep. */
const MAX_ROUNDS = 100;

/** The Spec of a path with all its files at hand, read through `fetchFile`; missing files are fetched in parallel. */
export async function readMjcfAsync(path: string, fetchFile: Fetcher, options: ReadOptions = {}): Promise<Spec> {
  const files = new Map<string, Uint8Array | undefined>();
  const wanted = new Set<string>();
  const source = {
    read(name: string): Uint8Array | undefined {
      if (!files.has(name)) wanted.add(name);
      return files.get(name);
    },
  };
  const text = await fetchFile(path);
  if (text === undefined) throw missing(path);
  const xml = new TextDecoder().decode(text);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    wanted.clear();
    let spec: Spec | undefined;
    let failure: unknown;
    try {
      spec = readMjcf(xml, { ...options, file: path, source });
      for (const file of assetFiles(spec)) source.read(file);
    } catch (error) {
      failure = error;
    }
    if (wanted.size === 0) {
      if (spec) return spec;
      throw failure;
    }
    await Promise.all([...wanted].map(async (name) => files.set(name, await fetchFile(name))));
  }
  throw missing(path);
}

function assetFiles(spec: Spec): string[] {
  const files = [...spec.meshes, ...spec.hfields, ...spec.textures].map((asset) => asset.file);
  return [...files, ...spec.textures.flatMap((texture) => texture.cubefiles)].filter((file) => file !== '');
}

function missing(path: string): MjcfError {
  return new MjcfError([
    { file: path, line: 0, column: 0, tag: '', attribute: '', message: `cannot read file '${path}'` },
  ]);
}
