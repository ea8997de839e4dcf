/** The tree behind what a program holds. */
export const TREE: unique symbol = Symbol('tree');
