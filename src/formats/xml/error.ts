/** Errors and warnings of a model, with locations: `arm.xml:41:7 <joint> range: expected 2 numbers, found 3`. */

import type { SourceLocation } from './sourceLocation.ts';

/** An error or a warning of a model. */
export interface Diagnostic {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** tag of the element, '' if the text is not XML at all */
  readonly tag: string;
  /** attribute, '' for the element as a whole */
  readonly attribute: string;
  /** the expected and the found value */
  readonly message: string;
}

/** A model that cannot be loaded. `diagnostics` has all errors, at least one.
 *
 *  @example
 *  try {
 *    modelFromXml('<mujoco><worldbody><geom size="a"/></worldbody></mujoco>', { file: 'ball.xml' });
 *  } catch (error) {
 *    console.log(error instanceof MjcfError, error.diagnostics[0].line); // -> true 1
 *  } */
export class MjcfError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(formatDiagnostic).join('\n'));
    this.name = 'MjcfError';
    this.diagnostics = diagnostics;
  }
}

/** An error of a file as a whole. */
export function fileError(file: string, message: string): MjcfError {
  return new MjcfError([{ file, line: 0, column: 0, tag: '', attribute: '', message }]);
}

/** The error for a model file outside `root`. */
export function outsideError(file: string, root: string | undefined): MjcfError {
  return fileError(file, `the file is outside the folder '${root}'`);
}

/** A diagnostic of an element, or of one of its attributes. */
export function diagnosticAt(location: SourceLocation, attribute: string | undefined, message: string): Diagnostic {
  const position = (attribute && location.attributePosition(attribute)) || location;
  return {
    file: location.file,
    line: position.line,
    column: position.column,
    tag: location.tag,
    attribute: attribute ?? '',
    message,
  };
}

/** Format a diagnostic as one line: file:line:column <tag> attribute: message
 *
 *  @example
 *  const { warnings } = await loadModelWithWarnings('examples/humanoid.xml');
 *  console.log(warnings.map(formatDiagnostic).join('\n')); */
export function formatDiagnostic(d: Diagnostic): string {
  const file = d.file || 'model';
  const where = d.line > 0 ? `${file}:${d.line}:${d.column} ` : `${file} `;
  const tag = d.tag ? `<${d.tag}> ` : '';
  const attribute = d.attribute ? `${d.attribute}: ` : '';
  return where + tag + attribute + d.message;
}
