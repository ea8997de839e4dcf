/** Elements that stand for many others, and are replaced by them while a model is read. This is the one door of the
 *  compiler that the reader of MJCF uses: keyframes, copies and references need to know what is there. */

export { AssetError } from '../asset/index.ts';
export { expandComposite } from './composite/cable.ts';
export { expandFlexcomp } from './flexcomp/flexcomp.ts';
export { ExpandError } from './flexcomp/shape.ts';
