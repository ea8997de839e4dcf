/** What is wrong with a model, gathered while it is compiled, so that one run tells everything it can. A phase that
 *  builds on another begins only when that one found nothing wrong. */

import type { SpecElement } from '../formats/spec/elements/element.ts';
import { type Diagnostic, diagnosticAt, MjcfError } from '../formats/xml/error.ts';
import { NO_LOCATION, type SourceLocation } from '../formats/xml/sourceLocation.ts';

/** More problems than these help nobody. */
const MAX_ERRORS = 50;

export class Report {
  readonly #errors: Diagnostic[] = [];
  readonly #file: string;

  /** @param file the main file, where problems of the model as a whole are placed */
  constructor(file: string) {
    this.#file = file;
  }

  /** A problem of an element, or of one of its attributes. */
  elementError(element: SpecElement, attribute: string | undefined, message: string): void {
    this.errorAt(element.location, attribute, message);
  }

  errorAt(location: SourceLocation, attribute: string | undefined, message: string): void {
    this.#errors.push(diagnosticAt(location, attribute, message));
    if (this.#errors.length >= MAX_ERRORS) this.throwIfAny();
  }

  /** A problem of the model as a whole. */
  modelError(message: string): void {
    this.errorAt({ ...NO_LOCATION, file: this.#file, tag: 'mujoco', line: 1, column: 1 }, undefined, message);
  }

  /** @throws MjcfError when there has been any problem */
  throwIfAny(): void {
    if (this.#errors.length > 0) throw new MjcfError(this.#errors);
  }
}

/** How an element is called in messages. */
export function displayName(element: SpecElement): string {
  return element.name === '' ? 'without a name' : `'${element.name}'`;
}
