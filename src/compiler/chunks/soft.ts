/** Deformable things: their compilers, and the elements that stand for many of them. */
export { expandComposite } from '../expand/composite/cable.ts';
export { expandFlexcomp } from '../expand/flexcomp/flexcomp.ts';
export { compileFlexes } from '../flex/compile.ts';
export { compileSkins } from '../skin/compile.ts';
