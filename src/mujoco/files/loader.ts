/** Loads models of the drop-in API from XML strings, files and binary models. Files are looked up in the given virtual
 * file system, then in `FS`, then on disk, if there is one. */

import { describeType } from '../../core/model/fit.ts';
import { DEFAULT_LIMITS } from '../../core/model/limits.ts';
import type { Model } from '../../core/model/model.ts';
import { readBinary } from '../../formats/mjb/mjb.ts';
import { BinaryProblem } from '../../formats/mjb/problem.ts';
import { takeSettings, writeMjcf } from '../../formats/mjcf/writeMjcf.ts';
import type { SpecTree } from '../../formats/spec/specTree.ts';
import type { FileSource } from '../../formats/xml/fileSource.ts';
import { compileForEngine } from '../../load/compileForEngine.ts';
import { attachEngine } from '../../load/engine.ts';
import type { EngineOptions } from '../../load/options.ts';
import { readText } from '../../load/read.ts';
import { diskSource, hasDisk } from '../../load/sources/diskSource.ts';
import { type Text, toText } from '../base/text.ts';
import type { ModelLoader } from '../classes/model.ts';
import type { MemoryFiles } from './memoryFiles.ts';
import { MjVFS } from './vfs.ts';

export class Loader implements ModelLoader {
  readonly #files: MemoryFiles;
  readonly #options: EngineOptions;
  /** The spec trees that models were compiled from. */
  readonly #specs = new WeakMap<Model, SpecTree>();

  constructor(files: MemoryFiles, options: EngineOptions) {
    this.#files = files;
    this.#options = options;
  }

  fromString(xml: Text, vfs?: MjVFS): Model {
    return this.#compile(readText(expectXml(xml), { file: 'model.xml', source: this.#source(vfs) }));
  }

  readSpec(xml: Text, vfs?: MjVFS): SpecTree {
    return readText(expectXml(xml), { file: '', source: this.#source(vfs) });
  }

  /** Files of the virtual file system, if given, take precedence over those of the spec. */
  compileSpec(spec: SpecTree, vfs?: MjVFS): Model {
    const { source } = spec;
    const given = vfs?.source();
    if (given) spec.source = { read: (path) => given.read(path) ?? source.read(path) };
    try {
      return this.#compile(spec);
    } finally {
      spec.source = source;
    }
  }

  fromPath(name: Text, vfs?: MjVFS): Model {
    const source = this.#source(vfs);
    const path = expectPath(name);
    const bytes = readNamed(source, path);
    return this.#compile(readText(new TextDecoder().decode(bytes), { file: path, source }));
  }

  fromBinary(name: Text, vfs?: MjVFS): Model {
    const path = expectPath(name);
    const bytes = readNamed(this.#source(vfs), path);
    try {
      return readBinary(bytes, (m) => attachEngine(m, this.#options.engine), DEFAULT_LIMITS.modelBytes);
    } catch (error) {
      throw error instanceof BinaryProblem ? new BinaryProblem(error.problem, path) : error;
    }
  }

  /** MJCF of a model that was compiled from XML, with its current options and visual settings.
   *  @throws Error if it was loaded from a binary file */
  toXml(m: Model): string {
    const spec = this.#specs.get(m);
    if (!spec) throw new Error('mj_saveLastXML: this model was not loaded from XML');
    takeSettings(spec, m);
    return writeMjcf(spec);
  }

  #compile(spec: SpecTree): Model {
    const model = compileForEngine(spec, this.#options);
    this.#specs.set(model, spec);
    return model;
  }

  #source(vfs: MjVFS | undefined): FileSource {
    if (vfs !== undefined && vfs !== null && !(vfs instanceof MjVFS)) {
      throw new TypeError(`expected an MjVFS, found ${describeType(vfs)}`);
    }
    const given = vfs?.source();
    const disk = hasDisk() ? diskSource() : undefined;
    return { read: (path) => given?.read(path) ?? this.#readMemory(path) ?? disk?.read(path) };
  }

  #readMemory(path: string): Uint8Array | undefined {
    if (path === '' || !this.#files.analyzePath(path).exists) return undefined;
    return this.#files.readFile(path);
  }
}

function readNamed(source: FileSource, path: string): Uint8Array {
  const bytes = source.read(path);
  if (bytes === undefined) throw new Error(`Loading error: cannot read file '${path}': no such file`);
  return bytes;
}

function expectXml(xml: Text): string {
  const text = toText(xml);
  if (text === undefined) throw new TypeError(`expected an XML string, found ${describeType(xml)}`);
  return text;
}

function expectPath(path: Text): string {
  const text = toText(path);
  if (text === undefined) throw new TypeError(`expected the path of a model as a string, found ${describeType(path)}`);
  return text;
}
