/** `MjcfReader`: the state of the section readers: the spec being built, the diagnostics and the files.
 * */

import type { Limits } from '../../core/model/limits.ts';
import { SpecBuilder } from '../spec/builder.ts';
import type { DefaultClass } from '../spec/elements/defaults.ts';
import { SpecTree } from '../spec/specTree.ts';
import type { XmlElement } from '../xml/element.ts';
import { type Diagnostic, diagnosticAt, MjcfError } from '../xml/error.ts';
import { FileProblem, type FileSource } from '../xml/fileSource.ts';
import type { ElementBudget } from '../xml/parse.ts';
import type { Expander } from './expander.ts';

/** Maximum number of reported errors. */
const MAX_DIAGNOSTICS = 100;

/** State shared by a model and its attached models. */
export interface ReadContext {
  /** source of included files, meshes and so on */
  readonly source: FileSource;
  /** whether a path is inside `root` */
  isInside(path: string): boolean;
  readonly limits: Limits;
  /** how many more elements may be read */
  readonly budget: ElementBudget;
  /** paths of the text files read so far */
  readonly files: string[];
  readonly readRobot: RobotReader | undefined;
  readonly expander: Expander;
}

/** Fills the spec of a reader from URDF. */
export type RobotReader = (r: MjcfReader, root: XmlElement) => void;

/** The text is URDF, and its reader is not loaded: most models do not need it. */
export class UrdfReaderNotLoaded extends Error {
  constructor() {
    super('the URDF reader is not loaded. Call `await prepare()` once before making models from text');
  }
}

export class MjcfReader {
  readonly spec: SpecTree;
  readonly builder: SpecBuilder;
  readonly context: ReadContext;
  /** directory of the main file with a trailing slash, or '' */
  readonly directory: string;
  /** files of the enclosing models, to detect models that contain themselves */
  readonly ancestors: readonly string[];
  readonly classes = new Map<string, DefaultClass>();
  readonly errors: Diagnostic[] = [];
  readonly warnings: Diagnostic[] = [];
  /** models that can be attached, by name */
  readonly models = new Map<string, SpecBuilder>();

  constructor(context: ReadContext, directory: string, ancestors: readonly string[], spec = new SpecTree()) {
    this.spec = spec;
    this.builder = new SpecBuilder(spec);
    this.context = context;
    this.directory = directory;
    this.ancestors = ancestors;
    this.spec.source = context.source;
    this.spec.limits = context.limits;
    this.classes.set('main', this.spec.defaults);
  }

  /** Bytes of a file named by an attribute; undefined if it does not exist. */
  readFile(element: XmlElement, attribute: string, path: string): Uint8Array | undefined {
    try {
      return this.context.source.read(path);
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      return this.fail(element, attribute, error.message);
    }
  }

  /** Report an error and continue. */
  error(element: XmlElement, attribute: string | undefined, message: string): void {
    this.errors.push(diagnosticAt(element, attribute, message));
    if (this.errors.length >= MAX_DIAGNOSTICS) this.throwErrors();
  }

  warn(element: XmlElement, attribute: string | undefined, message: string): void {
    if (this.warnings.length < MAX_DIAGNOSTICS) this.warnings.push(diagnosticAt(element, attribute, message));
  }

  throwErrors(): void {
    if (this.errors.length > 0) throw new MjcfError(this.errors);
  }

  /** Report an error that prevents continuing. */
  fail(element: XmlElement, attribute: string | undefined, message: string): never {
    this.errors.push(diagnosticAt(element, attribute, message));
    throw new MjcfError(this.errors);
  }
}
