/** Loads a model whose files must be fetched: reads as far as the available files allow, fetches the missing ones in
 * parallel, and repeats until none is missing. */

import { type ReadOptions, readMjcf } from '../../formats/mjcf/readMjcf.ts';
import { assetFiles } from '../../formats/spec/assetFiles.ts';
import type { SpecTree } from '../../formats/spec/specTree.ts';
import { fileError } from '../../formats/xml/error.ts';
import { FileProblem } from '../../formats/xml/fileSource.ts';
import { type Fetcher, fetchMain } from './webSource.ts';

/** Maximum nesting depth of includes and attached models. */
const MAX_ROUNDS = 100;

/** The spec tree of a path, read through `fetchFile`. Missing files are fetched in parallel. */
export async function readMjcfAsync(path: string, fetchFile: Fetcher, options: ReadOptions = {}): Promise<SpecTree> {
  const files = new Map<string, Uint8Array | FileProblem | undefined>();
  const wanted = new Set<string>();
  const source = {
    read(name: string): Uint8Array | undefined {
      if (!files.has(name)) wanted.add(name);
      const found = files.get(name);
      if (found instanceof FileProblem) throw found;
      return found;
    },
  };
  const xml = new TextDecoder().decode(await fetchMain(fetchFile, path));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    wanted.clear();
    let spec: SpecTree | undefined;
    let failure: unknown;
    try {
      spec = readMjcf(xml, { ...options, file: path, source });
      for (const file of assetFiles(spec)) if (!files.has(file)) wanted.add(file);
    } catch (error) {
      failure = error;
    }
    if (wanted.size === 0) {
      if (spec) return spec;
      throw failure;
    }
    await Promise.all([...wanted].map(async (name) => files.set(name, await fetchOrProblem(fetchFile, name))));
  }
  throw fileError(path, 'files refer to further files without end. Remove the circular include or model reference');
}

/** If a file must not be fetched, the element that names it reports the problem. */
async function fetchOrProblem(fetchFile: Fetcher, path: string): Promise<Uint8Array | FileProblem | undefined> {
  try {
    return await fetchFile(path);
  } catch (error) {
    if (error instanceof FileProblem) return error;
    throw error;
  }
}
