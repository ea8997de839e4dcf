/** Expands `<composite>` and `<flexcomp>` for the MJCF reader, once the chunk that does it is loaded. */

import type { Expander } from '../../formats/mjcf/expander.ts';
import { requireChunk } from '../chunks/lazyChunks.ts';

export const expander: Expander = {
  expandComposite: (...args) => requireChunk('soft').expandComposite(...args),
  expandFlexcomp: (...args) => requireChunk('soft').expandFlexcomp(...args),
};
