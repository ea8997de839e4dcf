// Traversal of a syntax tree.

/** @typedef {{ type: string, start: number, end: number, [key: string]: any }} Node */

/** Visits children before their parent. @param {Node} node @param {(node: Node) => void} see */
export function walkAst(node, see) {
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value])
      if (typeof child?.type === 'string') walkAst(child, see);
  }
  see(node);
}
