/** Options of `loadModel` and `load`, and their checks. */
import { expectFunction, expectObject, expectOneOf, expectString, found } from '../core/expect.ts';
import { type Limits, limitsWith } from '../core/model/limits.ts';
import type { Model } from '../core/model/model.ts';
import type { Diagnostic } from '../formats/xml/error.ts';

/** Files by path: bytes, or text. */
export type Files = ReadonlyMap<string, Uint8Array | string> | Readonly<Record<string, Uint8Array | string>>;

/** What a model is loaded with. */
export interface LoadOptions {
  /** Files the model refers to, by the paths it uses. They come before the disk or the network. */
  files?: Files;
  /** Path of the model, for messages and for files beside it. */
  file?: string;
  /** Folder that must contain every file of the model, the model itself included. On a disk links are followed first, so
   *  that none leads out of it. */
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

/** Which engine is asked for. */
export type EngineOptions = Pick<LoadOptions, 'engine'>;

/** What a binary model is loaded with. */
export type BinaryOptions = Pick<LoadOptions, 'engine' | 'limits'>;

/** A model and what was doubtful about it. */
export interface LoadResult {
  model: Model;
  warnings: readonly Diagnostic[];
}

export function encodeFiles(files: Files): Map<string, Uint8Array> {
  const encoder = new TextEncoder();
  const entries = files instanceof Map ? [...files] : Object.entries(files);
  return new Map(entries.map(([name, bytes]) => [name, typeof bytes === 'string' ? encoder.encode(bytes) : bytes]));
}

/** Throws unless the options, and the files in them, are such.
 *  @throws TypeError or RangeError that names the option */
export function checkOptions(options: LoadOptions): void {
  expectObject('options', options);
  for (const name of ['file', 'root'] as const) {
    const path: unknown = options[name];
    if (path !== undefined && typeof path !== 'string')
      throw new TypeError(`${name}: expected a path, found ${typeof path}`);
  }
  const { files = {}, limits, origins, engine, progress } = options;
  expectObject('files', files);
  for (const [name, bytes] of files instanceof Map ? files : Object.entries(files)) {
    if (typeof bytes !== 'string' && !(bytes instanceof Uint8Array)) {
      throw new TypeError(`files: '${String(name)}': expected text or a Uint8Array, found ${typeof bytes}`);
    }
  }
  if (limits !== undefined) limitsWith(expectObject('limits', limits));
  if (origins !== undefined) expectOrigins(origins);
  if (engine !== undefined) expectOneOf('engine', engine, ['wasm', 'js']);
  if (progress !== undefined) expectFunction('progress', progress);
}

function expectOrigins(origins: readonly string[]): void {
  if (!Array.isArray(origins)) throw new TypeError(`origins: expected an array of strings, found ${found(origins)}`);
  for (const [k, origin] of origins.entries()) expectString(`origins[${k}]`, origin);
}

/** A copy of the options of an asynchronous call: the caller may change them while it runs.
 *  @throws TypeError or RangeError that names the option */
export function snapshotOptions<T extends LoadOptions>(options: T): T {
  checkOptions(options);
  const { files, limits, origins } = options;
  return {
    ...options,
    ...(files && { files: snapshotFiles(files) }),
    ...(limits && { limits: { ...limits } }),
    ...(origins && { origins: [...origins] }),
  };
}

function snapshotFiles(files: Files): Files {
  const entries: [string, Uint8Array | string][] = files instanceof Map ? [...files] : Object.entries(files);
  return new Map(entries.map(([name, bytes]) => [name, typeof bytes === 'string' ? bytes : bytes.slice()]));
}

/** The path of an asynchronous call as a string: the caller may change a URL object while it runs.
 *  @throws TypeError */
export function snapshotPath(path: string | URL): string {
  if (typeof path === 'string') {
    if (!/^\s*</.test(path)) return path;
    throw new TypeError(
      'expected a path or an address, found the text of a model. Fix: await prepare(), then modelFromXml(text)',
    );
  }
  // of any realm
  if (typeof (path as URL | null | undefined)?.href === 'string') return path.href;
  throw new TypeError(`path: expected a path or an address, found ${found(path)}`);
}
