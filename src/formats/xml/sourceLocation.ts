/** Where an element of a model stands in its file. Every spec element keeps its place, so that errors found late,
 *  during compilation, still point into the XML. */

/** Line and column, both starting at 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The place of one XML element; attributes have their own positions. */
export interface SourceLocation extends Position {
  readonly file: string;
  /** tag of the element, without brackets */
  readonly tag: string;
  /** position of an attribute that was written in the file; undefined when it was not given there */
  attributePosition(name: string): Position | undefined;
}

/** Place of elements that were made by a program instead of being read from a file. */
export const NO_LOCATION: SourceLocation = {
  file: '',
  tag: '',
  line: 0,
  column: 0,
  attributePosition: () => undefined,
};
