/** Sources of a model, and loading it with all its files. */
import {
  type Diagnostic,
  formatDiagnostic,
  loadModelWithWarnings,
  MjcfError,
  type Model,
  modelName,
} from '../../../index.ts';
import { isProgram, loadProgram, modelText, type Program } from './program.ts';

/** The URL of a model, or of a program that creates one; or files. `program` is the URL of a controller. */
export type Source = (
  | { kind: 'address'; url: string }
  | { kind: 'files'; files: Map<string, Uint8Array>; main: string }
) & {
  program?: string;
};

export interface LoadedModel {
  model: Model;
  title: string;
  warnings: readonly Diagnostic[];
  program: Program | undefined;
}

/** A model that cannot be loaded: its diagnostics, and the source lines to show them in. */
export class LoadFailure extends Error {
  readonly diagnostics: readonly Diagnostic[];
  readonly texts: ReadonlyMap<string, string>;

  constructor(diagnostics: readonly Diagnostic[], texts: ReadonlyMap<string, string>) {
    super(diagnostics.map(formatDiagnostic).join('\n'));
    this.diagnostics = diagnostics;
    this.texts = texts;
  }
}

const MODEL_FILE = /\.(xml|mjcf|urdf)$/i;
const BINARY_FILE = /\.mjb$/i;

/** Progress of loading. */
export interface LoadStep {
  /** The file being read, or the current stage. */
  what: string;
  /** Number of files read before. */
  files: number;
}

export async function loadSource(
  source: Source,
  onProgress: (step: LoadStep) => void = () => {},
): Promise<LoadedModel> {
  const modelSource = await makeSource(source);
  const path = sourcePath(modelSource);
  const files = modelSource.kind === 'files' ? withAliases(modelSource.files) : undefined;
  try {
    let read = 0;
    const progress = (doing: 'read' | 'compile', file: string) =>
      onProgress(
        doing === 'read' ? { what: `reading ${baseName(file)}`, files: read++ } : { what: 'compiling', files: read },
      );
    const { model, warnings } = await loadModelWithWarnings(path, { files, progress });
    const program = modelSource.program === undefined ? undefined : await loadProgram(modelSource.program);
    return { model, warnings, title: modelName(model) || fileTitle(path), program };
  } catch (error) {
    const diagnostics = error instanceof MjcfError ? error.diagnostics : [plain(path, error)];
    throw new LoadFailure(diagnostics, await readTexts(diagnostics, path, files));
  }
}

/** Replace a program by the MJCF that it creates. */
async function makeSource(source: Source): Promise<Source> {
  if (source.kind === 'files' || !isProgram(source.url)) return source;
  const { url } = source;
  const main = `${fileTitle(url)}.xml`;
  const bytes = new TextEncoder().encode(modelText(await loadProgram(url), url));
  return { kind: 'files', files: new Map([[main, bytes]]), main, program: url };
}

/** Path or URL of the main file. */
export function sourcePath(source: Source): string {
  return source.kind === 'address' ? source.url : source.main;
}

/** The main file among dropped files: not included by another one, preferably called scene, nearest to the root. */
export function mainFile(files: ReadonlyMap<string, Uint8Array>): string | undefined {
  const decoder = new TextDecoder();
  const xml = [...files.keys()].filter((name) => MODEL_FILE.test(name));
  const texts = new Map(xml.map((name) => [name, decoder.decode(files.get(name))]));
  const models = xml.filter((name) => /<(mujoco|robot)[\s>]/.test(texts.get(name)!));
  const included = new Set<string>();
  for (const text of texts.values())
    for (const [, name] of text.matchAll(/<include\s[^>]*file\s*=\s*["']([^"']+)["']/g)) included.add(baseName(name!));
  const rank = (name: string) =>
    (included.has(baseName(name)) ? 100 : 0) +
    10 * name.split('/').length +
    (/scene/i.test(name) ? -5 : 0) +
    (/<worldbody/.test(texts.get(name)!) ? 0 : 1);
  const [first] = (models.length > 0 ? models : xml).sort((a, b) => rank(a) - rank(b));
  return first ?? [...files.keys()].find((name) => BINARY_FILE.test(name));
}

/** Makes files that were dropped side by side also available under the folders that the model expects. */
export function withAliases(files: ReadonlyMap<string, Uint8Array>): Map<string, Uint8Array> {
  const all = new Map(files);
  const byName = new Map([...files].map(([path, bytes]) => [baseName(path), bytes]));
  const decoder = new TextDecoder();
  for (const [path, bytes] of files) {
    if (!MODEL_FILE.test(path)) continue;
    const text = decoder.decode(bytes);
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const folders = [...text.matchAll(/\b(?:meshdir|texturedir|assetdir)\s*=\s*["']([^"']*)["']/g)].map(([, dir]) =>
      dir === '' ? '' : `${dir!.replace(/\/$/, '')}/`,
    );
    for (const [, name] of text.matchAll(/\bfile(?:name)?\s*=\s*["']([^"']+)["']/g)) {
      const found = byName.get(baseName(name!));
      for (const dir of found ? ['', ...folders] : []) {
        const alias = /^\w+:/.test(name!) ? name! : folder + dir + name;
        if (!all.has(alias)) all.set(alias, found!);
      }
    }
  }
  return all;
}

async function readTexts(
  diagnostics: readonly Diagnostic[],
  path: string,
  files: ReadonlyMap<string, Uint8Array> | undefined,
): Promise<Map<string, string>> {
  const names = new Set([path, ...diagnostics.map(({ file }) => file).filter(Boolean)]);
  const texts = new Map<string, string>();
  for (const name of names) {
    const bytes = files?.get(name);
    if (bytes) texts.set(name, new TextDecoder().decode(bytes));
    else if (!files) {
      const response = await fetch(name).catch(() => undefined);
      if (response?.ok) texts.set(name, await response.text());
    }
  }
  return texts;
}

function plain(file: string, error: unknown): Diagnostic {
  const message = error instanceof Error ? error.message : String(error);
  return { file, line: 0, column: 0, tag: '', attribute: '', message };
}

function fileTitle(path: string): string {
  return baseName(path)
    .replace(/\.\w+$/, '')
    .replaceAll('_', ' ');
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
