/** What is wrong with a model, gathered while it is compiled, so that one run tells everything it can. A phase that
 *  builds on another begins only when that one found nothing wrong. */

import type { SpecElement } from '../formats/spec/elements/element.ts';
import { type Diagnostic, diagnosticAt, MjcfError } from '../formats/xml/error.ts';
import { NO_PLACE, type Place } from '../formats/xml/place.ts';

/** More problems than these help nobody. */
const MAX_PROBLEMS = 50;

export class Report {
  readonly #problems: Diagnostic[] = [];
  readonly #file: string;

  /** @param file the main file, where problems of the model as a whole are placed */
  constructor(file: string) {
    this.#file = file;
  }

  /** A problem of an element, or of one of its attributes. */
  problem(element: SpecElement, attribute: string | undefined, message: string): void {
    this.problemAt(element.place, attribute, message);
  }

  problemAt(place: Place, attribute: string | undefined, message: string): void {
    this.#problems.push(diagnosticAt(place, attribute, message));
    if (this.#problems.length >= MAX_PROBLEMS) this.check();
  }

  /** A problem of the model as a whole. */
  general(message: string): void {
    this.problemAt({ ...NO_PLACE, file: this.#file, tag: 'mujoco', line: 1, column: 1 }, undefined, message);
  }

  /** @throws MjcfError when there has been any problem */
  check(): void {
    if (this.#problems.length > 0) throw new MjcfError(this.#problems);
  }
}

/** How an element is called in messages. */
export function called(element: SpecElement): string {
  return element.name === '' ? 'without a name' : `'${element.name}'`;
}
