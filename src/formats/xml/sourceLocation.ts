/** Location of an element in its file. Every spec element has one, so that errors found late, during compilation, still
 * refer to the XML. */

/** Line and column, both starting at 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The location of an XML element; attributes have their own positions. */
export interface SourceLocation extends Position {
  readonly file: string;
  /** tag of the element, without brackets */
  readonly tag: string;
  /** position of an attribute in the file; undefined if it is missing there */
  attributePosition(name: string): Position | undefined;
}

/** Location of elements created in code. */
export const NO_LOCATION: SourceLocation = {
  file: '',
  tag: '',
  line: 0,
  column: 0,
  attributePosition: () => undefined,
};
