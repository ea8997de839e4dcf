/** Deformables: their compilers, and the expansion of composite elements. */
export { expandComposite } from '../expand/composite/cable.ts';
export { expandFlexcomp } from '../expand/flexcomp/flexcomp.ts';
export { compileFlexes } from '../flex/compile.ts';
export { compileSkins } from '../skin/compile.ts';
