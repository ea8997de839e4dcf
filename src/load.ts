/** From MJCF or URDF to a running Model: reading, compiling, and choosing the engine. */
import { compile } from './compiler/compile.ts';
import { diskSource, hasDisk } from './compiler/load/diskSource.ts';
import { readMjcfAsync } from './compiler/load/loadAsync.ts';
import { webFetcher } from './compiler/load/webSource.ts';
import { loadAllParts, loadPart, PartNeeded } from './compiler/optional/parts.ts';
import { setPlainDerivatives } from './derivative/plain.ts';
import { startData } from './engine/reset.ts';
import { hasPlainStages, setPlainStages, setStages } from './engine/runtime/engine.ts';
import { mapSource } from './mjcf/files.ts';
import { isInside } from './mjcf/paths.ts';
import { type RobotReader, UrdfNeeded } from './mjcf/reading.ts';
import { type ReadOptions, readMjcf } from './mjcf/readMjcf.ts';
import type { Model } from './model/model.ts';
import { assetFiles } from './spec/assetFiles.ts';
import type { Spec } from './spec/spec.ts';
import { type CompiledEngine, compileEngine, engineStarted, wasmAllowed, wasmStagesOf } from './wasm/load.ts';
import { type Diagnostic, MjcfError } from './xml/error.ts';
import { FileProblem, type FileSource } from './xml/fileSource.ts';
import { type Limits, limitsWith } from './xml/limits.ts';

/** Files by path: bytes, or text. */
export type Files = ReadonlyMap<string, Uint8Array | string> | Readonly<Record<string, Uint8Array | string>>;

/** What a model is loaded with. */
export interface LoadOptions {
  /** Files the model refers to, by the paths it uses. They come before the disk or the network. */
  files?: Files;
  /** Path of the model, for messages and for files beside it. */
  file?: string;
  /** Folder that no file of the model may lie outside of, the model itself included. On a disk links are followed
   *  first, so that none leads out of it. */
  root?: string;
  /** How large the model may be, where the usual limits do not fit (docs/limits.md). */
  limits?: Partial<Limits>;
  /** In browsers, origins besides the model's own that its files may be fetched from, such as `https://cdn.example`. */
  origins?: readonly string[];
  /** Which engine steps the model: compiled (`wasm`, where it is allowed) or plain (`js`). Both give the same bits. */
  engine?: 'wasm' | 'js';
  /** Told what loading is at: each file that is read, and then that the model is compiled. */
  progress?: (doing: 'read' | 'compile', file: string) => void;
}

/** A model and what was doubtful about it. */
export interface Loaded {
  model: Model;
  warnings: readonly Diagnostic[];
}

/** A model from MJCF or URDF text, at once; `await prepare()` must have been called before.
 *
 *  @throws MjcfError with the place of every mistake
 *  @example
 *  await prepare();
 *  const model = modelFromXml('<mujoco><worldbody><body><freejoint/><geom size="0.1"/></body></worldbody></mujoco>'); */
export function modelFromXml(xml: string, options: LoadOptions = {}): Model {
  checkOptions(options);
  const source = mapSource(bytesOf(options.files ?? {}));
  const { file, root, limits } = options;
  return finish(readText(xml, { file, root, limits, source }), options);
}

/** A model from a file on disk, or from an address in a browser; files it refers to are found beside it.
 *
 *  @throws MjcfError with the place of every mistake
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
export async function loadModelWithWarnings(path: string | URL, options: LoadOptions = {}): Promise<Loaded> {
  const spec = await loadBeside(path, options);
  options.progress?.('compile', String(path));
  return { model: await withNeeded(() => finish(spec, options)), warnings: spec.warnings };
}

/** A spec tree, read while the engine is compiled on other threads. */
async function loadBeside(path: string | URL, options: LoadOptions): Promise<Spec> {
  checkOptions(options);
  const engine = prepareEngine(options);
  // on a disk its code is read first: from then on other threads are busy with it; a page asks for everything at once
  if (hasDisk()) await engineStarted();
  const [spec] = await Promise.all([loadSpec(path, options), engine]);
  return spec;
}

/** The spec tree of a file, with everything that it refers to at hand. */
export async function loadSpec(path: string | URL, options: LoadOptions = {}): Promise<Spec> {
  checkOptions(options);
  const spec = await loadText(path, options);
  if (spec.required.length > 0) await preparePlugins();
  return spec;
}

function loadText(path: string | URL, options: LoadOptions): Promise<Spec> {
  return withNeeded(() => (hasDisk() ? loadFromDisk(path, options) : loadFromWeb(String(path), options)));
}

/** What `work` gives, after loading what it finds missing. */
async function withNeeded<T>(work: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof UrdfNeeded) await prepareUrdf();
      else if (error instanceof PartNeeded) await loadPart(error.part);
      else throw error;
    }
  }
}

/** Load MuJoCo's plugins, which most models do without. */
async function preparePlugins(): Promise<void> {
  (await import('./plugin/mujoco/index.ts')).addMujocoPlugins();
}

let readRobot: RobotReader | undefined;

/** Load the reader of URDF, which models in MJCF do without. */
async function prepareUrdf(): Promise<void> {
  readRobot ??= (await import('./urdf/readRobot.ts')).readRobot;
}

/** The spec tree of MJCF, or of URDF where its reader was prepared. */
export function readText(text: string, options: ReadOptions): Spec {
  return readMjcf(text, { ...options, readRobot });
}

function loadFromWeb(path: string, { files, root, limits, origins = [], progress }: LoadOptions): Promise<Spec> {
  const given = mapSource(bytesOf(files ?? {}));
  const fetchFile = webFetcher(path, origins, limitsWith(limits).fileBytes);
  const read = async (name: string) => {
    progress?.('read', name);
    return given.read(name) ?? fetchFile(name);
  };
  return readMjcfAsync(path, read, { root, limits, readRobot });
}

function loadFromDisk(path: string | URL, { files, root, limits, progress }: LoadOptions): Spec {
  const given = mapSource(bytesOf(files ?? {}));
  const { fileURLToPath } = process.getBuiltinModule('node:url');
  const file = String(path).startsWith('file:') ? fileURLToPath(path) : String(path);
  const disk = diskSource({ root, fileBytes: limitsWith(limits).fileBytes });
  const source: FileSource = {
    read: (name) => {
      progress?.('read', name);
      return given.read(name) ?? disk.read(name);
    },
  };
  const xml = new TextDecoder().decode(readMain(source, file));
  return readText(xml, { file, root, limits, source, isInside: root === undefined ? undefined : insideOf(root) });
}

/** Whether paths, from wherever they start, lead into a folder. */
function insideOf(root: string): (path: string) => boolean {
  const { resolve } = process.getBuiltinModule('node:path');
  return (path) => isInside(resolve(root), resolve(path));
}

function readMain(source: FileSource, file: string): Uint8Array {
  const failure = (message: string) => new MjcfError([{ file, line: 0, column: 0, tag: '', attribute: '', message }]);
  try {
    const bytes = source.read(file);
    if (bytes !== undefined) return bytes;
  } catch (error) {
    throw error instanceof FileProblem ? failure(error.message) : error;
  }
  throw failure('there is no such file');
}

/** A model as the bytes of a binary file (.mjb), which MuJoCo of the same version loads, and `modelFromBinary`.
 *
 *  @example
 *  const bytes = await modelToBinary(model); */
export async function modelToBinary(model: Model): Promise<Uint8Array> {
  return (await import('./model/binary/mjb.ts')).writeBinary(model);
}

/** The model in the bytes of a binary file (.mjb), such as `modelToBinary` gives and MuJoCo of the same version saves.
 *
 *  @throws Error that says what is wrong with the bytes
 *  @example
 *  const copy = await modelFromBinary(await modelToBinary(model)); */
export async function modelFromBinary(bytes: Uint8Array, options: Pick<LoadOptions, 'engine'> = {}): Promise<Model> {
  const [{ readBinary }] = await Promise.all([import('./model/binary/mjb.ts'), prepareEngine(options)]);
  return readBinary(bytes, (model) => equip(model, options.engine));
}

/** Paths of all files that a model consists of: itself, what it includes and attaches, meshes, pictures, height fields.
 *
 *  @throws MjcfError with the place of every mistake
 *  @example
 *  const paths = await modelFiles('examples/humanoid.xml');
 *  console.log(paths.length); // -> 1 */
export async function modelFiles(path: string | URL, options: LoadOptions = {}): Promise<string[]> {
  const spec = await loadSpec(path, options);
  return [...new Set([...spec.files, ...assetFiles(spec)])];
}

/** A file as one flat MJCF text: includes, defaults, replicates and attachments resolved. Loading it gives the same model.
 *  Files are named as seen from `folder`, where the text will stand: the model's own unless given. The folder is absolute
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
  const spec = await loadBeside(path, options);
  await withNeeded(() => finish(spec, options));
  const { takeSettings, writeMjcf } = await import('./mjcf/writeMjcf.ts');
  if (options.settings) takeSettings(spec, options.settings);
  return writeMjcf(spec, options.folder);
}

let compiled: CompiledEngine | undefined;

/** Prepare the engine, so that `modelFromXml` can make models at once. `loadModel` does this itself. Where WebAssembly is
 *  forbidden, or with `{ engine: 'js' }`, the plain JavaScript engine is prepared. Calling it again costs nothing.
 *
 *  @example
 *  await prepare();
 *  const model = modelFromXml('<mujoco><worldbody><body><freejoint/><geom size="0.1"/></body></worldbody></mujoco>'); */
export async function prepare(options: Pick<LoadOptions, 'engine'> = {}): Promise<void> {
  checkOptions(options);
  // text may have meshes, be URDF, or use plugins, and is read at once
  await Promise.all([prepareEngine(options), loadAllParts(), prepareUrdf(), preparePlugins()]);
}

async function prepareEngine(options: Pick<LoadOptions, 'engine'>): Promise<void> {
  if (options.engine !== 'js' && wasmAllowed()) compiled ??= await compileEngine();
  else await preparePlain();
}

async function preparePlain(): Promise<void> {
  const [stages, derivatives] = await Promise.all([
    import('./engine/runtime/stages.ts'),
    import('./derivative/plainTable.ts'),
  ]);
  setPlainStages(stages.jsStages);
  setPlainDerivatives(derivatives.plainDerivatives);
}

/** A compiled spec, ready to be stepped by the engine that was asked for. */
export function finish(spec: Spec, options: Pick<LoadOptions, 'engine'> = {}): Model {
  return compile(spec, { prepare: (model) => equip(model, options.engine) });
}

/** Give a Model, and later its copies, the engine that runs them. */
export function equip(model: Model, engine: LoadOptions['engine']): void {
  model.initData = (data) => startData(data.model, data);
  model.equip = (copy) => equip(copy, engine);
  if (engine !== 'js' && compiled && model.heap.memory) {
    setStages(model, wasmStagesOf(compiled, model.heap));
  } else if (!hasPlainStages()) throw new Error(notPrepared(engine));
}

function notPrepared(engine: LoadOptions['engine']): string {
  // without options, the compiled engine can be missing only because nothing was prepared
  const call = engine === 'js' || compiled ? "prepare({ engine: 'js' })" : 'prepare()';
  return `the engine is not prepared: \`await ${call}\` once before making models, or load them with \`await loadModel(...)\``;
}

export function bytesOf(files: Files): Map<string, Uint8Array> {
  const encoder = new TextEncoder();
  const entries = files instanceof Map ? [...files] : Object.entries(files);
  return new Map(entries.map(([name, bytes]) => [name, typeof bytes === 'string' ? encoder.encode(bytes) : bytes]));
}

/** Throws unless the options, and the files in them, are such.
 *  @throws TypeError */
export function checkOptions(options: LoadOptions): void {
  if (typeof options !== 'object' || options === null)
    throw new TypeError(`options: expected an object, found ${options}`);
  for (const name of ['file', 'root'] as const) {
    const path: unknown = options[name];
    if (path !== undefined && typeof path !== 'string')
      throw new TypeError(`${name}: expected a path, found ${typeof path}`);
  }
  const { files = {} } = options;
  for (const [name, bytes] of files instanceof Map ? files : Object.entries(files)) {
    if (typeof bytes !== 'string' && !(bytes instanceof Uint8Array)) {
      throw new TypeError(`files: '${name}': expected text or a Uint8Array, found ${typeof bytes}`);
    }
  }
}
