/** The symbol under which a handle stores its spec tree. */
export const TREE: unique symbol = Symbol('tree');
