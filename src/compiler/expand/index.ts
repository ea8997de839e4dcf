/** Elements that stand for many others, and are replaced by them while a model is read: keyframes, copies and references need
 *  to know what is there. All that the reader of MJCF uses of the compiler. */

import { part } from '../chunks/parts.ts';

type Soft = typeof import('../chunks/soft.ts');

export { AssetError } from '../asset/error.ts';
export { ExpandError } from './flexcomp/shape.ts';

export const expandComposite: Soft['expandComposite'] = (...given) => part('soft').expandComposite(...given);
export const expandFlexcomp: Soft['expandFlexcomp'] = (...given) => part('soft').expandFlexcomp(...given);
