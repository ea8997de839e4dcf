/** Errors of a model, collected during compilation, so that one run reports as many as possible. A phase that depends
 * on another starts only if that one found no errors. */

import type { SpecElement } from '../formats/spec/elements/element.ts';
import { type Diagnostic, diagnosticAt, MjcfError } from '../formats/xml/error.ts';
import { NO_LOCATION, type SourceLocation } from '../formats/xml/sourceLocation.ts';

/** Maximum number of reported errors. */
const MAX_ERRORS = 50;

export class Report {
  readonly #errors: Diagnostic[] = [];
  readonly #file: string;

  /** @param file the main file, the location of errors of the model as a whole */
  constructor(file: string) {
    this.#file = file;
  }

  /** Report an error of an element, or of one of its attributes. */
  elementError(element: SpecElement, attribute: string | undefined, message: string): void {
    this.errorAt(element.location, attribute, message);
  }

  errorAt(location: SourceLocation, attribute: string | undefined, message: string): void {
    this.#errors.push(diagnosticAt(location, attribute, message));
    if (this.#errors.length >= MAX_ERRORS) this.throwIfAny();
  }

  /** Report an error of the model as a whole. */
  modelError(message: string): void {
    this.errorAt({ ...NO_LOCATION, file: this.#file, tag: 'mujoco', line: 1, column: 1 }, undefined, message);
  }

  /** @throws MjcfError if there are any errors */
  throwIfAny(): void {
    if (this.#errors.length > 0) throw new MjcfError(this.#errors);
  }
}

/** Name of an element in messages. */
export function displayName(element: SpecElement): string {
  return element.name === '' ? 'without a name' : `'${element.name}'`;
}
