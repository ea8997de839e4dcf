/** Expands `<composite>` and `<flexcomp>` for the MJCF reader, once the chunk that does it is loaded. */

import type { Expander } from '../../formats/mjcf/expander.ts';
import { part } from '../chunks/parts.ts';

export const expander: Expander = {
  expandComposite: (...args) => part('soft').expandComposite(...args),
  expandFlexcomp: (...args) => part('soft').expandFlexcomp(...args),
};
