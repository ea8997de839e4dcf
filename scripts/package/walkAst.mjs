// Walking over what a module says.

/** @typedef {{ type: string, start: number, end: number, [key: string]: any }} Node */

/** Inner nodes come before those around them. @param {Node} node @param {(node: Node) => void} see */
export function walkAst(node, see) {
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string') walkAst(child, see);
  }
  see(node);
}
