/** The symbol under which a handle keeps its spec tree. */
export const TREE: unique symbol = Symbol('tree');
