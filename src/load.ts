/** From MJCF to a running Model: reading, compiling, and choosing the engine. */
import { compile } from './compiler/compile.ts';
import { diskSource, hasDisk } from './compiler/diskSource.ts';
import { readMjcfAsync } from './compiler/loadAsync.ts';
import { resetData } from './engine/reset.ts';
import { hasPlainStages, setPlainStages, setStages } from './engine/runtime/engine.ts';
import { mapSource } from './mjcf/files.ts';
import { readMjcf } from './mjcf/readMjcf.ts';
import { writeMjcf } from './mjcf/writeMjcf.ts';
import type { Model } from './model/model.ts';
import type { Spec } from './spec/spec.ts';
import { type CompiledEngine, compileEngine, wasmAllowed, wasmStagesSync } from './wasm/load.ts';
import { type Diagnostic, MjcfError } from './xml/error.ts';
import type { FileSource } from './xml/fileSource.ts';

/** Files by path: bytes, or text. */
export type Files = ReadonlyMap<string, Uint8Array | string> | Readonly<Record<string, Uint8Array | string>>;

/** What a model is loaded with. */
export interface LoadOptions {
  /** Files the model refers to, by the paths it uses. They come before the disk or the network. */
  files?: Files;
  /** Path of the model, for messages and for files beside it. */
  file?: string;
  /** Folder that no file of the model may lie outside of. */
  root?: string;
  /** Which engine steps the model: compiled (`wasm`, where it is allowed) or plain (`js`). Both give the same bits. */
  engine?: 'wasm' | 'js';
  /** Bytes to reserve for Datas and their arenas beyond the first; 128 times the first, between 16 and 128 MB, unless given. */
  reserve?: number;
}

/** A model and what was doubtful about it. */
export interface Loaded {
  model: Model;
  warnings: readonly Diagnostic[];
}

/** A model from MJCF text, at once; `await prepare()` must have been called before.
 *
 *  @throws MjcfError with the place of every mistake
 *  @example
 *  await prepare();
 *  const model = modelFromXml('<mujoco><worldbody><body><freejoint/><geom size="0.1"/></body></worldbody></mujoco>'); */
export function modelFromXml(xml: string, options: LoadOptions = {}): Model {
  const source = mapSource(bytesOf(options.files ?? {}));
  return finish(readMjcf(xml, { file: options.file, root: options.root, source }), options);
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
  // the engine is compiled on other threads while this one reads
  const [spec] = await Promise.all([loadSpec(path, options), prepare(options)]);
  return { model: finish(spec, options), warnings: spec.warnings };
}

/** The spec tree of a file, with everything that it refers to at hand. */
export async function loadSpec(path: string | URL, options: LoadOptions = {}): Promise<Spec> {
  const given = mapSource(bytesOf(options.files ?? {}));
  if (!hasDisk()) {
    return readMjcfAsync(String(path), async (name) => given.read(name) ?? fetchBytes(name), { root: options.root });
  }
  const file = String(path).startsWith('file:')
    ? process.getBuiltinModule('node:url').fileURLToPath(path)
    : String(path);
  const disk = diskSource();
  const source: FileSource = { read: (name) => given.read(name) ?? disk.read(name) };
  const bytes = source.read(file);
  if (bytes === undefined) {
    throw new MjcfError([{ file, line: 0, column: 0, tag: '', attribute: '', message: 'there is no such file' }]);
  }
  return readMjcf(new TextDecoder().decode(bytes), { file, root: options.root, source });
}

/** A file as one flat MJCF text: includes, defaults, replicates and attachments resolved. Loading it gives the same model.
 *
 *  @throws MjcfError with the place of every mistake
 *  @example
 *  const text = await flattenMjcf('scene.xml'); */
export async function flattenMjcf(path: string | URL, options: LoadOptions = {}): Promise<string> {
  const [spec] = await Promise.all([loadSpec(path, options), prepare(options)]);
  finish(spec, options);
  return writeMjcf(spec);
}

let compiled: CompiledEngine | undefined;

/** Prepare the engine, so that `modelFromXml` can make models at once. `loadModel` does this itself. Where WebAssembly is
 *  forbidden, or with `{ engine: 'js' }`, the plain JavaScript engine is prepared. Calling it again costs nothing.
 *
 *  @example
 *  await prepare();
 *  const model = modelFromXml('<mujoco><worldbody><body><freejoint/><geom size="0.1"/></body></worldbody></mujoco>'); */
export async function prepare(options: Pick<LoadOptions, 'engine'> = {}): Promise<void> {
  if (options.engine !== 'js' && wasmAllowed()) compiled ??= await compileEngine();
  else setPlainStages((await import('./engine/runtime/stages.ts')).jsStages);
}

/** A compiled spec, ready to be stepped by the engine that was asked for. */
export function finish(spec: Spec, options: Pick<LoadOptions, 'engine' | 'reserve'> = {}): Model {
  return compile(spec, { reserve: options.reserve, prepare: (model) => equip(model, options.engine) });
}

/** Give a Model, and later its copies, the engine that runs them. */
function equip(model: Model, engine: LoadOptions['engine']): void {
  model.initData = (data) => resetData(data.model, data);
  model.equip = (copy) => equip(copy, engine);
  if (engine !== 'js' && compiled && model.heap.memory) {
    setStages(model, wasmStagesSync(compiled, model.heap.memory));
  } else if (!hasPlainStages()) throw new Error(notPrepared(engine));
}

function notPrepared(engine: LoadOptions['engine']): string {
  // without options, the compiled engine can be missing only because nothing was prepared
  const call = engine === 'js' || compiled ? "prepare({ engine: 'js' })" : 'prepare()';
  return `the engine is not prepared: \`await ${call}\` once before making models, or load them with \`await loadModel(...)\``;
}

function bytesOf(files: Files): Map<string, Uint8Array> {
  const encoder = new TextEncoder();
  const entries = files instanceof Map ? [...files] : Object.entries(files);
  return new Map(entries.map(([name, bytes]) => [name, typeof bytes === 'string' ? encoder.encode(bytes) : bytes]));
}

async function fetchBytes(path: string): Promise<Uint8Array | undefined> {
  const response = await fetch(path);
  return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
}
