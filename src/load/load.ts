/** From MJCF or URDF to a running Model. The reader and the compiler are requested together with the engine and the
 * model file, so a page waits for one round trip. */

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

/** Compile a model from MJCF or URDF text, synchronously. Requires `await prepare()` first.
 *
 *  @throws MjcfError with the location of every mistake, as `tenon check` lists them
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
        compile(files.get(main) ?? xml, new Map<string, string | Uint8Array>([...given, ...files])).free();
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

/** Load a model from a file on disk, or from a URL in a browser. Files it refers to are read relative to it. Binary
 * models (.mjb), written by `tenon convert` for example, are already compiled and refer to no other files. Archives (.mjz, .zip)
 * contain the files of a model; the main file is `model.xml`, or the only one at the top level.
 *
 *  @param path path in Node, or `import.meta.resolve('tenon/models/humanoid.xml')`; URL in a browser, relative to the page
 *  @param options limits, engine, files in memory, progress
 *  @throws MjcfError with the place of every mistake, as `tenon check` lists them
 *  @throws TypeError for the text of a model: that is for `modelFromXml`
 *  @example
 *  const model = await loadModel('humanoid.xml'); */
export async function loadModel(path: string | URL, options: LoadOptions = {}): Promise<Model> {
  return (await loadModelWithWarnings(path, options)).model;
}

/** Same as `loadModel`, plus the warnings of the reader.
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
      const again = {
        ...options,
        progress: undefined,
        files: new Map<string, string | Uint8Array>([...given, ...files]),
      };
      await compileAsFarAsPossible(path, again);
      return [];
    } catch (found) {
      return mistakesIn(found);
    }
  });
}

/** Compile a model, without its last stage if the engine is not loaded yet: mistakes are reported without waiting for it. */
async function compileAsFarAsPossible(path: string, options: LoadOptions): Promise<void> {
  const engine = prepareEngine(options).then(
    () => true,
    () => false,
  );
  const [spec, { compileWithoutEngine, finishWithEngine }] = await Promise.all([
    readSpec(path, options),
    loadCompiler(),
  ]);
  const { retryAfterLoading } = await loadReader();
  const unfinished = await retryAfterLoading(() => compileWithoutEngine(spec));
  const later = new Promise<boolean>((done) => setTimeout(done, 0, false));
  if (await Promise.race([engine, later])) finishWithEngine(unfinished, compileOptions(options)).free();
}

/** Whether a file is a binary model, by its name: the reader is chosen before the contents arrive. */
function isBinary(path: string): boolean {
  return /\.mjb([?#]|$)/i.test(path);
}

async function loadBinary(path: string, options: LoadOptions): Promise<Model> {
  const read = readMain(path, options, fetcherOf(path, options));
  const [bytes, { modelIn }] = await Promise.all([read, loadBinaryReader(), prepareEngine(options)]);
  return modelIn(bytes, options, path);
}

/**
 * A spec tree and its Model. The tree is read, and most of the Model written, while other threads compile the engine.
 */
async function loadSpecAndModel(path: string, options: LoadOptions): Promise<{ spec: SpecTree; model: Model }> {
  const engine = prepareEngine(options);
  // on a disk, load the engine first: its compilation keeps other threads busy; a page requests everything together
  if (hasDisk()) await engineStarted();
  // an engine error is reported when the engine is needed, unless the model fails first
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

/** The spec tree of a file, with all files that it refers to. */
export async function loadSpec(path: string | URL, options: LoadOptions = {}): Promise<SpecTree> {
  return readSpec(snapshotPath(path), snapshotOptions(options));
}

async function readSpec(path: string, options: LoadOptions): Promise<SpecTree> {
  if (isBinary(path)) throw fileError(path, 'a binary model has no MJCF text. Use the file that it was compiled from');
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

/** Without a disk, the model file is requested while the reader is being fetched. */
function fetcherOf(path: string, options: LoadOptions): Fetcher | undefined {
  return hasDisk() ? undefined : startFetching(path, options);
}

function startFetching(path: string, { files = {}, origins = [], limits }: LoadOptions): Fetcher {
  const fetchFile = webFetcher(path, origins, limitsWith(limits).fileBytes);
  if (files instanceof Map ? files.has(path) : Object.hasOwn(files, path)) return fetchFile;
  const first = fetchFile(path);
  // the error is reported when the file is read
  first.catch(() => {});
  return (name) => (name === path ? first : fetchFile(name));
}

/** Encode a model as a binary file (.mjb). MuJoCo of the same version and `modelFromBinary` load it.
 *
 *  @example
 *  const bytes = await modelToBinary(model); */
export async function modelToBinary(model: Model): Promise<Uint8Array> {
  // copied now: the caller may change the Model while the writer is loading
  const own = copyModel(expectModel('modelToBinary', model));
  try {
    return (await loadBinaryReader()).writeBinary(own);
  } finally {
    own.free();
  }
}

/** Decode a model from a binary file (.mjb) written by `modelToBinary` or by MuJoCo of the same version.
 *
 *  @throws Error if the bytes are not a valid model
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

/** List the files of a model: the model file, included and attached models, meshes, textures, height fields.
 *
 *  @throws MjcfError with the location of every error
 *  @example
 *  const paths = await modelFiles('examples/humanoid.xml');
 *  console.log(paths.length); // -> 1 */
export async function modelFiles(path: string | URL, options: LoadOptions = {}): Promise<string[]> {
  const [from, given] = [snapshotPath(path), snapshotOptions(options)];
  if (isBinary(from) || isArchive(from)) return [from];
  const spec = await readSpec(from, given);
  return (await loadReader()).specFilePaths(spec);
}

/** Flatten a model to one MJCF string: includes, defaults, replicates and attachments are resolved. It loads as the
 * same model. File names are relative to `folder`, where the string will be saved (default: the folder of the model).
 * `folder` is absolute if `path` is, otherwise relative. If `settings` is a model compiled from this file, the string
 * has its current options and visual settings (`opt` and `vis`).
 *
 *  @throws MjcfError with the location of every error
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

/** Reject a model that refers to files of its archive: a flat file cannot name them.
 *  @throws MjcfError if it does */
function requireOneText(spec: SpecTree, archive: string): void {
  const [name] = assetFiles(spec);
  if (name === undefined) return;
  throw fileError(
    archive,
    `the model refers to files of the archive, such as '${name}'. Unpack it, and convert its main file`,
  );
}

/** Prepare the engine, so that `modelFromXml` can compile models synchronously. `loadModel` does this itself. If
 * WebAssembly is not allowed, or with `{ engine: 'js' }`, the plain JavaScript engine is prepared. Further calls cost
 * nothing.
 *
 *  @example
 *  await prepare();
 *  const model = modelFromXml('<mujoco><worldbody><body><freejoint/><geom size="0.1"/></body></worldbody></mujoco>'); */
export async function prepare(options: Pick<LoadOptions, 'engine'> = {}): Promise<void> {
  checkOptions(options);
  // the text may refer to meshes, be URDF, or use plugins, and is read synchronously
  const whole = loadReader().then(({ prepareAll }) => prepareAll());
  await Promise.all([prepareEngine(options), loadCompiler(), whole]);
}
