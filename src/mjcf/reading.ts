/** What the readers of all sections share: the spec being filled, the diagnostics found, the files at hand. */

import { SpecBuilder } from '../spec/builder.ts';
import type { DefaultClass } from '../spec/elements/defaults.ts';
import { Spec } from '../spec/spec.ts';
import type { XmlElement } from '../xml/element.ts';
import { type Diagnostic, diagnosticAt, MjcfError } from '../xml/error.ts';
import type { FileSource } from '../xml/fileSource.ts';

/** More errors than this are not worth reading. */
const MAX_DIAGNOSTICS = 100;

export class Reading {
  readonly spec = new Spec();
  readonly builder = new SpecBuilder(this.spec);
  readonly source: FileSource;
  /** directory of the main file with a trailing slash, or '' */
  readonly directory: string;
  /** folder that no path may leave; undefined: anywhere */
  readonly root: string | undefined;
  /** files of the models around this one, to stop models that contain themselves */
  readonly ancestors: readonly string[];
  readonly classes = new Map<string, DefaultClass>();
  readonly errors: Diagnostic[] = [];
  readonly warnings: Diagnostic[] = [];
  /** models that can be attached, by name */
  readonly models = new Map<string, SpecBuilder>();

  constructor(source: FileSource, directory: string, root: string | undefined, ancestors: readonly string[]) {
    this.source = source;
    this.directory = directory;
    this.root = root;
    this.ancestors = ancestors;
    this.spec.source = source;
    this.classes.set('main', this.spec.defaults);
  }

  /** Note an error and go on. */
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

  /** Note an error that makes going on pointless. */
  fail(element: XmlElement, attribute: string | undefined, message: string): never {
    this.errors.push(diagnosticAt(element, attribute, message));
    throw new MjcfError(this.errors);
  }
}
