/** From MJCF or URDF to a running Model. The code that reads texts and the code that compiles spec trees are asked for when a model
 *  is: beside the engine and the model's own file, so that a page waits once for all of them. */

import { expectString } from '../core/expect.ts';
import { copyModel } from '../core/model/copy.ts';
import { describeType, expectModel } from '../core/model/fit.ts';
import { limitsWith } from '../core/model/limits.ts';
import type { Model } from '../core/model/model.ts';
import { engineStarted } from '../core/wasm/compileEngine.ts';
import { assetFiles } from '../formats/spec/assetFiles.ts';
import type { SpecTree } from '../formats/spec/specTree.ts';
import { fileError, MjcfError } from '../formats/xml/error.ts';
import { compileOptions, notPrepared, prepareEngine } from './engine.ts';
import { diskPath, readMain } from './files.ts';
import { loadArchiveReader, loadBinaryReader, loadCompiler, loadedChunks, loadReader } from './loadChunks.ts';
import {
  checkOptions,
  encodeFiles,
  type LoadOptions,
  type LoadResult,
  snapshotOptions,
  snapshotPath,
} from './options.ts';
import { hasDisk } from './sources/diskSource.ts';
import { type Fetcher, webFetcher } from './sources/webSource.ts';

export type { Files, LoadOptions, LoadResult } from './options.ts';

/** A model from MJCF or URDF text, at once; `await prepare()` must have been called before.
 *
 *  @throws MjcfError with the place of every mistake, as `tenon check` lists them
 *  @throws TypeError for a path: that is for `loadModel`
 *  @example
 *  await prepare();
 *  const model = modelFromXml('<mujoco><worldbody><body><freejoint/><geom size="0.1"/></body></worldbody></mujoco>'); */
export function modelFromXml(xml: string, options: LoadOptions = {}): Model {
  checkOptions(options);
  expectModelText(xml);
  const chunks = loadedChunks();
  if (!chunks) throw notPrepared(options.engine);
  const compile = (text: string, files?: LoadOptions['files']) =>
    chunks.compile(chunks.readFromMemory(text, files ? { ...options, files } : options), compileOptions(options));
  try {
    return compile(xml);
  } catch (error) {
    if (!(error instanceof MjcfError)) throw error;
    const given = encodeFiles(options.files ?? {});
    const main = options.file ?? '';
    const textOf = (file: string) => (file === main ? xml : decodeText(given.get(file)));
    throw chunks.collectMistakes(error, textOf, (files) => {
      try {
        compile(files.get(main) ?? xml, new Map([...given, ...files])).free();
        return [];
      } catch (again) {
        return chunks.mistakesIn(again);
      }
    });
  }
}

/** @throws TypeError for a path, which `loadModel` takes */
function expectModelText(xml: string): void {
  const path = (xml as unknown) instanceof URL ? String(xml) : xml;
  if (typeof path !== 'string' || path.includes('<') || !/^\S.*\.(xml|mjcf|urdf|mjb|mjz|zip)$/i.test(path)) return;
  throw new TypeError(`modelFromXml: expected the text of a model, found a path. Fix: await loadModel('${path}')`);
}

function decodeText(bytes: Uint8Array | undefined): string | undefined {
  return bytes && new TextDecoder().decode(bytes);
}

/** A model from a file on disk, or from an address in a browser; files it refers to are found beside it. A binary model (.mjb),
 *  such as `tenon convert` writes, was compiled before, and is all in one file. An archive (.mjz, .zip) has a text called
 *  `model.xml`, or a single one at its top, and everything that it refers to.
 *
 *  @throws MjcfError with the place of every mistake, as `tenon check` lists them
 *  @throws TypeError for the text of a model: that is for `modelFromXml`
 *  @example
 *  const model = await loadModel('humanoid.xml'); */
export async function loadModel(path: string | URL, options: LoadOptions = {}): Promise<Model> {
  return (await loadModelWithWarnings(path, options)).model;
}

/** As `loadModel`, with the warnings that reading gave.
 *
 *  @example
 *  const { model, warnings } = await loadModelWithWarnings('examples/humanoid.xml');
 *  for (const warning of warnings) console.log(formatDiagnostic(warning)); */
export async function loadModelWithWarnings(path: string | URL, options: LoadOptions = {}): Promise<LoadResult> {
  const [from, given] = [snapshotPath(path), snapshotOptions(options)];
  if (isBinary(from)) return { model: await loadBinary(from, given), warnings: [] };
  try {
    const { spec, model } = await loadSpecAndModel(from, given);
    return { model, warnings: spec.warnings };
  } catch (error) {
    throw error instanceof MjcfError && !isArchive(from) ? await withAllMistakes(error, from, given) : error;
  }
}

/** The error with every mistake of the model. */
async function withAllMistakes(error: MjcfError, path: string, options: LoadOptions): Promise<MjcfError> {
  const given = encodeFiles(options.files ?? {});
  const fetchFile = hasDisk() ? undefined : fetcherOf(path, options);
  const textOf = async (file: string) =>
    decodeText(await readMain(file, { ...options, progress: undefined }, fetchFile));
  const { collectMistakesAsync, mistakesIn } = await loadReader();
  return collectMistakesAsync(error, textOf, async (files) => {
    try {
      const again = { ...options, progress: undefined, files: new Map([...given, ...files]) };
      (await loadSpecAndModel(path, again)).model.free();
      return [];
    } catch (found) {
      return mistakesIn(found);
    }
  });
}

/** Whether a file is a binary model, by its name: what its contents would be read by must be known before they are there. */
function isBinary(path: string): boolean {
  return /\.mjb([?#]|$)/i.test(path);
}

async function loadBinary(path: string, options: LoadOptions): Promise<Model> {
  const read = readMain(path, options, fetcherOf(path, options));
  const [bytes, { modelIn }] = await Promise.all([read, loadBinaryReader(), prepareEngine(options)]);
  return modelIn(bytes, options, path);
}

/** A spec tree and its Model. The tree is read, and most of the Model written, while the engine is compiled on other threads. */
async function loadSpecAndModel(path: string, options: LoadOptions): Promise<{ spec: SpecTree; model: Model }> {
  const engine = prepareEngine(options);
  // on a disk its code is read first: from then on other threads are busy with it; a page asks for everything at once
  if (hasDisk()) await engineStarted();
  // what is wrong with it is said when it is needed, unless the model is wrong too
  engine.catch(() => {});
  const [spec, { compileWithoutEngine, finishWithEngine }] = await Promise.all([
    readSpec(path, options),
    loadCompiler(),
  ]);
  options.progress?.('compile', path);
  const { retryAfterLoading } = await loadReader();
  const unfinished = await retryAfterLoading(() => compileWithoutEngine(spec));
  await engine;
  return { spec, model: finishWithEngine(unfinished, compileOptions(options)) };
}

/** The spec tree of a file, with everything that it refers to at hand. */
export async function loadSpec(path: string | URL, options: LoadOptions = {}): Promise<SpecTree> {
  return readSpec(snapshotPath(path), snapshotOptions(options));
}

async function readSpec(path: string, options: LoadOptions): Promise<SpecTree> {
  if (isBinary(path)) throw fileError(path, 'a binary model has no text, only what it was compiled to');
  if (isArchive(path)) return readArchivedSpec(path, options);
  const fetchFile = fetcherOf(path, options);
  const { readFile } = await loadReader();
  return readFile(path, options, fetchFile);
}

/** Whether a file is an archive, by its name. */
function isArchive(path: string): boolean {
  return /\.(mjz|zip)([?#]|$)/i.test(path);
}

/** The spec tree of a model whose files are all in one archive, or given. */
async function readArchivedSpec(path: string, options: LoadOptions): Promise<SpecTree> {
  const read = readMain(path, options, fetcherOf(path, options));
  const [bytes, { unpackModel }, { readFile }] = await Promise.all([read, loadArchiveReader(), loadReader()]);
  const { file, files } = await unpackModel(bytes, hasDisk() ? diskPath(path) : path, options);
  for (const [name, content] of encodeFiles(options.files ?? {})) files.set(name, content);
  const nowhereElse = async () => undefined;
  return readFile(file, { ...options, root: undefined, files }, nowhereElse);
}

/** Where there is no disk, the file of a model is asked for while the code that reads it is on its way. */
function fetcherOf(path: string, options: LoadOptions): Fetcher | undefined {
  return hasDisk() ? undefined : startFetching(path, options);
}

function startFetching(path: string, { files = {}, origins = [], limits }: LoadOptions): Fetcher {
  const fetchFile = webFetcher(path, origins, limitsWith(limits).fileBytes);
  if (files instanceof Map ? files.has(path) : Object.hasOwn(files, path)) return fetchFile;
  const first = fetchFile(path);
  // what is wrong with it is said to whoever reads it
  first.catch(() => {});
  return (name) => (name === path ? first : fetchFile(name));
}

/** A model as the bytes of a binary file (.mjb), which MuJoCo of the same version loads, and `modelFromBinary`.
 *
 *  @example
 *  const bytes = await modelToBinary(model); */
export async function modelToBinary(model: Model): Promise<Uint8Array> {
  // as it is now: whoever called may change the Model while the writer is loaded
  const own = copyModel(expectModel('modelToBinary', model));
  try {
    return (await loadBinaryReader()).writeBinary(own);
  } finally {
    own.free();
  }
}

/** The model in the bytes of a binary file (.mjb), such as `modelToBinary` gives and MuJoCo of the same version saves.
 *
 *  @throws Error that says what is wrong with the bytes
 *  @example
 *  const copy = await modelFromBinary(await modelToBinary(model)); */
export async function modelFromBinary(
  bytes: Uint8Array,
  options: Pick<LoadOptions, 'engine' | 'limits'> = {},
): Promise<Model> {
  if (!(bytes instanceof Uint8Array)) {
    throw new TypeError(`modelFromBinary: expected a Uint8Array, found ${describeType(bytes)}`);
  }
  const [own, settings] = [bytes.slice(), snapshotOptions(options)];
  const [{ modelIn }] = await Promise.all([loadBinaryReader(), prepareEngine(settings)]);
  return modelIn(own, settings);
}

/** Paths of all files that a model consists of: itself, what it includes and attaches, meshes, pictures, height fields.
 *
 *  @throws MjcfError with the place of every mistake
 *  @example
 *  const paths = await modelFiles('examples/humanoid.xml');
 *  console.log(paths.length); // -> 1 */
export async function modelFiles(path: string | URL, options: LoadOptions = {}): Promise<string[]> {
  const [from, given] = [snapshotPath(path), snapshotOptions(options)];
  if (isBinary(from) || isArchive(from)) return [from];
  const spec = await readSpec(from, given);
  return (await loadReader()).specFilePaths(spec);
}

/** A file as one flat MJCF text: includes, defaults, replicates and attachments resolved. Loading it gives the same model.
 *  Files are named as seen from `folder`, the folder of the text (default: the model's own). The folder is absolute
 *  or relative as `path` is. With `settings`, a model made from this file, the text has the options and visual settings
 *  (`opt` and `vis`) that the model has now.
 *
 *  @throws MjcfError with the place of every mistake
 *  @example
 *  const text = await flattenMjcf('scene.xml'); */
export async function flattenMjcf(
  path: string | URL,
  options: LoadOptions & { folder?: string; settings?: Model } = {},
): Promise<string> {
  const [from, given] = [snapshotPath(path), snapshotOptions(options)];
  const { folder } = given;
  if (folder !== undefined) expectString('folder', folder);
  const settings = given.settings && copyModel(expectModel('flattenMjcf: settings', given.settings));
  try {
    const { spec } = await loadSpecAndModel(from, given);
    if (isArchive(from)) requireOneText(spec, from);
    const { takeSettings, writeMjcf } = await import('../formats/mjcf/writeMjcf.ts');
    if (settings) takeSettings(spec, settings);
    return writeMjcf(spec, folder);
  } finally {
    settings?.free();
  }
}

/** A text cannot name files of an archive.
 *  @throws MjcfError if it would have to */
function requireOneText(spec: SpecTree, archive: string): void {
  const [name] = assetFiles(spec);
  if (name === undefined) return;
  throw fileError(
    archive,
    `the model refers to files of the archive, such as '${name}'. Unpack it, and convert its text`,
  );
}

/** Prepare the engine, so that `modelFromXml` can make models at once. `loadModel` does this itself. Where WebAssembly is
 *  forbidden, or with `{ engine: 'js' }`, the plain JavaScript engine is prepared. Calling it again costs nothing.
 *
 *  @example
 *  await prepare();
 *  const model = modelFromXml('<mujoco><worldbody><body><freejoint/><geom size="0.1"/></body></worldbody></mujoco>'); */
export async function prepare(options: Pick<LoadOptions, 'engine'> = {}): Promise<void> {
  checkOptions(options);
  // text may have meshes, be URDF, or use plugins, and is read at once
  const whole = loadReader().then(({ prepareAll }) => prepareAll());
  await Promise.all([prepareEngine(options), loadCompiler(), whole]);
}
