/** An error of the dialect's checker: a source location and a message. */
export class DialectError extends Error {
  /** @param {import('typescript').Node} node @param {string} text */
  constructor(node, text) {
    super(`${locationOf(node)} dialect: ${text}`);
    this.name = 'DialectError';
  }
}

/** Several errors, one per line. */
export class BuildError extends Error {
  /** @param {string[]} lines */
  constructor(lines) {
    super(lines.join('\n'));
    this.name = 'BuildError';
    this.lines = lines;
  }
}

/** `file:line:column` of a node.
 *  @param {import('typescript').Node} node */
export function locationOf(node) {
  const file = node.getSourceFile();
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
  return `${file.fileName}:${line + 1}:${character + 1}`;
}

/** @param {import('typescript').Node} node @param {string} text @returns {never} */
export function fail(node, text) {
  throw new DialectError(node, text);
}
