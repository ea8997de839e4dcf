/** Options of `loadModel` and `load`, and their checks. */
import { expectFunction, expectObject, expectOneOf, expectString, found } from '../core/expect.ts';
import { type Limits, limitsWith } from '../core/model/limits.ts';
import type { Model } from '../core/model/model.ts';
import type { Diagnostic } from '../formats/xml/error.ts';

/** Files by path: bytes or strings. */
export type Files = ReadonlyMap<string, Uint8Array | string> | Readonly<Record<string, Uint8Array | string>>;

/** Options for loading a model. */
export interface LoadOptions {
  /** Files that the model refers to, by the paths it uses. They take precedence over disk and network. */
  files?: Files;
  /** Path of the model, for messages and to resolve relative file names. */
  file?: string;
  /** Folder that must contain every file of the model, including the model file. On disk, links are resolved first, so
   * no link can lead out of it. */
  root?: string;
  /** Limits on the size of the model, if the defaults do not fit (docs/limits.md). */
  limits?: Partial<Limits>;
  /**
   * Further origins that a browser may fetch files from, such as `https://cdn.example` (default: the origin of the
   * model).
   */
  origins?: readonly string[];
  /** Engine that steps the model: compiled (`wasm`; default if allowed) or plain (`js`). Both compute the same bits. */
  engine?: 'wasm' | 'js';
  /** Progress callback: once per file read, then once when compilation starts. */
  progress?: (doing: 'read' | 'compile', file: string) => void;
}

/** The engine to use. */
export type EngineOptions = Pick<LoadOptions, 'engine'>;

/** Options for loading a binary model. */
export type BinaryOptions = Pick<LoadOptions, 'engine' | 'limits'>;

/** A model and its load warnings. */
export interface LoadResult {
  model: Model;
  warnings: readonly Diagnostic[];
}

export function encodeFiles(files: Files): Map<string, Uint8Array> {
  const encoder = new TextEncoder();
  const entries = files instanceof Map ? [...files] : Object.entries(files);
  return new Map(entries.map(([name, bytes]) => [name, typeof bytes === 'string' ? encoder.encode(bytes) : bytes]));
}

/** Check the options and the files in them.
 *  @throws TypeError or RangeError with the name of the option */
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
      throw new TypeError(`files: '${String(name)}': expected a string or a Uint8Array, found ${typeof bytes}`);
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

/** Copy the options of an asynchronous call; the caller may change them while it runs.
 *  @throws TypeError or RangeError with the name of the option */
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

/** Convert the path of an asynchronous call to a string; the caller may change a URL object while it runs.
 *  @throws TypeError */
export function snapshotPath(path: string | URL): string {
  if (typeof path === 'string') {
    if (!/^\s*</.test(path)) return path;
    throw new TypeError(
      'expected a path or a URL, found the text of a model. Fix: await prepare(), then modelFromXml(text)',
    );
  }
  // of any realm
  if (typeof (path as URL | null | undefined)?.href === 'string') return path.href;
  throw new TypeError(`path: expected a string or a URL, found ${found(path)}`);
}
